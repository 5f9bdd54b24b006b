import type { EventOf, LoopEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';

/** Gives the run after an event, for each of these types of event. */
export type ReducersOf<T extends LoopEvent['type']> = {
  readonly [Type in T]: (run: Run, event: EventOf<Type>) => Run;
};
