import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Follow loops live in the terminal, and steer them',
  words: '',
  count: [0, 0],
  flags: [{ name: 'all', kind: 'switch', summary: 'The loops of every project on this machine' }],
  examples: [
    ['loop watch', 'the loops of this project, until q'],
    ['loop watch --all', 'those of this machine'],
  ],
  notes: [
    'Keys: arrows choose a loop, p pauses it, c cancels it after a question, o opens its report, e explains its last stop, q quits.',
    'Without a terminal it prints a line for each change, and ends when no loop is alive. With --json it answers as `loop list` does.',
  ],
} as const satisfies Verb;
