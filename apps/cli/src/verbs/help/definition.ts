import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'List all verbs, or explain one',
  words: '[verb]',
  count: [0, 1],
  flags: [],
  examples: [['loop help start', 'all about start']],
} as const satisfies Verb;
