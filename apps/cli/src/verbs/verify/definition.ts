import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'prove',
  summary: 'Run the checks and record the evidence',
  words: '[criterion…]',
  count: [0, ANY],
  names: 'criteria',
  flags: [
    { name: 'jobs', kind: 'whole', value: 'N', summary: 'Checks that run at once (1)' },
    { name: 'timeout', kind: 'duration', value: 'TIME', summary: 'How long a check may run (10m)' },
  ],
  examples: [
    ['loop verify', 'every check'],
    ['loop verify "tests pass" --timeout 2m', 'one check, for at most two minutes'],
  ],
  notes: [
    'A check runs in the project folder with your rights, without a terminal and without input.',
    'Processes that it leaves behind end with it.',
  ],
} as const satisfies Verb;
