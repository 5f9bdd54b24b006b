import { evolve } from '../evolve.ts';
import type { CommandOf } from '../schemas/command.ts';
import type { LoopEvent } from '../schemas/event.ts';
import { isCounting } from '../model/is-counting.ts';
import type { Run } from '../schemas/run.ts';

/** A run with newly counted usage in it, and what that amounts to. */
export interface Counted {
  readonly run: Run | undefined;
  readonly events: readonly LoopEvent[];
}

/** Counts usage in, unless somebody else counted the same stretch of the transcript before. */
export function countSpent(
  run: Run | undefined,
  { at, spent }: Pick<CommandOf<'observe'>, 'at' | 'spent'>,
): Counted {
  if (!run || !isCounting(run) || !spent || spent.from !== run.usageMark || spent.from === spent.to) {
    return { run, events: [] };
  }
  const { usd, tokens, to } = spent;
  const counted: LoopEvent = { type: 'spent', at, spend: { usd, tokens }, mark: to };
  // The silence that makes a run stale is measured from what was heard before this.
  return { run: { ...evolve(run, counted), updatedAt: run.updatedAt }, events: [counted] };
}
