import { countOf, isOver, type Run } from '@loopwright/core';
import {
  importTasks,
  listRuns,
  type Log,
  type NotOpen,
  openAppendLog,
  openNumberedLog,
  openRun,
  type OpenRun,
  type Refusal,
  type RunAddress,
} from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import type { VerbName } from '../verbs.ts';
import { findPlace } from './place.ts';
import { describeRun, shortId } from './run-summary.ts';

/** The run that a verb is about; undefined if this session has none. Then `others` lists the project's other runs. */
export interface Located {
  readonly opened: OpenRun | undefined;
  readonly root: string | undefined;
  readonly others: readonly Run[];
}

/**
 * Opens the run for a verb: the run named by `--run`, else the session's own. In a terminal, it is the
 * project's only run. Throws `CliError` if several match, or if the journal is unsafe. The caller closes the
 * run.
 */
export function locateRun(context: Context): Located {
  const { root, sessionId } = findPlace(context);
  if (root === undefined) return { opened: undefined, root, others: [] };
  const wanted = context.flags.run;
  const session =
    wanted === undefined ? (sessionId ?? onlyOne(runsOf(root))?.session) : findById(root, wanted).session;
  const opened = session === undefined ? undefined : openTrusted({ root, sessionId: session });
  if (opened) importTasks(opened, context.env, context.now());
  const others = opened ? [] : runsOf(root).filter((run) => sessionId === undefined || !isOver(run));
  return { opened, root, others };
}

/** Opens the run that is meant, or throws `CliError` with what to do instead. */
export function requireRun(context: Context): OpenRun {
  const found = locateRun(context);
  if (found.opened) return found.opened;
  throw noRun(found);
}

/** Finds a run of a project by the beginning of its id. Throws `CliError` unless exactly one matches. */
export function findById(root: string, wanted: string): Run {
  const runs = runsOf(root);
  const found = runs.filter(({ id }) => id.startsWith(wanted));
  const [only] = found;
  if (only && found.length === 1) return only;
  throw new CliError({
    exit: 'no-loop',
    message: only ? `Several runs begin with "${wanted}".` : `No run here begins with "${wanted}".`,
    details: [...(only ? found : runs).slice(0, 10).map(describeRun), ...foreignLines(root)],
  });
}

function runsOf(root: string): Run[] {
  return listRuns(root).flatMap(({ run }) => run ?? []);
}

/** The runs of a project that belong to other sessions. */
export function othersIn(root: string, sessionId: string): Run[] {
  return runsOf(root).filter(({ session }) => session !== sessionId);
}

/** The only active run, else the only one that isn't over, else the latest of those that are. */
function onlyOne(runs: readonly Run[]): Run | undefined {
  const active = runs.filter(({ status }) => status === 'active');
  const open = runs.filter((run) => !isOver(run));
  if (active.length === 1) return active[0];
  if (open.length === 1) return open[0];
  if (open.length === 0) return runs[0];
  throw severalRuns(open, 'status', 'in this project');
}

/** Says that one of several loops has to be named. */
export function severalRuns(runs: readonly Run[], verb: VerbName, which: string): CliError {
  return new CliError({
    exit: 'no-loop',
    message: `There are ${runs.length} loops ${which}; say which one.`,
    details: runs.slice(0, 10).map(describeRun),
    next: { words: [verb, '--run', shortId(runs[0]?.id ?? '')] },
  });
}

/** Says that a project has runs that were not started here, without a word of theirs. */
export function foreignLines(root: string | undefined): readonly string[] {
  const count = root === undefined ? 0 : listRuns(root).filter(({ foreign }) => foreign).length;
  if (count === 0) return [];
  return [
    `Left alone: ${countOf(count, 'loop')} that you did not start in this folder on this machine.`,
    'To make one yours, type in a terminal: loop continue --take-over',
  ];
}

/** Says that no loop is meant, with those of other sessions. */
export function noRun({ others, root }: Located): CliError {
  const [other] = others;
  return new CliError({
    exit: 'no-loop',
    message: other ? 'This session has no loop. The project has:' : 'There is no loop here.',
    details: [...others.slice(0, 10).map(describeRun), ...foreignLines(root)],
    next:
      other && !isOver(other)
        ? { words: ['continue', '--run', shortId(other.id)], when: 'to take it over' }
        : { words: ['help', 'start'] },
  });
}

/** Opens the run of a session, or returns undefined. Throws `CliError` for an unsafe journal. */
export function openTrusted(address: RunAddress): OpenRun | undefined {
  const opened = openRun(address);
  if (opened.status === 'unsafe') throw untrusted(opened);
  return opened.status === 'open' ? opened : undefined;
}

/** Says which path is not trusted, why, and who helps. */
export function untrusted({ path, reason }: Extract<NotOpen, { readonly status: 'unsafe' }>): CliError {
  return new CliError({ message: `${path} can't be trusted: ${reason}.`, next: { words: ['doctor'] } });
}

/**
 * Opens the log of a journal at any path: a file, or the folder of numbered files beside it. Returns the
 * reason if it can't.
 */
export function openJournalLog(path: string): Log | Refusal {
  const log = openAppendLog(path);
  if (typeof log !== 'string') return log;
  const numbered = openNumberedLog(path.replace(/\.jsonl$/, ''));
  return typeof numbered === 'string' ? log : numbered;
}
