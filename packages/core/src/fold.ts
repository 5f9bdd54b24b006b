import { evolve } from './evolve.ts';
import type { LoopEvent } from './model/event.ts';
import type { Run } from './model/run.ts';

/** Gives the run that a history amounts to, beginning with `run` where one is given. Total, like `evolve`. */
export function fold(events: Iterable<LoopEvent>, run?: Run): Run | undefined {
  let folded = run;
  for (const event of events) folded = evolve(folded, event);
  return folded;
}
