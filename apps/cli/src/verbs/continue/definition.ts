import { shapeFlag } from '../../flags/shared-flags.ts';
import type { Verb } from '../verb.ts';

export const definition = {
  summary: 'Go on with a paused loop, or take over one of another session',
  words: '',
  count: [0, 0],
  flags: [
    { name: 'budget', kind: 'budget', value: 'USD|none', summary: 'Dollars to add' },
    { name: 'iterations', kind: 'iterations', value: 'N|unlimited', summary: 'Iterations to add' },
    { name: 'minutes', kind: 'minutes', value: 'N|none', summary: 'Minutes to add' },
    { name: 'tokens', kind: 'tokens', value: 'N|none', summary: 'Tokens to add' },
    shapeFlag,
  ],
  examples: [
    ['loop continue --budget 25', 'with 25 dollars more'],
    ['loop continue --run 3f2a', 'one of several'],
  ],
} as const satisfies Verb;
