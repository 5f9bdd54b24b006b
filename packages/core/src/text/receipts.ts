import type { Decision } from '../decide/decision.ts';
import { receiptIn } from '../decide/receipt.ts';
import { given } from '../model/plans.ts';
import type { Ending, Frame, IterationReceipt, Run, Spend } from '../model/run.ts';
import { isMet, withStale } from '../proofs.ts';
import { formatInstant } from '../views/instant.ts';
import { endingName } from './endings.ts';

/** One line of `iterations.jsonl`: the state of an iteration when a stop was answered or the run rested. */
export type Receipt = ReturnType<typeof lineOf>;

/** Writes the receipt of a decision from the run before it and the run after it; none where it ended no iteration. */
export function receiptOf(before: Run | undefined, decision: Decision, after: Run): Receipt | undefined {
  const frame = before?.frames.at(-1);
  const receipt = receiptIn(decision.events);
  return frame && receipt && lineOf(frame, receipt, decision, after);
}

function lineOf(frame: Frame, receipt: IterationReceipt, decision: Decision, after: Run) {
  const ending = endingOf(decision);
  const { criteria } = frameFound(frame, decision);
  const spend = spendOf(after, frame);
  return {
    at: formatInstant(after.updatedAt),
    frame: frame.id,
    iteration: frame.iteration,
    rule: receipt.rule,
    verdict: decision.verdict?.kind ?? 'allow',
    duration_ms: receipt.durationMs,
    met: criteria.filter(isMet).map(({ name }) => name),
    unmet: criteria.filter((one) => !isMet(one)).map(({ name }) => name),
    /** Criteria that moved since the receipt before. */
    newly_met: receipt.met,
    no_longer_met: receipt.lost,
    /** Checks that ran since then. */
    checks: receipt.checks.map(({ criterion, passed, exitCode, durationMs, evidence }) => ({
      criterion,
      passed,
      exit_code: exitCode,
      duration_ms: durationMs,
      evidence,
    })),
    steps_done: frame.steps.filter(({ isDone }) => isDone).length,
    steps_total: frame.steps.length,
    tools: receipt.tools,
    /** Files edited by tools, the first 50; `files_total` is how many there were. */
    files: receipt.files,
    files_total: receipt.fileCount,
    /** The work tree as it was last looked at. */
    ...given({ fingerprint: receipt.fingerprint }),
    /** Spent since the receipt before; all receipts of a run add up to its total. */
    cost_usd: rounded(receipt.usd),
    tokens: receipt.tokens,
    /** Spent by the frame so far. */
    frame_cost_usd: rounded(spend.usd),
    frame_tokens: spend.tokens,
    ...given({ ending: ending && endingName(ending) }),
  };
}

/** Marks the proofs that the stop found stale; the first answering event is about this frame. */
function frameFound(frame: Frame, { events }: Decision): Frame {
  const answer = events.find((event) => event.type === 'closed' || 'receipt' in event);
  const stale = answer && 'stale' in answer ? answer.stale : undefined;
  return stale ? withStale(frame, stale) : frame;
}

/** The ending of the frame that stopped. Frames below it have receipts of their own. */
function endingOf({ verdict, events }: Decision): Ending | undefined {
  if (verdict) return verdict.popped?.[0] ?? (verdict.kind === 'allow' ? verdict.ending : undefined);
  return events.flatMap((event) => (event.type === 'rested' ? event.ending : [])).at(-1);
}

/** The cost of the frame, also after it left the stack. */
function spendOf({ frames, closed }: Run, frame: Frame): Spend {
  return [...closed, ...frames].findLast(({ id }) => id === frame.id)?.spend ?? frame.spend;
}

function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
