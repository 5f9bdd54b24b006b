import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Show the events, newest last',
  words: '',
  count: [0, 0],
  flags: [{ name: 'limit', kind: 'whole', value: 'N', summary: 'How many records (20; 0 for all)' }],
  examples: [['loop log --limit 5', 'the last five records']],
} as const satisfies Verb;
