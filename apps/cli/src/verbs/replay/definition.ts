import type { Verb } from '../verb.ts';

export const definition = {
  group: 'look',
  summary: 'Decide a recorded run again, and show where this version differs',
  words: '[journal]',
  count: [0, 1],
  flags: [],
  examples: [['loop replay .loop/runs/4f1c2a9b3d5e6f70.jsonl', 'a journal, wherever it comes from']],
} as const satisfies Verb;
