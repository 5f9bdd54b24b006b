import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Say that the work is done, or take it back',
  words: '<done|undo>',
  count: [1, 1],
  actions: ['done', 'undo'],
  flags: [],
  examples: [['loop signal done', 'the claim; the proofs are looked at when the turn ends']],
} as const satisfies Verb;
