import { compileNothing, createStartList, readProjectFiles } from '@loopwright/checks';
import type { CommandOf } from '@loopwright/core';
import { type OpenRun, readStartList, writeStartList } from '@loopwright/store';
import type { Env } from '../program/context.ts';

/** The tree that a thorough review looked at, for its record. Stores the list of its files, to name later edits. */
export function reviewedTree({ root, run }: OpenRun, env: Env): Pick<CommandOf<'review'>, 'fingerprint'> {
  compileNothing();
  const list = createStartList(root, { env });
  if (list.status === 'unknown') return {};
  writeStartList(listName(run.id), list.bytes);
  return { fingerprint: list.digest };
}

/**
 * Names the files that changed since the thorough review, or the reason why they are unknown. Empty for the same tree,
 * and for a review that has no tree on record.
 */
export function changedSinceReview({ root, run }: OpenRun, env: Env): readonly string[] {
  const digest = run.frames.at(-1)?.workflow?.thorough?.fingerprint;
  if (digest === undefined) return [];
  const files = readProjectFiles(root, { digest, bytes: readStartList(root, listName(run.id)) }, { env });
  if (typeof files === 'string') return [`unknown, because ${files}`];
  if (files.unknown !== undefined) return [`unknown: ${files.unknown}`];
  return files.changes.map(({ path }) => path);
}

function listName(runId: string): string {
  return `${runId}.review`;
}
