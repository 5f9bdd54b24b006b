import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: "Show how the loop stands in the client's status line",
  words: '',
  count: [0, 0],
  flags: [
    {
      name: 'install',
      kind: 'switch',
      summary: 'Put it into your settings, beside a status line that is there',
    },
    { name: 'remove', kind: 'switch', summary: 'Take it out; what was there before stays' },
  ],
  examples: [
    ['loop statusline --install', 'once, for every project'],
    ['loop statusline --remove', 'the settings as they were'],
  ],
  notes: [
    'Without a flag it reads the JSON of the client from standard input and prints one line, or nothing without a loop.',
    'The settings run a small program of its own, which starts about as fast as Node itself.',
  ],
} as const satisfies Verb;
