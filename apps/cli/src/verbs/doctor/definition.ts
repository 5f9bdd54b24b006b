import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Check node, the plugin, permissions and the client, and explain how to fix problems',
  words: '',
  count: [0, 0],
  flags: [],
  examples: [['loop doctor', 'every finding with its remedy']],
} as const satisfies Verb;
