import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Run a hook by hand on what standard input says, and show what it answers',
  words: '<event>',
  count: [1, 1],
  flags: [
    {
      name: 'dialect',
      kind: 'choice',
      value: 'DIALECT',
      values: ['auto', 'context', 'block', 'ok', 'exit-code'],
      summary: 'The language of the answer (default: what the client understands)',
    },
  ],
  examples: [['loop hook Stop --dialect ok', 'what the stop on standard input would be answered']],
} as const satisfies Verb;
