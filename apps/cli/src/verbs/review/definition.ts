import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Take down the review of a wave, or the thorough one before the gate',
  words: '[show|thorough]',
  count: [0, 1],
  actions: ['show', 'thorough'],
  flags: [
    { name: 'wave', kind: 'whole', value: 'N', summary: 'The wave that was looked at' },
    { name: 'score', kind: 'whole', value: '0-10', summary: 'How good it is' },
    { name: 'issues', kind: 'whole', value: 'N', summary: 'How many issues were found' },
    { name: 'blockers', kind: 'whole', value: 'N', summary: 'How many of them are blockers' },
    { name: 'finding', kind: 'texts', value: '"SEVERITY: TEXT"', summary: 'One finding; again for each' },
    {
      name: 'resolved',
      kind: 'texts',
      value: 'TEXT',
      summary: 'How a blocker begins that a wave left and is mended',
    },
  ],
  examples: [
    ['loop review', 'what must not be done, and what was found so far'],
    ['loop review --wave 2 --score 7 --finding "BLOCKER: tokens are logged"', 'informational'],
    ['loop review thorough --finding "WARNING: no docs"', 'every blocker becomes a task'],
  ],
} as const satisfies Verb;
