import { evolve } from '../evolve.ts';
import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { isCounting } from '../model/state.ts';
import type { Run } from '../model/run.ts';

/** Gives a run with newly counted usage, and the events for it. What was counted before isn't counted again. */
export function countSpent(
  run: Run | undefined,
  { at, spent }: Pick<CommandOf<'observe'>, 'at' | 'spent'>,
): { readonly run: Run | undefined; readonly events: readonly LoopEvent[] } {
  if (!run || !isCounting(run) || !spent || spent.from !== run.usageMark || spent.from === spent.to) {
    return { run, events: [] };
  }
  const { from: _, to, ...spend } = spent;
  const counted: LoopEvent = { type: 'spent', at, spend, mark: to };
  // Staleness is measured from the event before this one.
  return { run: { ...evolve(run, counted), updatedAt: run.updatedAt }, events: [counted] };
}
