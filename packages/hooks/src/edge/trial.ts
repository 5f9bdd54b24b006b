import { decide, fold } from '@loopwright/core';
import type { Ports, SessionRun } from '../ports.ts';

/** The ports of a trial run of a hook: they write nothing. */
export const WRITES_NOTHING: Partial<Ports> = {
  draftRun: () => undefined,
  putAwayForeignRun: () => false,
  takeOverForeignRun: () => undefined,
  approve: () => 'Nothing was approved: this hook was only tried.',
};

/** The run of a hook that is only tried: its commands are decided and forgotten. */
export function toTrial(session: SessionRun): SessionRun {
  let { run } = session;
  return {
    ...session,
    get run() {
      return run;
    },
    submit: (command) => {
      const decision = decide(run, command);
      if (decision.events.length > 0) run = fold(decision.events, run) ?? run;
      return { status: decision.events.length > 0 ? 'recorded' : 'answered', decision, run };
    },
    importEdits: () => false,
    countUsage: () => undefined,
    project: () => undefined,
    writeReceipt: () => undefined,
  };
}
