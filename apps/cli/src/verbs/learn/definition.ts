import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Keep a lesson for the loops that come after this one',
  words: '<lesson…>',
  count: [1, ANY],
  flags: [
    {
      name: 'kind',
      kind: 'choice',
      value: 'KIND',
      values: ['failure', 'discovery', 'decision', 'constraint'],
      summary: 'What it is (default: discovery)',
    },
    { name: 'confidence', kind: 'whole', value: '0-100', summary: 'How sure you are, in percent (70)' },
    { name: 'scope', kind: 'text', value: 'WORDS', summary: 'What it is about (default: project)' },
  ],
  examples: [['loop learn "The token check runs twice" --kind discovery --scope auth', 'one lesson']],
} as const satisfies Verb;
