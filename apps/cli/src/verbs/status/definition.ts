import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Show what is proved, what is missing, what it cost, and what comes next',
  words: '',
  count: [0, 0],
  flags: [],
  examples: [['loop status', 'how the loop stands']],
} as const satisfies Verb;
