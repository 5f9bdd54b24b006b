import type { Verb } from '../verb.ts';

export const definition = {
  group: 'set up',
  summary: 'Try a hook on standard input, and show its answer; records nothing',
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
    { name: 'really', kind: 'switch', summary: 'Record it in the run, marked as made by hand' },
  ],
  examples: [['loop hook Stop --dialect ok', 'the answer to the stop on standard input']],
} as const satisfies Verb;
