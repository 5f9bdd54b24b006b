import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Env } from '@loopwright/checks';
import { announce, type CommandOf, decide, type Decision, fold, isOver } from '@loopwright/core';
import {
  adoptRun,
  archiveRun,
  findUnadoptable,
  isFromRepository,
  isRunFromRepository,
  listAdoptable,
  loopProgram,
  openAnyRun,
  openRun,
  readTrace,
  refusedAtStop,
  rememberStart,
  type RunAddress,
  startRun,
  writeUsageMemory,
} from '@loopwright/store';
import { usageFromNow } from '@loopwright/transcript/node';
import type { Ports, SessionRun } from '../ports.ts';
import { approveTyped } from '../proof/approve-checks.ts';
import { rememberAnswers } from '../proof/remember-typed.ts';
import { handWrittenLine, refusedLine } from '../text/user-lines.ts';
import { type HookSession, type HookState, openPorts } from './open-ports.ts';
import { runVerb } from './run-verb.ts';

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
    rememberAnswers: (answers, drafted) =>
      rememberAnswers(address, env, answers, { at: Date.now(), drafted }),
    hasForeignRun: () => openRun(address).status === 'foreign',
    takeOverForeignRun: (runId) => {
      const found = runId === undefined ? openAnyRun(address) : undefined;
      if (found?.status === 'open') found.journal.close();
      const id = found?.status === 'open' ? found.run.id : runId;
      if (id !== undefined) rememberStart(root, id);
    },
    readHandWritten: () => readHandWritten(root, env),
    readTrace: () => {
      const run = readTrace(root);
      return run && announce({ kind: 'resume', run });
    },
    // By hand it would be Claude's own shell that asks.
    runVerb: (args) => (hand ? undefined : runVerb(args, address, env)),
    ...(hand === 'try' && WRITES_NOTHING),
  };
}

/** The line about a loop that a stop or its user may adopt, or about the first file that can't start one. */
function readHandWritten(root: string, env: Env): string | undefined {
  const all = listAdoptable({ root, env, at: Date.now() }, 'stop');
  const loop = all.find(({ holds }) => holds) ?? all[0];
  // A file of the repository holds no session, so don't report it; its user can still start it.
  if (loop && loop.source.format !== 'corrupt') {
    if (isFromRepository(loop.path)) return undefined;
    const isTopic = loop.name === 'loop:current';
    const where = isTopic ? { topic: loop.name } : { path: relative(root, loop.path) };
    return [...resumeOf(loop.source), handWrittenLine(where, loop)].join('\n');
  }
  const refused = findUnadoptable({ root, env }).find(({ path }) => !isFromRepository(join(root, path)));
  return refused && refusedLine(refused);
}

/** Seeds 000 and 002: the announcement of a loop in a state file. Seed 004 has none. */
function resumeOf(source: CommandOf<'adopt'>['source']): readonly string[] {
  const { events } = decide(undefined, { type: 'adopt', at: Date.now(), runId: '', session: '', source });
  const run = source.format === 'stack' ? undefined : fold(events);
  return run ? [announce({ kind: 'resume', run })] : [];
}

/** Adopts a loop without a run for the session that stops, or gives the line about a file that can't start one. */
export function adoptAtStop(
  address: RunAddress,
  env: Env,
): { readonly notices: Decision['notices'] } | { readonly refused: string } | undefined {
  const at = Date.now();
  const adopted = adoptRun({ ...address, env, runId: randomUUID(), at, by: 'stop' });
  if (adopted.status === 'adopted') {
    adopted.opened.close();
    return { notices: adopted.decision.notices };
  }
  const refused = refusedAtStop({ root: address.root, at });
  return refused && { refused: refusedLine(refused) };
}

/** The ports of a hook that is only tried. */
const WRITES_NOTHING: Partial<Ports> = {
  draftRun: () => undefined,
  putAwayForeignRun: () => false,
  takeOverForeignRun: () => undefined,
  approve: () => 'Nothing was approved: this hook was only tried.',
  rememberAnswers: () => undefined,
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
