import { commandText } from '@loopwright/core';
import type { Plan } from '@loopwright/scoring';
import { splitPaths, type PlanFlags, type PlannedFrame } from './frame-plan.ts';

/** The parts of a start that the scorer rates. Limits count only where they were typed. */
export function scoredPlan(spec: string, flags: PlanFlags, frame: PlannedFrame): Plan {
  const { iterations, budget, tokens, minutes } = flags;
  return {
    spec,
    criteria: (frame.criteria ?? []).map(({ name, check }) => ({
      name,
      check: check && commandText(check.command),
    })),
    steps: frame.steps,
    paths: splitPaths(flags.paths),
    limits: [
      ...limitText(iterations, (most) => `${most} iterations`),
      ...limitText(budget, (most) => `budget $${most}`),
      ...limitText(tokens, (most) => `${most} tokens`),
      ...limitText(minutes, (ms) => `${ms / 60_000} minutes`),
    ],
  };
}

/** `null` asks for no limit, which is no rule. */
function limitText(most: number | null | undefined, text: (most: number) => string): string[] {
  return most === null || most === undefined ? [] : [text(most)];
}
