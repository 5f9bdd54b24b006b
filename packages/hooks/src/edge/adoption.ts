import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import { announce, type Decision } from '@loopwright/core';
import {
  adoptRun,
  findUnadoptable,
  isFromRepository,
  listAdoptable,
  type Looking,
  readTrace as readLatest,
  refusedAtStop,
  type RunAddress,
} from '@loopwright/store';
import type { HandWritten } from '../ports.ts';
import { handWrittenLine } from '../text/session-lines.ts';

/**
 * Adopts a loop without a run for the session that stops, and gives the notices of the adoption. Gives a line for the
 * user if a file was written here to start a loop, and can't; undefined without one.
 */
export function adoptAtStop(
  address: RunAddress,
  env: Looking['env'],
  at: number,
): { readonly notices: Decision['notices'] } | { readonly refused: string } | undefined {
  const adopted = adoptRun({ ...address, env, runId: randomUUID(), at, by: 'stop' });
  if (adopted.status === 'adopted') {
    adopted.opened.close();
    return { notices: adopted.decision.notices };
  }
  const refused = refusedAtStop({ root: address.root, at });
  return refused && { refused: handWrittenLine({ kind: 'refused', ...refused }) };
}

/** The loop that a stop or its user may adopt, or the first file that can't start one. */
export function readHandWritten(looking: Looking): HandWritten | undefined {
  const { root } = looking;
  const all = listAdoptable(looking, 'stop');
  const loop = all.find(({ holds }) => holds) ?? all[0];
  // A file of the repository holds no session, so don't report it; its user can still start it.
  const isOurs = (path: string): boolean => !isFromRepository(root, path);
  if (loop && loop.source.format !== 'corrupt') {
    if (!isOurs(loop.path)) return undefined;
    const { holds } = loop;
    return loop.name === 'loop:current'
      ? { kind: 'topic', topic: loop.name, holds }
      : { kind: 'loop', path: relative(root, loop.path), holds };
  }
  const refused = findUnadoptable(root).find(({ path }) => isOurs(join(root, path)));
  return refused && { kind: 'refused', ...refused };
}

/** An active loop of another session, as its journal or its views tell it. */
export function readTrace(root: string): string | undefined {
  const run = readLatest(root);
  return run && announce({ kind: 'resume', run });
}
