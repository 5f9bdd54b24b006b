import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Follow loops live in the terminal, and steer them',
  words: '[PLACE]',
  count: [0, 1],
  flags: [
    { name: 'all', kind: 'switch', summary: 'The loops of every project on this machine' },
    { name: 'fleet', kind: 'switch', summary: 'The jobs of a fleet: of PLACE, else of LOOP_FLEET' },
  ],
  examples: [
    ['loop watch', 'the loops of this project, until q'],
    ['loop watch --all', 'those of this machine'],
    ['loop watch --fleet', 'the jobs of a fleet, until q; r retries one, c cancels it'],
  ],
  notes: [
    'Keys: arrows choose a loop, p pauses it, c cancels it after a question, o opens its report, e explains its last stop, q quits.',
    'Without a terminal it prints a line for each change, and ends when no loop is alive. With --json it answers as `loop list` does, or as `loop fleet status`.',
  ],
} as const satisfies Verb;
