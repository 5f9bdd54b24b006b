import { expect, test } from 'vitest';
import { holdUntil } from '../../src/schedule/rate-limit.ts';

test.each<[string, number[], object]>([
  ['no limit holds nothing', [], { kind: 'open' }],
  ['a limit that is over holds nothing', [900, 1000], { kind: 'open' }],
  ['the limit that ends last holds all', [1200, 1300, 900], { kind: 'wait', until: 1300 }],
  ['a limit as far away as a job may wait is waited for', [1500], { kind: 'wait', until: 1500 }],
  ['one that is further away shuts', [1200, 1501], { kind: 'shut' }],
  ['one whose end is unknown shuts', [1200, Infinity], { kind: 'shut' }],
])('%s', (_, ends, hold) => {
  expect(holdUntil(ends, { now: 1000, maxWaitMs: 500 })).toEqual(hold);
});
