import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Show what earlier loops learned, and say what of it holds',
  words: '[words… | confirm <id…> | dismiss <id…>]',
  count: [0, ANY],
  flags: [],
  examples: [
    ['loop recall "validation in auth"', 'what bears on it'],
    ['loop recall dismiss 4f1c2a9b', 'it is shown no more'],
  ],
} as const satisfies Verb;
