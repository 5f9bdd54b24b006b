import {
  decide,
  evolve,
  isCommand,
  isEvent,
  isRun,
  upgradeEvent,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';
import type { Program } from './fold.ts';

/** The journal's program of a loop. All readers skip a record that can't be folded. */
export const loopProgram: Program<Run, Command, LoopEvent, Decision> = {
  decide,
  evolve,
  parseCommand: (value) => (isCommand(value) ? value : undefined),
  parseEvent: (value) => (isEvent(value) ? upgradeEvent(value) : undefined),
  parseRun: (value) => (isRun(value) ? value : undefined),
  summarize,
  // Increase it when the shape or the meaning of a folded run changes.
  version: 'loop-3',
};

/** The decision for people who read the journal: rule and verdict, or the reason why nothing changed. */
export function summarize({ verdict, rejected }: Decision): unknown {
  if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
  return rejected ? { rejected: rejected.code } : undefined;
}
