import {
  command,
  decide,
  evolve,
  loopEvent,
  run,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';
import type { Program } from './program.ts';

/** The journal's program of a loop: core's decisions and events, parsed by core's schemas. */
export const loopProgram: Program<Run, Command, LoopEvent, Decision> = {
  decide,
  evolve,
  parseCommand: (value) => parsed(command.safeParse(value)),
  parseEvent: (value) => parsed(loopEvent.safeParse(value)),
  parseRun: (value) => parsed(run.safeParse(value)),
  summarize,
  // Raised whenever the shape or the meaning of a folded run changes.
  version: 'loop-1',
};

function parsed<T>(result: { readonly success: boolean; readonly data?: T }): T | undefined {
  return result.success ? result.data : undefined;
}

/** The decision as the journal shows it to people: the rule and the verdict, or why nothing changed. */
export function summarize({ verdict, rejected }: Decision): unknown {
  if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
  return rejected ? { rejected: rejected.code } : undefined;
}
