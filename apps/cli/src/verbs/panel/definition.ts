import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Prepare a question for a panel of experts, and keep what they recommend',
  words: '[task or criterion…]',
  count: [0, ANY],
  flags: [{ name: 'answer', kind: 'text', value: 'TEXT', summary: 'What they recommend' }],
  examples: [
    ['loop panel 3', 'what failed, how, and what was tried'],
    ['loop panel 3 --answer "Mock the clock instead of waiting"', 'kept with the task'],
  ],
} as const satisfies Verb;
