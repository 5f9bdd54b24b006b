import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { otherProcess, readRepository } from '@loopwright/driver';
import { CliError, usageError } from '../../../program/cli-error.ts';
import type { Answer, Context, Request } from '../../../program/context.ts';
import { findNewRoot } from '../../../session/place.ts';
import { type BatchKey, readBatch, writeBatch } from './batch.ts';
import { batchAnswer, restLines } from './batch-answer.ts';
import { begunBatch, resumedBatch } from './begin-batch.ts';
import { driveBatch } from './drive-batch.ts';

/**
 * Runs several specs, each in a work tree and a process of its own, `--jobs` of them at once, in the order of their
 * needs and within one budget. The batch is stored after each step; `--resume` continues all its specs.
 */
export async function runBatch(context: Context, request: Request<'run'>, specs: string): Promise<Answer> {
  const { flags, words } = request;
  if (words.length > 0 || [flags['spec-file'], flags.worktree, flags.base].some((one) => one !== undefined))
    throw usageError('--specs has all specs, and each gets a work tree of its own.', ['help', 'run']);
  const home = findNewRoot(context);
  const repository = await readRepository(home, context.env);
  if (!repository?.head)
    throw refused('Several specs need a git repository with a commit: each gets a work tree.');
  const path = resolve(context.cwd, specs);
  const key: BatchKey = [home, existsSync(path) ? realpathSync(path) : path];
  const before = readBatch(key);
  if (otherProcess(before?.driver)) throw refused('Another loop run works on these specs now.');
  const batch = flags.resume
    ? resumedBatch(flags, path, repository, before)
    : begunBatch(context, flags, home, path, before);
  writeBatch(key, batch);
  if (!readBatch(key)) throw refused('These specs are too large to be remembered together.');
  if (flags.resume) for (const line of restLines(batch)) context.messages.write(`[LOOP] ${line}\n`);
  await driveBatch(context, request, { key, repository, batch });
  return batchAnswer(batch, specs);
}

function refused(message: string): CliError {
  return new CliError({ message: `${message} Nothing was started.` });
}
