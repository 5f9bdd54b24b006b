import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveRun } from '../../src/run/archive-run.ts';
import { readUsageMemory, removeUsageMemory, writeUsageMemory } from '../../src/run/beside-journal.ts';
import { SESSION, projectWithLoop } from '../support/loop.ts';

function createRun() {
  const { root } = projectWithLoop();
  const runs = join(root, '.loop', 'runs');
  const address = { root, sessionId: SESSION };
  return { address, runs, names: () => readdirSync(runs).filter((name) => name.includes('.usage')) };
}

it('keeps one memory for each mark', () => {
  const { address } = createRun();
  expect(readUsageMemory(address, 'a')).toBeUndefined();
  for (const mark of ['', 'a', 'b']) expect(writeUsageMemory(address, { mark }, mark)).toBe(true);
  removeUsageMemory(address, 'a');
  removeUsageMemory(address, 'a');
  expect(['', 'a', 'b'].map((mark) => readUsageMemory(address, mark))).toEqual([
    { mark: '' },
    undefined,
    { mark: 'b' },
  ]);
});

it('replaces the memory of a mark', () => {
  const { address, names } = createRun();
  for (const count of [1, 2]) writeUsageMemory(address, { count });
  expect(readUsageMemory(address)).toEqual({ count: 2 });
  expect(names()).toHaveLength(1);
});

it.each(['../a', 'begun:session', 'x'.repeat(65)])('takes no mark that is no file name: %s', (mark) => {
  const { address, names } = createRun();
  expect(writeUsageMemory(address, {}, mark)).toBe(false);
  expect(readUsageMemory(address, mark)).toBeUndefined();
  removeUsageMemory(address, mark);
  expect(names()).toEqual([]);
});

it('says when the memory could not be written', () => {
  const { address, runs, names } = createRun();
  chmodSync(runs, 0o777);
  expect(writeUsageMemory(address, {}, 'a')).toBe(false);
  chmodSync(runs, 0o700);
  expect(names()).toEqual([]);
});

it('moves all memories of a session to the archive with its run', () => {
  const { address, names } = createRun();
  for (const mark of ['', 'a', 'b']) writeUsageMemory(address, {}, mark);
  const archived = archiveRun(address);
  expect(names()).toEqual([]);
  const folder = archived.status === 'archived' ? archived.folder : '';
  expect(readdirSync(folder).filter((name) => name.includes('.usage'))).toHaveLength(3);
});
