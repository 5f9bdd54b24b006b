import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'plan',
  summary: 'Show lessons of earlier loops, and confirm or dismiss them',
  words: '[words… | confirm <id…> | dismiss <id…>]',
  count: [0, ANY],
  flags: [],
  examples: [
    ['loop recall "validation in auth"', 'lessons on this subject'],
    ['loop recall dismiss 4f1c2a9b', 'hide this lesson'],
  ],
} as const satisfies Verb;
