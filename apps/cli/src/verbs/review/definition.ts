import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Record the review of a wave, or the thorough review before the gate',
  words: '[show|thorough]',
  count: [0, 1],
  actions: ['show', 'thorough'],
  flags: [
    { name: 'wave', kind: 'whole', value: 'N', summary: 'The reviewed wave' },
    { name: 'score', kind: 'whole', value: '0-10', summary: 'Its quality' },
    { name: 'issues', kind: 'whole', value: 'N', summary: 'How many issues were found' },
    { name: 'blockers', kind: 'whole', value: 'N', summary: 'How many of them are blockers' },
    {
      name: 'finding',
      kind: 'texts',
      value: '"SEVERITY: TEXT"',
      summary: 'One finding; repeat the flag for more',
    },
    {
      name: 'resolved',
      kind: 'texts',
      value: 'TEXT',
      summary: 'The first words of a fixed blocker of an earlier wave',
    },
  ],
  examples: [
    ['loop review', 'the limits, and the findings so far'],
    ['loop review --wave 2 --score 7 --finding "BLOCKER: tokens are logged"', 'informational'],
    ['loop review thorough --finding "WARNING: no docs"', 'every blocker becomes a task'],
  ],
} as const satisfies Verb;
