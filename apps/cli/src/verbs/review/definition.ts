import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Record the review of a wave, or the thorough review before the gate',
  words: '[show|thorough|settle] [finding…]',
  count: [0, ANY],
  actions: ['show', 'thorough', 'settle'],
  flags: [
    { name: 'wave', kind: 'whole', value: 'N', summary: 'The reviewed wave' },
    { name: 'score', kind: 'whole', value: '0-10', summary: 'Its quality' },
    {
      name: 'reviewer',
      kind: 'texts',
      value: 'NAMES',
      summary: 'Who reviewed, and from which view, with commas',
    },
    {
      name: 'looked',
      kind: 'texts',
      value: 'PATHS',
      summary: 'Files, folders or commit ranges that they read, with commas',
    },
    {
      name: 'finding',
      kind: 'texts',
      value: '"SEVERITY: TEXT"',
      summary: 'One finding; repeat the flag for more',
    },
    { name: 'blockers', kind: 'whole', value: 'N', summary: 'How many findings are blockers, to compare' },
    {
      name: 'resolved',
      kind: 'texts',
      value: 'TEXT',
      summary: 'The first words of a fixed blocker of an earlier wave',
    },
    {
      name: 'as',
      kind: 'choice',
      value: 'CHOICE',
      values: ['fix', 'follow-up', 'accept'],
      summary: "With settle: the user's choice",
    },
    reasonFlag,
  ],
  examples: [
    ['loop review', 'the limits, and the findings so far'],
    [
      'loop review --wave 2 --score 7 --reviewer "idiom, delivery" --looked src/auth --finding "BLOCKER: tokens are logged"',
      'informational',
    ],
    [
      'loop review thorough --reviewer "security, correctness, simplicity" --looked src --finding "WARNING: no docs"',
      'every blocker becomes a task',
    ],
    [
      'loop review settle no docs --as accept --reason "the flag is internal"',
      'what the user chose for a finding',
    ],
  ],
} as const satisfies Verb;
