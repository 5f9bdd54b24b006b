import type { Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Claim that the work is done, or withdraw the claim',
  words: '<done|undo>',
  count: [1, 1],
  actions: ['done', 'undo'],
  flags: [],
  examples: [['loop signal done', 'the claim; the stop hook tests the proofs']],
} as const satisfies Verb;
