import { warnedUnder } from '../decide/limits.ts';
import { totalSpend } from '../decide/receipt.ts';
import { isMet, withStale } from '../proofs.ts';
import type { Evidence, Frame, Run, Spend } from '../model/run.ts';
import { onTop, type Reducers, remember } from './change.ts';
import { withObservation } from './progress.ts';

/** Tools and their cost. */
export const usage = {
  observed: (run, event) => ({
    ...onTop(run, (frame) => ({ breaker: withObservation(frame.breaker, event) })),
    continuation: run.continuation && { ...run.continuation, isSeen: true },
  }),

  // Every frame on the stack counts the cost, because the outer loops wait for the inner one.
  spent: (run, event) => {
    const counted = { ...run, usageMark: event.mark, frames: chargeAll(run.frames, event.spend) };
    if (run.status === 'active') return counted;
    return { ...(event.receipt ? withReceiptMark(counted, event.at) : counted), isSettled: true };
  },
} satisfies Partial<Reducers>;

/** Marks spend and proofs as receipted; the next receipt starts from here. */
export function withReceiptMark(run: Run, at: number): Run {
  return {
    ...onTop(run, ({ criteria }) => ({
      ledger: { met: criteria.filter(isMet).map(({ name }) => name), checks: [] },
    })),
    billed: { at, spend: totalSpend(run) },
  };
}

/** Counts the cost of a judge. */
export function withJudgePaid(run: Run, { judgement }: Evidence): Run {
  return judgement ? { ...run, frames: chargeAll(run.frames, judgement) } : run;
}

/** Adds a check to the next receipt. */
export function withCheckOnLedger(frame: Frame, criterion: string, evidence: Evidence): Partial<Frame> {
  if (!frame.criteria.some(({ name }) => name === criterion)) return {};
  const { id, passed, exitCode, durationMs, fingerprint } = evidence;
  const { met = [], checks = [] } = frame.ledger ?? {};
  const check = { criterion, passed, exitCode, durationMs, evidence: id };
  return { ledger: { met, checks: remember(checks, check), fingerprint } };
}

/** Updates the recorded warnings after a change of limits. */
export function withWarningsKept(before: Run, run: Run, at: number): Run {
  const old = before.frames.at(-1);
  if (!old) return run;
  return onTop(run, (frame) => ({ warned: warnedUnder(old, frame, at) }));
}

/** Marks the proofs that a stop found stale. */
export function withStaleMarks(run: Run, stale: readonly string[] | undefined): Run {
  return stale ? onTop(run, (frame) => withStale(frame, stale)) : run;
}

function chargeAll(frames: readonly Frame[], { usd, tokens, isUnpriced }: Spend): Frame[] {
  return frames.map((frame) => ({
    ...frame,
    spend: {
      usd: Math.min(frame.spend.usd + usd, Number.MAX_VALUE),
      tokens: Math.min(frame.spend.tokens + tokens, Number.MAX_VALUE),
      ...((isUnpriced || frame.spend.isUnpriced) && { isUnpriced: true }),
    },
  }));
}
