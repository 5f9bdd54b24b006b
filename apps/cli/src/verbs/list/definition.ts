import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'List the loops of this project, or of this machine',
  words: '',
  count: [0, 0],
  flags: [
    { name: 'all', kind: 'switch', summary: 'The loops of every project on this machine' },
    {
      name: 'only',
      kind: 'choice',
      value: 'WHAT',
      values: ['ids', 'criteria'],
      summary: 'Only ids, or names of criteria of loops that have not ended, one a line',
    },
  ],
  examples: [
    ['loop list', 'the loops of this project, the latest first'],
    ['loop list --all --json', 'those of this machine, for a program'],
  ],
  notes: [
    'A loop is alive, paused, stuck, ended, a draft, or left: active, but silent for longer than its time to live.',
    'Loops in the archive and loops that you did not start on this machine are left out.',
  ],
} as const satisfies Verb;
