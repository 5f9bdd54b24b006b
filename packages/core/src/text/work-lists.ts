import type { Run } from '../model/run.ts';
import { taskName } from './announce.ts';
import { sanitizeLine } from './sanitize.ts';

/** The completed and the remaining work of a run, steps before tasks. */
export function workLists({ frames }: Run): { readonly completed: string[]; readonly remaining: string[] } {
  const work = frames.flatMap(({ steps, tasks }) => [
    ...steps.map(({ name, isDone }) => ({ isDone, text: sanitizeLine(name) })),
    ...tasks.map(({ id, subject, status }) => ({
      isDone: status === 'completed',
      text: `${taskName(id)}: ${sanitizeLine(subject)}`,
    })),
  ]);
  const texts = (isDone: boolean): string[] =>
    work.filter((one) => one.isDone === isDone).map(({ text }) => text);
  return { completed: texts(true), remaining: texts(false) };
}
