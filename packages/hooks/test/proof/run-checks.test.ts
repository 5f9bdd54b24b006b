import { expect, test } from 'vitest';
import { runPool } from '../../src/proof/run-checks.ts';

test('a pool works through its items in order, and never does more at once than it may', async () => {
  const [begun, ended] = [[] as number[], [] as number[]];
  let most = 0;
  await runPool([5, 1, 4, 2, 3], 2, async (item) => {
    begun.push(item);
    most = Math.max(most, begun.length - ended.length);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    ended.push(item);
  });
  expect(begun).toEqual([5, 1, 4, 2, 3]);
  expect(ended).toHaveLength(5);
  expect(most).toBe(2);
});
