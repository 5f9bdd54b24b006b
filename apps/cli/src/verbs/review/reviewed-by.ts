import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { askGit } from '@loopwright/checks';
import { sanitizeLine } from '@loopwright/core';
import { splitPaths } from '../../plan/frame-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';
import { REVIEWED } from '../../workflow/placeholders.ts';

interface ReviewFlags {
  readonly reviewer?: readonly string[];
  readonly looked?: readonly string[];
}

/** The reviewers, and the files, folders or commits that they read. */
export interface ReviewedBy {
  readonly reviewers: string[];
  readonly looked: string[];
}

/** Reads the flags of a review. Throws `CliError` if one of the two is missing, and for files that don't exist. */
export function reviewedBy(
  { env }: Context,
  root: string,
  kind: readonly string[],
  flags: ReviewFlags,
): ReviewedBy {
  const reviewers = splitPaths(flags.reviewer);
  const looked = splitPaths(flags.looked);
  if (reviewers.length === 0 || looked.length === 0) {
    throw new CliError({
      exit: 'usage',
      message: 'A review says who looked (--reviewer) and at which files, folders or commits (--looked).',
      next: {
        words: ['review', ...kind, ...REVIEWED],
        when: 'one --finding for each; none if nothing was found',
      },
    });
  }
  const missing = looked.find((one) => !isPath(root, one) && !isRange(root, env, one));
  if (missing !== undefined) {
    throw new CliError({
      exit: 'usage',
      message: `--looked names "${sanitizeLine(missing, 80)}", which is no file, folder or range of commits of this project.`,
    });
  }
  return { reviewers, looked };
}

function isPath(root: string, path: string): boolean {
  const inside = relative(root, resolve(root, path));
  return !inside.startsWith('..') && !isAbsolute(inside) && existsSync(resolve(root, path));
}

/** One commit, or two with dots between them. Git must know both. */
function isRange(root: string, env: Context['env'], text: string): boolean {
  const ends = text.split(/\.{2,3}/);
  return ends.length <= 2 && ends.every((end) => isCommit(root, env, end === '' ? 'HEAD' : end));
}

function isCommit(root: string, env: Context['env'], revision: string): boolean {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return askGit(root, env, args) !== undefined;
}
