import {
  decide,
  evolve,
  isCommand,
  loopEvent,
  run,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';
import type { Program } from './fold.ts';

export type LoopProgram = Program<Run, Command, LoopEvent, Decision>;

/** The journal's program of a loop. All readers skip a record that can't be folded. */
export const loopProgram = /* @__PURE__ */ loopProgramWith(decide);

/** The same program for a caller that loads a part of `decide` later. */
export function loopProgramWith(decideCommand: LoopProgram['decide']): LoopProgram {
  return {
    decide: decideCommand,
    evolve,
    parseCommand: (value) => (isCommand(value) ? value : undefined),
    parseEvent: (value) => loopEvent.safeParse(value).data,
    parseRun: (value) => run.safeParse(value).data,
    summarize,
    // Increase it when the shape or the meaning of a folded run changes.
    version: 'loop-3',
  };
}

/** The decision for people who read the journal: rule and verdict, or the reason why nothing changed. */
export function summarize({ verdict, rejected }: Decision): unknown {
  if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
  return rejected ? { rejected: rejected.code } : undefined;
}
