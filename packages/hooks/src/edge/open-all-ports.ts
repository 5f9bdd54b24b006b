import { loopProgram, openRun } from '@loopwright/store';
import { usageFromNow } from '@loopwright/transcript/node';
import type { Ports } from '../ports.ts';
import { approveTyped } from '../proof/approve-checks.ts';
import { readHandWritten, readTrace } from './adoption.ts';
import { draftRun, putAwayForeignRun, takeOverForeignRun } from './begin-run.ts';
import { type HookSession, type HookState, openPorts } from './open-ports.ts';
import { runVerb } from './run-verb.ts';
import { WRITES_NOTHING } from './trial.ts';

/** Binds the ports of every event to the disk and the clock. */
export function openAllPorts(session: HookSession, state: HookState): Ports {
  const { root, sessionId, env, hand } = session;
  const address = { root, sessionId };
  return {
    ...openPorts(session, state, loopProgram),
    root,
    draftRun: (command, transcriptPath) => {
      const usage = transcriptPath === '' ? undefined : usageFromNow(transcriptPath);
      if (!draftRun(address, command, usage)) return false;
      state.draftedId = command.runId;
      return true;
    },
    putAwayForeignRun: () => session.hasRun && putAwayForeignRun(address),
    approve: (opened, words) => approveTyped(opened, words, { root, env, at: Date.now() }),
    hasForeignRun: () => openRun(address).status === 'foreign',
    takeOverForeignRun: (runId) => takeOverForeignRun(address, runId),
    readHandWritten: () => readHandWritten({ root, env, at: Date.now() }),
    readTrace: () => readTrace(root),
    // By hand it would be Claude's own shell that asks.
    runVerb: (args) => (hand ? undefined : runVerb(args, { ...address, env })),
    ...(hand === 'try' && WRITES_NOTHING),
  };
}
