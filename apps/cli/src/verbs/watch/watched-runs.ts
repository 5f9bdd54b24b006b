import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTree } from '@loopwright/core';
import type { RunningCheck } from '@loopwright/hooks/facts';
import { openRun, placeOfWork, readWorkFile } from '@loopwright/store';
import * as z from 'zod/mini';
import type { Context } from '../../program/context.ts';
import { findRuns, type FoundRun } from '../../session/run-summary.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { lastStopOf, type LastStop } from '../explain/explain.ts';

/** Facts about the chosen loop that a page shows beside its record. */
export interface ChosenRun {
  readonly tree: WorkTree;
  readonly stop: Pick<LastStop, 'stop' | 'answer'> | undefined;
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
  let [key, known] = ['', { tree: () => undefined, stop: undefined } as Omit<ChosenRun, 'running'>];
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
      const now = [root, run.id, run.events, Math.floor(context.now() / LOOK_MS)].join('\0');
      if (key !== now) {
        key = now;
        known = {
          stop: lastStop(root, run.session),
          tree: readWorkTree(placeOfWork(root, root), run.frames),
        };
      }
      return { ...known, running: runningChecks(root, run.id) };
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

function lastStop(root: string, sessionId: string): LastStop | undefined {
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') return undefined;
  const last = lastStopOf(opened);
  opened.close();
  return last;
}

const checksFile = z.object({
  pid: z.number(),
  checks: z.array(
    z.object({ name: z.string(), command: z.string(), since: z.number(), lines: z.array(z.string()) }),
  ),
});

/** The checks of a run that run now; none if the process that ran them is gone. */
function runningChecks(root: string, runId: string): readonly RunningCheck[] {
  const read = z.safeParse(checksFile, readWorkFile({ root, runId, kind: 'checks' }));
  return read.success && isAlive(read.data.pid) ? read.data.checks : [];
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Another user's process lives, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
