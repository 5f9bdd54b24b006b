import { MAX_REMEMBERED } from '../model/defaults.ts';
import type { EventOf, LoopEvent } from '../model/event.ts';
import type { Frame, Run, Workflow } from '../model/run.ts';

/** Gives the run after an event, for each type of event. `opened` needs no run before it. */
export type Reducers = {
  readonly [Type in Exclude<LoopEvent['type'], 'opened'>]: (run: Run, event: EventOf<Type>) => Run;
};

/** A reducer that changes fields of the top frame. */
// @__NO_SIDE_EFFECTS__
export function top<Event>(
  change: (frame: Frame, event: Event) => Partial<Frame>,
): (run: Run, event: Event) => Run {
  return (run, event) => onTop(run, (frame) => change(frame, event));
}

/** A reducer that changes fields of the top frame, if it has a workflow. */
// @__NO_SIDE_EFFECTS__
export function topWorkflow<Event>(
  change: (workflow: Workflow, event: Event, frame: Frame) => Partial<Frame>,
): (run: Run, event: Event) => Run {
  return top((frame, event) => (frame.workflow ? change(frame.workflow, event, frame) : {}));
}

/** Changes fields of the top frame. */
export function onTop(run: Run, change: (frame: Frame) => Partial<Frame>): Run {
  const frame = run.frames.at(-1);
  return frame ? { ...run, frames: [...run.frames.slice(0, -1), { ...frame, ...change(frame) }] } : run;
}

/** Adds an item to a list that drops its oldest items at `MAX_REMEMBERED`. */
export function remember<T>(list: readonly T[], item: T): T[] {
  return [...list, item].slice(-MAX_REMEMBERED);
}

/** The notes of a frame without the one that asks for a panel about a subject. */
export function withoutRequest({ notes }: Frame, subject: string): Frame['notes'] {
  return notes.filter((note) => note.kind !== 'ask-panel' || note.subject !== subject);
}
