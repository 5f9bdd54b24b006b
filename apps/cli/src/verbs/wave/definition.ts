import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Begin and finish waves: the tasks that can be worked on at once',
  words: '[show|begin|finish]',
  count: [0, 1],
  actions: ['show', 'begin', 'finish'],
  flags: [],
  examples: [
    ['loop wave begin', 'every free task, with what to tell its worker'],
    ['loop wave finish', 'once nothing is held any more'],
  ],
} as const satisfies Verb;
