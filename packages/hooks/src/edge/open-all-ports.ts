import { isOver } from '@loopwright/core';
import {
  archiveRun,
  isRunFromRepository,
  loopProgram,
  openAnyRun,
  openRun,
  rememberStart,
  startRun,
  writeUsageMemory,
} from '@loopwright/store';
import { usageFromNow } from '@loopwright/transcript/node';
import type { Ports } from '../ports.ts';
import { approveTyped } from '../proof/approve-checks.ts';
import { readHandWritten, readTrace } from './adoption.ts';
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
      const old = openRun(address);
      if (old.status === 'open') {
        old.close();
        if (!isOver(old.run) && old.run.status !== 'draft') return;
      }
      if (old.status === 'open' || old.status === 'foreign') archiveRun(address);
      const started = startRun(address, command);
      if (started.status !== 'started') return;
      if (usage) writeUsageMemory(address, usage, started.opened.run.usageMark);
      started.opened.close();
      state.draftedId = command.runId;
    },
    putAwayForeignRun: () =>
      session.hasRun && isRunFromRepository(address) && archiveRun(address).status === 'archived',
    approve: (opened, words) => approveTyped(opened, words, { root, env, at: Date.now() }),
    hasForeignRun: () => openRun(address).status === 'foreign',
    takeOverForeignRun: (runId) => {
      const found = runId === undefined ? openAnyRun(address) : undefined;
      if (found?.status === 'open') found.journal.close();
      const id = found?.status === 'open' ? found.run.id : runId;
      if (id !== undefined) rememberStart(root, id);
    },
    readHandWritten: () => readHandWritten({ root, env, at: Date.now() }),
    readTrace: () => readTrace(root),
    // By hand it would be Claude's own shell that asks.
    runVerb: (args) => (hand ? undefined : runVerb(args, { ...address, env })),
    ...(hand === 'try' && WRITES_NOTHING),
  };
}
