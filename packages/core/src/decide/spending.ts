import { evolve } from '../evolve.ts';
import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import type { Notice } from './decision.ts';
import { budgetWarning } from './limits.ts';

/** A run with newly counted usage in it, and what that amounts to. */
export interface Counted {
  readonly run: Run | undefined;
  readonly events: readonly LoopEvent[];
  readonly notices: readonly Notice[];
}

/** Counts usage in, unless somebody else counted the same stretch of the transcript before. */
export function countSpent(
  run: Run | undefined,
  { at, spent }: Pick<CommandOf<'observe'>, 'at' | 'spent'>,
): Counted {
  const frame = run?.frames.at(-1);
  if (
    !run ||
    !frame ||
    !spent ||
    run.status !== 'active' ||
    spent.from !== run.usageMark ||
    spent.from === spent.to
  ) {
    return { run, events: [], notices: [] };
  }
  const { usd, tokens, to } = spent;
  const counted: LoopEvent = { type: 'spent', at, spend: { usd, tokens }, mark: to };
  const percent = budgetWarning(frame.limits.budgetUsd, frame.spend.usd, frame.spend.usd + usd);
  const warned: LoopEvent[] =
    percent === undefined ? [] : [{ type: 'noted', at, note: { kind: 'budget', percent } }];
  const events = [counted, ...warned];
  return {
    // The silence that makes a run stale is measured from what was heard before this.
    run: { ...events.reduce<Run>(evolve, run), updatedAt: run.updatedAt },
    events,
    notices: percent === undefined ? [] : [{ code: 'budget', percent }],
  };
}
