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
import type { Program } from '@loopwright/store';

/** What a journal of a loop is read with: core's decisions, and its schemas for whatever stands on disk. */
export const journalProgram: Program<Run, Command, LoopEvent, Decision> = {
  decide,
  evolve,
  parseCommand: (value) => dataOf(command.safeParse(value)),
  parseEvent: (value) => dataOf(loopEvent.safeParse(value)),
  parseRun: (value) => dataOf(run.safeParse(value)),
  // What a raced record shows of its second decision, like every other record of its first.
  summarize: ({ verdict }) => verdict && { verdict: verdict.kind, rule: verdict.rule },
  version: 'report',
};

function dataOf<T>(result: { readonly success: boolean; readonly data?: T }): T | undefined {
  return result.success ? result.data : undefined;
}
