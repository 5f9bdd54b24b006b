import { type Ending, isUnchanged } from '@loopwright/core';
import type { BatchJob } from './batch-memory.ts';
import { stateAfter } from './job.ts';
import type { JobAnswer } from './run-job.ts';

/** Translates the answer of `loop run --json` into the state of its job. A job without an answer was killed. */
export function resultOf(answer: JobAnswer): Partial<BatchJob> {
  if (answer === undefined) return { state: 'paused', exit: 'interrupted' };
  const { error, exit, costUsd, delivery, run } = answer as {
    readonly error?: { readonly code: string; readonly message: string };
    readonly exit?: string;
    readonly costUsd?: number;
    readonly run?: { readonly id: string; readonly ending?: Ending };
    readonly delivery?: {
      readonly folder: string | null;
      readonly branch: string | null;
      readonly problem: string | null;
      readonly pullRequest: { readonly url: string | null } | null;
    };
  };
  if (error) return { state: stateAfter(error.code), exit: error.code, problem: error.message };
  const name = exit ?? 'unclear';
  return {
    state: stateAfter(name),
    exit: name,
    problem: delivery?.problem ?? undefined,
    ...(costUsd !== undefined && { spentUsd: costUsd }),
    ...(run && { runId: run.id, isUnchanged: isUnchanged(run.ending) }),
    ...(delivery && {
      folder: delivery.folder,
      pullRequest: delivery.pullRequest?.url ?? null,
      ...(delivery.branch !== null && { branch: delivery.branch }),
    }),
  };
}
