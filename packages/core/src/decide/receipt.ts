import { MAX_NAMED } from '../model/defaults.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Ending, IterationReceipt, Run, Spend } from '../model/run.ts';
import { isMet } from '../proofs.ts';

const NOTHING: Spend = { usd: 0, tokens: 0 };

/** The spend of the whole run: the first frame's spend includes all others. */
export function totalSpend({ frames }: Run): Spend {
  return frames[0]?.spend ?? NOTHING;
}

/** Writes the receipt of the top frame since the last receipt. */
export function writeReceipt(
  run: Run,
  at: number,
  rule: string,
  fingerprint?: string,
): IterationReceipt | undefined {
  const frame = run.frames.at(-1);
  if (!frame) return undefined;
  const { ledger, criteria, breaker } = frame;
  const [before, now] = [run.billed?.spend ?? NOTHING, totalSpend(run)];
  const wereMet = new Set(ledger?.met);
  return {
    frame: frame.id,
    iteration: frame.iteration,
    rule,
    durationMs: Math.max(0, at - (run.billed?.at ?? run.createdAt)),
    usd: Math.max(0, now.usd - before.usd),
    tokens: Math.max(0, now.tokens - before.tokens),
    tools: breaker.tools,
    files: breaker.edits.slice(0, MAX_NAMED).map(({ path }) => path),
    fileCount: breaker.edits.length,
    met: criteria.filter((one) => isMet(one) && !wereMet.has(one.name)).map(({ name }) => name),
    lost: criteria.filter((one) => !isMet(one) && wereMet.has(one.name)).map(({ name }) => name),
    checks: (ledger?.checks ?? []).slice(-MAX_NAMED),
    fingerprint: fingerprint ?? ledger?.fingerprint,
  };
}

/** Makes the event that rests a run, with the receipt of its iteration. */
export function restWithReceipt(run: Run, rule: string, status: Run['status'], ending: Ending): LoopEvent {
  const { at } = ending;
  const receipt = run.status === 'active' ? writeReceipt(run, at, rule) : undefined;
  return { type: 'rested', at, status, ending, receipt };
}

/** The receipt among the events of one decision. */
export function receiptIn(events: readonly LoopEvent[]): IterationReceipt | undefined {
  for (const event of events.toReversed()) {
    if ('receipt' in event && event.receipt) return event.receipt;
  }
  return undefined;
}
