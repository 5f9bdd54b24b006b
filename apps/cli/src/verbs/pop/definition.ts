import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'start',
  summary: 'End the inner loop and continue the outer one',
  words: '[reason…]',
  count: [0, ANY],
  flags: [reasonFlag],
  examples: [['loop pop "needs a decision first"', 'back to the outer loop']],
} as const satisfies Verb;
