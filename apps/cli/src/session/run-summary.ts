import { homedir } from 'node:os';
import { sep } from 'node:path';
import { durationText, isLeft, type Run, sanitizeLine, STANDINGS, standingOf } from '@loopwright/core';
import { auditJournal, listProjects, listRuns, type OpenRun } from '@loopwright/store';
import type { Context } from '../program/context.ts';
import { type Ink, INKS } from '../terminal/page.ts';
import { findPlace } from './place.ts';

/** As much of an id as people need to tell a few runs apart. */
export function shortId(id: string): string {
  return sanitizeLine(id, 200).slice(0, 8);
}

/** Describes a run in one line. */
export function describeRun(run: Run): string {
  return `${shortId(run.id)}  ${standingOf(run).padEnd(9)}  ${sanitizeLine(run.frames[0]?.spec ?? '', 60)}`;
}

/** The run as its records alone tell it: an end as verified that today's rules don't reach again counts as a claim. */
export function auditedRun({ run, journal }: OpenRun): Run {
  if (run.ending?.kind !== 'verified') return run;
  const forged = auditJournal(journal);
  return forged === undefined ? run : { ...run, ending: { ...run.ending, kind: 'claimed', breach: forged } };
}

/** A run, and the project where it was started. */
export interface FoundRun {
  readonly root: string;
  readonly run: Run;
}

/** How a run stands: its status or its end. `left`: active, but its session ended or fell silent. */
export type RunState = keyof typeof STANDINGS | 'left';
export const RUN_STATES = ['left', ...Object.keys(STANDINGS)] as RunState[];

/** Finds the runs of this project, or of every project of this machine, the most recently active first. */
export function findRuns(context: Context, isAll: boolean): readonly FoundRun[] {
  const { root } = findPlace(context);
  const here = root === undefined ? [] : [root];
  const roots = isAll ? new Set([...here, ...listProjects()]) : here;
  return [...roots]
    .flatMap((folder) => listRuns(folder).flatMap(({ run }) => (run ? [{ root: folder, run }] : [])))
    .toSorted((one, other) => other.run.updatedAt - one.run.updatedAt);
}

/** How a run stands, in one word. */
export function stateOf(run: Run, at: number): RunState {
  return isLeft(run, at) ? 'left' : standingOf(run);
}

/** The colour of a state. */
export function stateInk(state: RunState): Ink | undefined {
  return state === 'left' ? 'yellow' : INKS[STANDINGS[state].tone];
}

/** How long ago something was, in one whole number: `12s`, `3m`, `2h`. */
export function ageText(timeMs: number): string {
  return durationText(Math.floor(Math.max(0, timeMs) / 1000) * 1000).split(' ', 1)[0] ?? '';
}

/** A folder as people know it: `~` for their home folder. */
export function shownFolder(path: string, home: string = homedir()): string {
  return path === home ? '~' : path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}
