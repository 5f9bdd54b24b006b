import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'steer',
  summary: 'End the loop; everything it recorded stays',
  words: '[reason…]',
  count: [0, ANY],
  flags: [reasonFlag],
  examples: [['loop cancel', 'the session is free at once']],
} as const satisfies Verb;
