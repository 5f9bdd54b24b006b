import type { Command, Run, StopCommand, StopDecision } from '@loopwright/core';
import { join } from 'node:path';
import { checkFolder, FOLDER_PROBLEMS } from '../disk/folders.ts';
import { REFUSAL_REASONS, type Refusal } from '../disk/open-guarded.ts';
import { Journal, type Submitted } from '../journal/journal.ts';
import { loopProgram, type Program } from '../journal/loop-program.ts';
import { openAppendLog } from '../log/append-log.ts';
import type { Log } from '../log/log.ts';
import { openNumberedLog } from '../log/numbered-log.ts';
import { isSessionId, numberedPath, runPath } from '../presence.ts';
import { isStartedHere } from './state-folder.ts';

/** The project and the session of a run. */
export interface RunAddress {
  /** The real path of the project, as `findRoot` gives it. */
  readonly root: string;
  readonly sessionId: string;
}

/** Why a run can't be opened. A stop is then allowed. */
export type NotOpen =
  | { readonly status: 'none' }
  /** A run that was not started in this project on this machine. It blocks no session until its user takes it over. */
  | { readonly status: 'foreign'; readonly path: string; readonly runId: string }
  /** The file at `path` isn't safe to use; `reason` says why, for people. */
  | { readonly status: 'unsafe'; readonly path: string; readonly reason: string };

/** An open run. Close it when done. */
export interface OpenRun {
  readonly status: 'open';
  readonly root: string;
  readonly sessionId: string;
  /** The path of its journal. */
  readonly path: string;
  /** The run after all records read so far. */
  readonly run: Run;
  readonly journal: Journal;
  /** Decides on a command, records it, and answers; see `Journal.submit`. */
  submit(command: StopCommand, source?: string): Submitted<StopDecision>;
  submit(command: Command, source?: string): Submitted;
  /** Takes the commands recorded here since the last call, in order. */
  takeAnswered(): readonly Recorded[];
  /** True while the path still leads to this journal. Check it before printing an answer. */
  isCurrent(): boolean;
  close(): void;
}

export type Recorded = Extract<Submitted, { readonly status: 'recorded' }>;

/**
 * Opens the run of a session, if it was started here. Creates nothing, follows no link and never throws: a missing,
 * unsafe or foreign file is an answer.
 *
 * @example
 * const opened = openRun({ root, sessionId });
 * if (opened.status === 'open') {
 *   const { status } = opened.submit({ type: 'signal', at: Date.now(), isDone: true });
 *   opened.close();
 * }
 */
export function openRun(address: RunAddress): OpenRun | NotOpen {
  return openRunWith(loopProgram, address);
}

/** Opens the run of a session with decisions of the caller's own. */
export function openRunWith(program: Program, address: RunAddress): OpenRun | NotOpen {
  const opened = openWith(program, address);
  if (opened.status !== 'open') return opened;
  const { path, run, journal } = opened;
  if (isStartedHere(address.root, run.id, path)) return opened;
  journal.close();
  return { status: 'foreign', path, runId: run.id };
}

/** Opens the run of a session, wherever it was started. */
export function openAnyRun(address: RunAddress): OpenRun | NotOpen {
  return openWith(loopProgram, address);
}

function openWith(program: Program, address: RunAddress): OpenRun | NotOpen {
  const { root, sessionId } = address;
  if (!isSessionId(sessionId)) return { status: 'none' };
  return checkLoopFolder(root) ?? openAt(program, runPath(root, sessionId), address);
}

/** Checks `.loop/` and `.loop/runs/`; undefined when both are safe. */
export function checkLoopFolder(root: string): NotOpen | undefined {
  const loop = join(root, '.loop');
  for (const path of [loop, join(loop, 'runs')]) {
    const found = checkFolder(path);
    if (found === 'absent') return { status: 'none' };
    if (found !== 'ok') return { status: 'unsafe', path, reason: `it ${FOLDER_PROBLEMS[found]}` };
  }
  return undefined;
}

/** Opens the journal at a session's path, of either protocol. */
export function openLog(path: string): Log | Refusal {
  const log = openAppendLog(path);
  return log === 'absent' ? openNumberedLog(numberedPath(path)) : log;
}

/** The path of a journal's snapshot. */
export function snapshotPath(path: string): string {
  return `${numberedPath(path)}.snapshot.json`;
}

/** Opens the journal at a session's path, wherever it was started. */
export function openAt(program: Program, path: string, address: RunAddress): OpenRun | NotOpen {
  const log = openLog(path);
  if (log === 'absent') return { status: 'none' };
  if (typeof log === 'string') return { status: 'unsafe', path, reason: REFUSAL_REASONS[log] };
  try {
    const journal = new Journal(program, log, snapshotPath(path));
    if (journal.run !== undefined) return toOpenRun(journal, address);
    log.close();
    return { status: 'unsafe', path: log.path, reason: 'it holds no whole start record' };
  } catch {
    log.close();
    return { status: 'unsafe', path: log.path, reason: REFUSAL_REASONS.unreadable };
  }
}

function toOpenRun(journal: Journal, { root, sessionId }: RunAddress): OpenRun {
  const answered: Recorded[] = [];
  function submit(command: StopCommand, source?: string): Submitted<StopDecision>;
  function submit(command: Command, source?: string): Submitted;
  function submit(command: Command, source?: string): Submitted {
    const submitted = journal.submit(command, source);
    if (submitted.status === 'recorded') answered.push(submitted);
    return submitted;
  }
  return {
    status: 'open',
    root,
    sessionId,
    path: journal.log.path,
    journal,
    get run(): Run {
      // A started run never becomes undefined again.
      return journal.run as Run;
    },
    submit,
    takeAnswered: () => answered.splice(0),
    isCurrent: () => journal.isCurrent(),
    close: () => journal.close(),
  };
}
