import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Make checks that Claude chose your own; only you can, in your own terminal',
  words: '[criterion…]',
  count: [0, ANY],
  flags: [],
  examples: [
    ['loop approve', 'the stop hook runs every check of this loop itself'],
    ['loop approve "tests pass"', 'only this one'],
  ],
  notes: [
    'In a session: `/loop:approve`. The command is remembered for this project in your state folder.',
    'Approved checks need no `loop verify`, and Claude can no longer remove them.',
  ],
} as const satisfies Verb;
