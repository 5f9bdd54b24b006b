import { sanitizeLine, type Frame, type Task } from '@loopwright/core';
import { readLearnings } from '@loopwright/store';
import { surface } from './learnings.ts';
import { mustNotLines } from './must-not-lines.ts';
import { failuresIn, nameOf } from './tasks.ts';

/** The most earlier failures that a worker reads; the last ones tell most. */
const MAX_FAILURES = 3;

/** Writes the briefing for a task: limits, earlier failures, the panel's advice, and lessons. */
export function briefing(root: string, { workflow, counsel = [] }: Frame, task: Task): string[] {
  // A task that mends a criterion takes the advice about it.
  const isAbout = (subject: string): boolean =>
    subject === nameOf(task) || subject === task.metadata['criterion'];
  const advice = counsel.flatMap(({ subject, recommendation }) =>
    recommendation !== undefined && isAbout(subject) ? [recommendation] : [],
  );
  const lessons = surface(readLearnings(root), `${task.subject} ${task.description}`).map(({ text }) => text);
  return [
    ...mustNotLines(workflow),
    ...listed('Failed before:', failuresIn(task).slice(-MAX_FAILURES)),
    ...listed('The panel recommends:', advice),
    ...listed('Learned before:', lessons),
  ];
}

function listed(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts.map((text) => `- ${sanitizeLine(text, 500)}`)];
}
