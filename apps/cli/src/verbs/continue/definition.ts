import { moreLimitFlags } from '../../flags/limit-flags.ts';
import { shapeFlag } from '../../flags/shared-flags.ts';
import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Go on with a paused loop, or take over one of another session',
  words: '',
  count: [0, 0],
  flags: [...moreLimitFlags, shapeFlag],
  examples: [
    ['loop continue --budget 25', 'with 25 dollars more'],
    ['loop continue --run 3f2a', 'one of several'],
  ],
} as const satisfies Verb;
