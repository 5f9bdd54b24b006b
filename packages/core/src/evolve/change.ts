import { MAX_REMEMBERED } from '../model/defaults.ts';
import type { Frame, Run, Workflow } from '../model/run.ts';

/** Changes the top frame. */
export function onTop(run: Run, change: (frame: Frame) => Frame): Run {
  const top = run.frames.at(-1);
  return top ? { ...run, frames: [...run.frames.slice(0, -1), change(top)] } : run;
}

/** Changes the workflow of the top frame, if it has one. */
export function onWorkflow(run: Run, change: (workflow: Workflow) => Workflow): Run {
  return onTop(run, (frame) => (frame.workflow ? { ...frame, workflow: change(frame.workflow) } : frame));
}

/** Adds an item to a list that drops its oldest items at `MAX_REMEMBERED`. */
export function remember<T>(list: readonly T[], item: T): T[] {
  return [...list, item].slice(-MAX_REMEMBERED);
}

/** Drops the note that asks for a panel about a subject. */
export function withoutRequest(frame: Frame, subject: string): Frame {
  return {
    ...frame,
    notes: frame.notes.filter((note) => note.kind !== 'ask-panel' || note.subject !== subject),
  };
}

/** Leaves out a field. */
export function without<T extends object, K extends keyof T>(
  value: T,
  key: K,
): Omit<T, K> & Partial<Pick<T, K>> {
  const { [key]: _gone, ...rest } = value;
  return rest as Omit<T, K> & Partial<Pick<T, K>>;
}
