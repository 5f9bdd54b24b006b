import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Prepare a question for a panel of experts, or record its advice',
  words: '[task or criterion…]',
  count: [0, ANY],
  flags: [{ name: 'answer', kind: 'text', value: 'TEXT', summary: "The panel's advice" }],
  examples: [
    ['loop panel 3', 'the failure, its output, and earlier attempts'],
    ['loop panel 3 --answer "Mock the clock instead of waiting"', 'stored with the task'],
  ],
} as const satisfies Verb;
