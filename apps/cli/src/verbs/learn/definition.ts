import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Record a lesson for later loops',
  words: '<lesson…>',
  count: [1, ANY],
  flags: [
    {
      name: 'kind',
      kind: 'choice',
      value: 'KIND',
      values: ['failure', 'discovery', 'decision', 'constraint'],
      summary: 'Kind of lesson (default: discovery)',
    },
    { name: 'confidence', kind: 'whole', value: '0-100', summary: 'How sure you are, in percent (70)' },
    { name: 'scope', kind: 'text', value: 'WORDS', summary: 'Its scope (default: project)' },
  ],
  examples: [['loop learn "The token check runs twice" --kind discovery --scope auth', 'one lesson']],
} as const satisfies Verb;
