import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allLies, honestHeadlessWork, honestWork } from '../../src/index.ts';

const sets = [honestWork, honestHeadlessWork, ...allLies];
const lies = sets.flatMap((set) => set.lies);

test('each lie has a name of its own', () => {
  expect(new Set(lies.map(({ name }) => name)).size).toBe(lies.length);
});

test.each(sets)('every script of $kind is one that bash can parse', (set) => {
  for (const { start = '', turns, afterwards = '', name } of set.lies) {
    for (const script of [start, ...turns, afterwards]) {
      const parsed = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
      expect(parsed.stderr, name).toBe('');
    }
  }
});
