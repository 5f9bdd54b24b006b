import type { Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Run every check of criteria, tasks and limits, and decide on the gate',
  words: '',
  count: [0, 0],
  flags: [
    { name: 'confidence', kind: 'whole', value: '0-100', summary: 'How sure you are, in percent' },
    { name: 'risk', kind: 'text', value: 'TEXT', summary: 'Remaining risks' },
    { name: 'alternative', kind: 'text', value: 'TEXT', summary: 'Other possible solutions' },
    { name: 'reversibility', kind: 'text', value: 'TEXT', summary: 'How easily it is undone: "Type 2B"' },
    { name: 'points', kind: 'whole', value: 'N', summary: 'Its size (default: the number of tasks)' },
    {
      name: 'unreviewed',
      kind: 'text',
      value: 'WHY',
      summary: 'Why what changed since the thorough review needs no other look',
    },
  ],
  examples: [
    ['loop gate --confidence 90 --risk "edge cases in validation"', 'the ship box, or the missing proofs'],
  ],
} as const satisfies Verb;
