import { join } from 'node:path';
import { isOpen, type Run } from '@loopwright/core';
import { branchOf, listWorkTrees, readRepository } from '@loopwright/driver';
import { claimRun, listRuns, type OpenRun } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';
import { authorOf } from '../../session/author.ts';
import { openTrusted } from '../../session/locate-run.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { describeRun, shortId } from '../../session/run-summary.ts';
import { readDelivery } from './delivery/delivery.ts';
import type { Begun } from './start-run.ts';

/** A run of a project or of a work tree, and where it is. */
type Resumable = ReturnType<typeof resumablesIn>[number];

/**
 * Opens the run that `--run` names, else the only one that can go on: of the project, and of the work trees that were
 * made for it. A run whose work is not delivered yet can go on, too.
 */
export async function openToResume(context: Context): Promise<Begun> {
  const wanted = context.flags.run;
  const roots = await rootsOf(context, findPlace(context).root ?? findNewRoot(context));
  const all = roots.flatMap(resumablesIn);
  const open = all.filter((one) => (wanted === undefined ? canGoOn(one) : one.run.id.startsWith(wanted)));
  const [only] = open;
  if (!only) throw nothing('There is no run here to go on with.', all);
  if (open.length > 1) {
    throw nothing(`There are ${open.length} runs to go on with; say which one with --run.`, open);
  }
  if (!canGoOn(only)) throw nothing(`That run is ${only.run.status}.`, [only]);
  const { root, run, delivery } = only;
  refuseClaude(context, root, run);
  const opened = openTrusted({ root, sessionId: run.session }) ?? claimUnnamed(context, only);
  return { opened, delivery, notices: [] };
}

function canGoOn({ run, delivery }: Resumable): boolean {
  return isOpen(run) || (run.status === 'completed' && delivery !== undefined && delivery.isDone !== true);
}

function resumablesIn(root: string) {
  return listRuns(root).flatMap(({ run, path }) =>
    run ? [{ root, path, run, delivery: readDelivery(root, run.id) }] : [],
  );
}

/** The project, and the same folder in each linked work tree that `--worktree` made. */
async function rootsOf({ env }: Context, root: string): Promise<readonly string[]> {
  const repository = await readRepository(root, env);
  if (!repository) return [root];
  const trees = await listWorkTrees(repository.git);
  const linked = trees
    .filter(({ branch, path }) => branch?.startsWith(branchOf('')) && path !== repository.top)
    .map(({ path }) => join(path, repository.prefix));
  return [root, ...linked];
}

/**
 * A driver takes a run as its journal has it: it vouches for the checks that stand there, and its flags are the user's
 * words. So Claude can't resume one. Throws `CliError` in a shell of Claude.
 */
function refuseClaude({ env }: Context, root: string, run: Run): void {
  if (authorOf(env, { root, sessionId: run.session }) === 'user') return;
  throw new CliError({
    message:
      'Only the user can let a driver go on with a run: it would vouch for whatever stands in its journal.',
    next: {
      words: ['run', '--resume', '--run', shortId(run.id)],
      when: 'for the user, in a terminal of their own',
    },
  });
}

/** A driver that was killed while it moved the journal left a journal under the name of another session. */
function claimUnnamed(context: Context, { root, path }: Resumable): OpenRun {
  const claimed = claimRun({ root, path, sessionId: context.newId(), at: context.now() });
  if (claimed.status === 'claimed') return claimed.opened;
  throw nothing('The run was taken over by another session first, or it is gone.', []);
}

function nothing(message: string, runs: readonly Resumable[]): CliError {
  return new CliError({
    exit: 'no-loop',
    message,
    details: runs.slice(0, 10).map(({ run }) => describeRun(run)),
    next: { words: ['help', 'run'] },
  });
}
