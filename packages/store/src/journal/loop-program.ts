import {
  decide,
  evolve,
  isCommand,
  parseEvent,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';

/** How a journal recognises, decides and folds its commands. All functions are pure, so that all readers agree. */
export interface Program {
  readonly decide: (run: Run | undefined, command: Command) => Decision;
  readonly evolve: (run: Run | undefined, event: LoopEvent) => Run;
  /** Undefined for a value that isn't a command of this version. */
  readonly parseCommand: (value: unknown) => Command | undefined;
  readonly parseEvent: (value: unknown) => LoopEvent | undefined;
  /** The decision in short, for people who read the journal. */
  readonly summarize: (decision: Decision) => unknown;
  /** Part of every snapshot; a snapshot of another version is ignored. */
  readonly version: string;
}

/** The journal's program of a loop. All readers skip a record that can't be folded. */
export const loopProgram = /* @__PURE__ */ loopProgramWith(decide);

/** The same program for a caller that loads a part of `decide` later. */
export function loopProgramWith(decideCommand: Program['decide']): Program {
  return {
    decide: decideCommand,
    evolve,
    parseCommand: (value) => (isCommand(value) ? value : undefined),
    parseEvent,
    summarize: ({ verdict, rejected }) => {
      if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
      return rejected ? { rejected: rejected.code } : undefined;
    },
    // Increase it when the shape or the meaning of a folded run changes.
    version: 'loop-3',
  };
}
