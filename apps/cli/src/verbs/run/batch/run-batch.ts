import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRepository } from '@loopwright/driver';
import type { Answer, Context, Request } from '../../../program/context.ts';
import { findNewRoot } from '../../../session/place.ts';
import { batchAnswer } from './batch-answer.ts';
import { failed, usage } from './batch-flags.ts';
import { type BatchKey, isDrivenNow, readBatch, type RememberedBatch, writeBatch } from './batch-memory.ts';
import { begunBatch, resumedBatch, wantedAgain } from './begin-batch.ts';
import { driveBatch } from './drive-batch.ts';
import { batchExit } from './job.ts';

/**
 * Runs several specs, each in a work tree and a process of its own, `--jobs` of them at once, in the order of their
 * needs and within one budget. The batch is stored after each step; `--resume` continues all its specs.
 */
export async function runBatch(context: Context, request: Request<'run'>, specs: string): Promise<Answer> {
  const { flags, words } = request;
  if (
    words.length > 0 ||
    flags['spec-file'] !== undefined ||
    flags.worktree !== undefined ||
    flags.base !== undefined
  ) {
    throw usage('--specs has all specs, and each gets a work tree of its own.');
  }
  const home = findNewRoot(context);
  const repository = await readRepository(home, context.env);
  if (!repository?.head)
    throw failed('Several specs need a git repository with a commit: each gets a work tree.');
  const path = resolve(context.cwd, specs);
  const key: BatchKey = [home, existsSync(path) ? realpathSync(path) : path];
  const before = readBatch(key);
  if (before && isDrivenNow(before)) throw failed('Another loop run works on these specs now.');
  const again = flags.resume ? wantedAgain(request, before) : new Set<string>();
  const batch = flags.resume
    ? resumedBatch(request, { before, path, again }, repository)
    : begunBatch(context, request, path, before);
  writeBatch(key, batch);
  if (flags.resume) for (const line of restLines(batch)) context.messages.write(`[LOOP] ${line}\n`);
  await driveBatch(context, request, { key, home, repository, batch, again });
  return batchAnswer(batch, specs, batchExit(batch.jobs));
}

/** Says which specs a resumed batch leaves alone. */
function restLines({ jobs }: RememberedBatch): readonly string[] {
  const done = jobs.filter(({ state }) => state === 'done').map(({ name }) => name);
  const ended = jobs.filter(({ state }) => state === 'ended').map(({ name, exit }) => `${name} (${exit})`);
  return [
    ...(done.length > 0 ? [`Done already: ${done.join(', ')}`] : []),
    ...(ended.length > 0 ? [`Ended, and not run again without --retry: ${ended.join(', ')}`] : []),
  ];
}
