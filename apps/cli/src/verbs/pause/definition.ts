import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  group: 'steer',
  summary: 'Pause the loop and free the session',
  words: '[reason…]',
  count: [0, ANY],
  flags: [reasonFlag],
  examples: [['loop pause "lunch"', 'the session is free until loop continue']],
} as const satisfies Verb;
