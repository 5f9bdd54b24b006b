import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Show rule by rule why the last stop was allowed or blocked',
  words: '',
  count: [0, 0],
  flags: [],
  examples: [['loop explain', 'which rule fired, and why those above it did not']],
} as const satisfies Verb;
