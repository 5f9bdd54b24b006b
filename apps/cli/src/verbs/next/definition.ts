import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Show the next step and the next command',
  words: '',
  count: [0, 0],
  flags: [],
  examples: [['loop next', 'the next step and the next command']],
} as const satisfies Verb;
