import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Show proofs, missing proofs, cost, and the next command',
  words: '',
  count: [0, 0],
  flags: [],
  examples: [['loop status', 'how the loop stands']],
} as const satisfies Verb;
