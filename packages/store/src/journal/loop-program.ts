import {
  decide,
  evolve,
  isCommand,
  isEvent,
  isRun,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';
import type { Program } from './fold.ts';

/**
 * The journal's program of a loop. Records are ours and stand under a hash, so they are recognised and not
 * held against schemas, which would cost every hook more than all the rest of it; a record that can't be folded
 * all the same is left out by everybody in the same way.
 */
export const loopProgram: Program<Run, Command, LoopEvent, Decision> = {
  decide,
  evolve,
  parseCommand: (value) => (isCommand(value) ? value : undefined),
  parseEvent: (value) => (isEvent(value) ? value : undefined),
  parseRun: (value) => (isRun(value) ? value : undefined),
  summarize,
  // Raised whenever the shape or the meaning of a folded run changes.
  version: 'loop-2',
};

/** The decision as the journal shows it to people: the rule and the verdict, or why nothing changed. */
export function summarize({ verdict, rejected }: Decision): unknown {
  if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
  return rejected ? { rejected: rejected.code } : undefined;
}
