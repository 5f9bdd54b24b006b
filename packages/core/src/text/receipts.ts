import type { Decision } from '../decide/decision.ts';
import { isMet } from '../decide/proofs.ts';
import type { Frame, Run, Spend } from '../model/run.ts';
import { formatInstant } from '../views/instant.ts';
import { endingName } from './words.ts';

/** One line of `iterations.jsonl`: what an answered stop left behind. */
export interface Receipt {
  readonly at: string;
  readonly frame: string;
  readonly iteration: number;
  readonly rule: string;
  readonly verdict: 'allow' | 'block';
  readonly met: readonly string[];
  readonly unmet: readonly string[];
  readonly steps_done: number;
  readonly steps_total: number;
  readonly tools: number;
  readonly files: readonly string[];
  readonly cost_usd: number;
  readonly tokens: number;
  readonly ending?: string;
}

/** Writes the receipt of a stop from the run before it, the decision, and the run after it. */
export function receiptOf(before: Run | undefined, decision: Decision, after: Run): Receipt | undefined {
  const frame = before?.frames.at(-1);
  if (!frame || !decision.verdict || decision.events.length === 0) return undefined;
  const { verdict } = decision;
  // The frame that stopped ended first; what the frames below it came to is another receipt's matter.
  const ending = verdict.popped?.[0] ?? (verdict.kind === 'allow' ? verdict.ending : undefined);
  const spend = spendOf(after, frame);
  return {
    at: formatInstant(after.updatedAt),
    frame: frame.id,
    iteration: frame.iteration,
    rule: verdict.rule,
    verdict: verdict.kind,
    met: frame.criteria.filter(isMet).map(({ name }) => name),
    unmet: frame.criteria.filter((one) => !isMet(one)).map(({ name }) => name),
    steps_done: frame.steps.filter(({ isDone }) => isDone).length,
    steps_total: frame.steps.length,
    tools: frame.breaker.tools,
    files: frame.breaker.edits.map(({ path }) => path),
    cost_usd: Math.round(spend.usd * 1e6) / 1e6,
    tokens: spend.tokens,
    ...(ending && { ending: endingName(ending) }),
  };
}

/** What the frame had cost once the stop was counted in, wherever the frame is now. */
function spendOf({ frames, closed }: Run, frame: Frame): Spend {
  return [...closed, ...frames].findLast(({ id }) => id === frame.id)?.spend ?? frame.spend;
}
