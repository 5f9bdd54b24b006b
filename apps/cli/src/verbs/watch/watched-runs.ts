import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTree } from '@loopwright/core';
import type { RunningCheck } from '@loopwright/hooks/facts';
import { openRun, placeOfWork } from '@loopwright/store';
import type { Context } from '../../program/context.ts';
import { findRuns, type FoundRun } from '../../session/run-summary.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { lastStopOf, type LastStop } from '../explain/explain.ts';
import { runningChecks } from './running-checks.ts';

/** Facts about the chosen loop that a page shows beside its record. */
export interface ChosenRun {
  readonly tree: WorkTree;
  readonly stop: LastStop | undefined;
  readonly running: readonly RunningCheck[];
}

/** Reads loops for a page, again and again. */
export interface WatchedRuns {
  /** The loops, the most recently active first. Reads journals only after a change. */
  runs(): readonly FoundRun[];
  chosen(found: FoundRun): ChosenRun;
}

/** New projects are looked for this often, and the work tree, which changes without a record. */
const LOOK_MS = 5000;

/** Creates a reader of this project's loops, or of this machine's. */
export function createWatchedRuns(context: Context, isAll: boolean): WatchedRuns {
  let found: readonly FoundRun[] = [];
  let [stamp, searchedAt] = ['', Number.NEGATIVE_INFINITY];
  let known: (Pick<ChosenRun, 'tree' | 'stop'> & { readonly key: string; readonly at: number }) | undefined;
  return {
    runs() {
      if (context.now() - searchedAt >= LOOK_MS || stampOf(found) !== stamp) {
        searchedAt = context.now();
        found = findRuns(context, isAll);
        stamp = stampOf(found);
      }
      return found;
    },
    chosen({ root, run }) {
      const at = context.now();
      const key = `${root}\0${run.id}\0${run.events}`;
      if (known?.key !== key || at - known.at >= LOOK_MS) {
        const stop = known?.key === key ? known.stop : lastStop({ root, run });
        known = { key, at, stop, tree: readWorkTree(placeOfWork(root, root), run.frames) };
      }
      return { tree: known.tree, stop: known.stop, running: runningChecks(root, run.id) };
    },
  };
}

/** Changes with every journal that grows, appears or goes. */
function stampOf(found: readonly FoundRun[]): string {
  return [...new Set(found.map(({ root }) => join(root, '.loop', 'runs')))]
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .map((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return `${path} ${stats?.size} ${stats?.mtimeMs}`;
    })
    .join('\n');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{16}(\.jsonl)?$/.test(name));
  } catch {
    return [];
  }
}

function lastStop({ root, run }: FoundRun): LastStop | undefined {
  const opened = openRun({ root, sessionId: run.session });
  if (opened.status !== 'open') return undefined;
  const last = lastStopOf(opened);
  opened.journal.close();
  return last;
}
