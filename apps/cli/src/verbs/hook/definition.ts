import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Run a hook by hand on standard input, and show its answer',
  words: '<event>',
  count: [1, 1],
  flags: [
    {
      name: 'dialect',
      kind: 'choice',
      value: 'DIALECT',
      values: ['auto', 'context', 'block', 'ok', 'exit-code'],
      summary: 'The format of the answer (default: by client)',
    },
  ],
  examples: [['loop hook Stop --dialect ok', 'the answer to the stop on standard input']],
} as const satisfies Verb;
