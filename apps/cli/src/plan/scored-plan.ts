import { commandText } from '@loopwright/core';
import type { Plan } from '@loopwright/scoring';
import type { PlannedFrame } from './frame-plan.ts';

/** The parts of a start that the scorer rates. Limits count only where they were given. */
export function scoredPlan(spec: string, frame: PlannedFrame, paths: readonly string[]): Plan {
  const { iterations, budgetUsd, budgetTokens, timeMs } = frame.limits ?? {};
  return {
    spec,
    criteria: (frame.criteria ?? []).map(({ name, check }) => ({
      name,
      check: check && commandText(check.command),
    })),
    steps: frame.steps,
    paths,
    limits: [
      ...limitText(iterations, (most) => `${most} iterations`),
      ...limitText(budgetUsd, (most) => `budget $${most}`),
      ...limitText(budgetTokens, (most) => `${most} tokens`),
      ...limitText(timeMs, (ms) => `${ms / 60_000} minutes`),
    ],
  };
}

/** `null` asks for no limit, which is no rule. */
function limitText(most: number | null | undefined, text: (most: number) => string): string[] {
  return most === null || most === undefined ? [] : [text(most)];
}
