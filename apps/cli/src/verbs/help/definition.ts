import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Show what there is, or all about one verb',
  words: '[verb]',
  count: [0, 1],
  flags: [],
  examples: [['loop help start', 'everything that start can do']],
} as const satisfies Verb;
