import { continueFlags } from '@loopwright/core/flags';
import type { Verb } from '../verb.ts';

export const definition = {
  group: 'steer',
  summary: 'Go on with a paused loop, or take over one of another session',
  words: '',
  count: [0, 0],
  flags: continueFlags,
  examples: [
    ['loop continue --budget 25', 'with 25 dollars more'],
    ['loop continue --run 3f2a', 'one of several'],
    ['loop continue --take-over', 'after the project was moved or copied'],
  ],
} as const satisfies Verb;
