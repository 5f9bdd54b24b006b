import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Complete steps, and plan more',
  words: '[list|done|undo|add|remove] [step…]',
  count: [0, ANY],
  actions: ['done', 'undo', 'add', 'remove', 'list'],
  flags: [],
  examples: [
    ['loop step done', 'the first open step is done'],
    ['loop step done 3', 'the third step is done'],
    ['loop step add "Write the migration; Run it on a copy"', 'two more steps'],
  ],
} as const satisfies Verb;
