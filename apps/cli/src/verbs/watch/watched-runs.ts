import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTree } from '@loopwright/core';
import type { RunningCheck } from '@loopwright/hooks/facts';
import { openRun, placeOfWork } from '@loopwright/store';
import type { Context } from '../../program/context.ts';
import { findRuns, type FoundRun } from '../../session/found-run.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { runningChecks } from '../../session/running-checks.ts';

/** Facts about the chosen loop that a page shows beside its record. */
export interface ChosenRun {
  readonly tree: WorkTree;
  readonly decision: LastDecision | undefined;
  readonly running: readonly RunningCheck[];
}

/** The decision of the last stop. */
export interface LastDecision {
  readonly at: number;
  readonly rule: string;
  readonly verdict: string;
}

/** Reads loops for a page, again and again. */
export interface WatchedRuns {
  /** The loops, the most recently active first. Reads journals only after a change. */
  runs(): readonly FoundRun[];
  chosen(found: FoundRun): ChosenRun;
}

/** New projects are looked for this often; known ones at each call. */
const SEARCH_MS = 5000;
/** The work tree changes without a record, and reading it can take a moment. */
const TREE_MS = 5000;

/** Creates a reader of this project's loops, or of this machine's. */
export function createWatchedRuns(context: Context, isAll: boolean): WatchedRuns {
  let found: readonly FoundRun[] = [];
  let stamp = '';
  let searchedAt = Number.NEGATIVE_INFINITY;
  let tree: { readonly key: string; readonly at: number; readonly read: WorkTree } | undefined;
  let decided: { readonly key: string; readonly decision: LastDecision | undefined } | undefined;

  const search = (): void => {
    searchedAt = context.now();
    found = findRuns(context, isAll);
    stamp = stampOf(found);
  };

  return {
    runs() {
      if (context.now() - searchedAt >= SEARCH_MS || stampOf(found) !== stamp) search();
      return found;
    },
    chosen(one) {
      const at = context.now();
      const key = `${one.root}\0${one.run.id}\0${one.run.events}`;
      if (tree?.key !== key || at - tree.at >= TREE_MS)
        tree = { key, at, read: readWorkTree(placeOfWork(one.root, one.root), one.run.frames) };
      if (decided?.key !== key) decided = { key, decision: lastDecision(one) };
      return { tree: tree.read, decision: decided.decision, running: runningChecks(one.root, one.run.id) };
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

function lastDecision({ root, run }: FoundRun): LastDecision | undefined {
  const opened = openRun({ root, sessionId: run.session });
  if (opened.status !== 'open') return undefined;
  let last: LastDecision | undefined;
  for (const { record } of opened.journal.history()) {
    const { command, summary } = record;
    if (command.type !== 'stop' || typeof summary !== 'object' || summary === null) continue;
    const { verdict, rule } = summary as { readonly verdict?: unknown; readonly rule?: unknown };
    last = { at: command.at, verdict: String(verdict), rule: String(rule) };
  }
  opened.journal.close();
  return last;
}
