import type { Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Begin and finish waves: the tasks that can be worked on at once',
  words: '[show|begin|finish]',
  count: [0, 1],
  actions: ['show', 'begin', 'finish'],
  flags: [],
  examples: [
    ['loop wave begin', 'every free task, with instructions for its worker'],
    ['loop wave finish', 'when no task is assigned any more'],
  ],
} as const satisfies Verb;
