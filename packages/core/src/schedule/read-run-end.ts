import type { Ending } from '../model/run.ts';
import { failureOf } from '../model/state.ts';
import { isUnchanged } from '../text/endings.ts';

/** How a run of its own process ended, and what it left. */
export interface RunEnd {
  readonly exit: string;
  /** Empty if it said nothing. */
  readonly reason: string;
  /** The failure that paused it. */
  readonly cause?: ReturnType<typeof failureOf>;
  /** Why it could not begin, or its work not be delivered. */
  readonly problem?: string | undefined;
  readonly spentUsd?: number;
  readonly runId?: string;
  readonly isUnchanged?: boolean;
  readonly folder?: string | null | undefined;
  readonly pullRequest?: string | null;
  readonly branch?: string;
}

/** The fields of the answer of `loop run --json` that those who start it read. */
interface RunAnswer {
  readonly exit?: string;
  readonly reason?: string;
  readonly costUsd?: number;
  readonly error?: { readonly code?: string; readonly message: string };
  readonly run?: { readonly id: string; readonly ending?: Ending };
  readonly delivery?: {
    readonly folder?: string | null;
    readonly branch?: string | null;
    readonly problem?: string;
    readonly pullRequest?: { readonly url: string | null };
  };
}

/** Reads what `loop run --json` printed. A run that printed nothing was killed. */
export function readRunEnd(stdout: string): RunEnd {
  let answer: RunAnswer;
  try {
    answer = (JSON.parse(stdout) ?? {}) as RunAnswer;
  } catch {
    return { exit: 'interrupted', reason: '' };
  }
  const { error, costUsd, delivery, run } = answer;
  const { folder, branch, problem, pullRequest } = delivery ?? {};
  return {
    exit: answer.exit ?? error?.code ?? 'unclear',
    reason: answer.reason ?? error?.message ?? '',
    cause: failureOf(run?.ending),
    problem: problem ?? error?.message,
    ...(costUsd !== undefined && { spentUsd: costUsd }),
    ...(run && { runId: run.id, isUnchanged: isUnchanged(run.ending) }),
    ...(delivery && { folder, pullRequest: pullRequest?.url ?? null }),
    ...(branch && { branch }),
  };
}
