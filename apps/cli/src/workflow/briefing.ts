import { sanitizeLine, type Frame, type Task } from '@loopwright/core';
import { readLearnings } from '@loopwright/store';
import { foldLearnings, surface } from './learnings.ts';
import { mustNotLines } from './must-not-lines.ts';
import { nameOf } from './tasks.ts';

/** The most earlier failures that a worker reads; the last ones tell most. */
const MAX_FAILURES = 3;

/** Writes the briefing for a task: limits, the panel's advice, earlier failures, and lessons. */
export function briefing(root: string, frame: Frame, task: Task): string[] {
  const advice = (frame.counsel ?? []).filter(
    ({ subject, recommendation }) => recommendation !== undefined && isAbout(task, subject),
  );
  const failures = failuresIn(task).slice(-MAX_FAILURES);
  const lessons = surface(foldLearnings(readLearnings(root)), `${task.subject} ${task.description}`);
  return [
    ...mustNotLines(frame.workflow),
    ...listed('Failed before:', failures),
    ...listed(
      'The panel recommends:',
      advice.map(({ recommendation = '' }) => recommendation),
    ),
    ...listed(
      'Learned before:',
      lessons.map(({ text }) => text),
    ),
  ];
}

/** Why earlier attempts at a task failed. Old records have only the last reason. */
export function failuresIn({ metadata }: Task): string[] {
  const { failedWith, lastFailure } = metadata;
  if (Array.isArray(failedWith)) return failedWith.filter((one) => typeof one === 'string');
  return typeof lastFailure === 'string' ? [lastFailure] : [];
}

/** A task that mends a criterion takes the advice about it. */
function isAbout(task: Task, subject: string): boolean {
  return subject === nameOf(task) || subject === task.metadata['criterion'];
}

function listed(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts.map((text) => `- ${sanitizeLine(text, 500)}`)];
}
