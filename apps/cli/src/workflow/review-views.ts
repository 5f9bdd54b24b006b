import { sanitizeLine, type Frame, type Task, taskName } from '@loopwright/core';
import { mustNotLines } from './must-not-lines.ts';

/** The views of every light review (seed 002: idiomaticity, cleanliness, delivery). */
const ALWAYS = [
  'idiom: would somebody who knows this language and this code write it so, and is it clean?',
  'delivery: does it do what the tasks say, all of it, and nothing else?',
] as const;

/** The third view, by the words of the tasks; the first that fits. */
const BY_ASPECT: readonly { readonly words: RegExp; readonly view: string }[] = [
  {
    words:
      /\b(?:auth\w*|tokens?|passwords?|secrets?|permissions?|sessions?|logins?|crypt\w*|sign\w*|saniti\w*)\b/i,
    view: 'security: who could misuse it, and what would they see or change?',
  },
  {
    words:
      /\b(?:schemas?|migrat\w+|databases?|sql|tables?|transactions?|rac(?:e|es|ing)|locks?|concurren\w+)\b/i,
    view: 'data: what is lost or doubled when it fails half way, or runs twice at once?',
  },
  {
    words: /\b(?:fast\w*|slow\w*|latency|performance|caches?|caching|memory|p9\d)\b/i,
    view: 'cost: is it measured, and what grows with the input?',
  },
  {
    words: /\b(?:api|apis|routes?|endpoints?|exports?|flags?|cli|options?|interfaces?|public)\b/i,
    view: 'interface: is it clear to its users, and does what they have still work?',
  },
  {
    words: /\b(?:docs?|readme|guides?|help|comments?)\b/i,
    view: 'reader: is it true, and does somebody who is new here understand it?',
  },
];

/** Chooses the two or three views for the review of a wave, by the topics of its tasks. */
export function viewsOf(tasks: readonly Pick<Task, 'subject' | 'description'>[]): readonly string[] {
  const text = tasks.map(({ subject, description }) => `${subject}\n${description}`).join('\n');
  const third = BY_ASPECT.find(({ words }) => words.test(text));
  return [...ALWAYS, ...(third ? [third.view] : [])];
}

/** Writes the order for the reviewers of a wave. It is complete, because reviewers see nothing else. */
export function reviewOrder({ workflow }: Frame, tasks: readonly Task[]): string[] {
  const limits = mustNotLines(workflow);
  return [
    'Review it, lightly: each view is for a reviewer of its own, all at once. Every one also gets the lines below the views.',
    ...viewsOf(tasks).map((view) => `- ${view}`),
    `To be reviewed: ${tasks.map(({ id, subject }) => `${taskName(id)} ${sanitizeLine(subject, 100)}`).join('; ')}.`,
    ...limits,
    ...(limits.length > 0 ? ['A finding that breaks an entry ends with (mustNot N).'] : []),
  ];
}
