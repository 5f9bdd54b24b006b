import { reasonFlag } from '../../flags/shared-flags.ts';
import { ANY, type Verb } from '../verb.ts';

export const definition = {
  summary: 'Let the session go; the loop can be continued',
  words: '[reason…]',
  count: [0, ANY],
  flags: [reasonFlag],
  examples: [['loop pause "lunch"', 'nothing holds the session until loop continue']],
} as const satisfies Verb;
