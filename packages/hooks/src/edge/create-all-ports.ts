import { randomUUID } from 'node:crypto';
import { loopProgram, openRun } from '@loopwright/store';
import { hasRun } from '@loopwright/store/presence';
import { usageFromNow } from '@loopwright/transcript/node';
import { answeredCalls } from '../answered-calls.ts';
import type { DialectName } from '../dialects/create-dialects.ts';
import type { Ports } from '../ports.ts';
import { approveTyped } from '../proof/approve-checks.ts';
import { retryTime } from '../text/retry-time.ts';
import { toolFacts } from '../tool-facts.ts';
import { readHandWritten, readTrace } from './adoption.ts';
import { draftRun, putAwayForeignRun, takeOverForeignRun } from './begin-run.ts';
import { createStopPorts, digest, type Env, type HookState, type Place } from './create-ports.ts';
import { runVerb } from './run-verb.ts';
import { readApiError, readFailures, transcriptOf } from './transcript.ts';
import { WRITES_NOTHING } from './trial.ts';
import { wasCapped } from './was-capped.ts';

/** Binds the ports of every event to the disk, the clock and chance. */
export function createAllPorts(
  { root, sessionId, cwd }: Place,
  env: Env,
  dialect: DialectName,
  hand?: 'try' | 'really',
): Ports & HookState {
  const address = { root, sessionId };
  const stop = createStopPorts({ ...address, cwd }, env, dialect, hand, loopProgram);
  let draftedId: string | undefined;
  const ports: Ports & HookState = {
    ...stop,
    newId: () => randomUUID(),
    draftRun: (command, transcriptPath) => {
      const usage = transcriptPath === '' ? undefined : usageFromNow(transcriptPath);
      if (!draftRun(address, command, usage)) return false;
      draftedId = command.runId;
      return true;
    },
    draftedId: () => draftedId,
    isHeld: () => stop.isHeld() ?? (draftedId !== undefined || undefined),
    putAwayForeignRun: () => hasRun(root, sessionId) && putAwayForeignRun(address),
    approve: (session, words) => approveTyped(session, words, { root, env, at: Date.now() }),
    hasForeignRun: () => openRun(address).status === 'foreign',
    takeOverForeignRun: (runId) => takeOverForeignRun(address, runId),
    readHandWritten: () => readHandWritten({ root, env, at: Date.now() }),
    readTrace: () => readTrace(root, Date.now()),
    wasCapped: (path, since) => path !== '' && wasCapped(path, since),
    // By hand it would be Claude's own shell that asks.
    runVerb: (args) => (hand ? undefined : runVerb(args, { ...address, env })),
    readApiError: (path) => (path === '' ? undefined : readApiError(path)),
    retryTime,
    readToolFacts: ({ toolCalls, transcriptPath, agentId }, about) => {
      const ids = toolCalls.flatMap(({ id = '' }) => (id === '' ? [] : id));
      const failures = readFailures(transcriptOf(transcriptPath, agentId), ids);
      return toolFacts(answeredCalls(toolCalls, failures), { ...about, root, digest });
    },
  };
  return hand === 'try' ? { ...ports, ...WRITES_NOTHING } : ports;
}
