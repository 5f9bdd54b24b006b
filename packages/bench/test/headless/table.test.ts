import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stories } from '../../src/headless/stories.ts';
import { costTable, type Costs } from '../../src/headless/table.ts';

const cost = (tokens: number): Costs[string] => ({ iterations: 1, requests: 2, tokens });

test('the table shows each story before and after, and what they save together', () => {
  const table = costTable({ one: cost(1000), two: cost(1000) }, { one: cost(500), two: cost(900) });
  expect(table).toContain('| one | 1 → 1 | 2 → 2 | 1,000 → 500 |');
  expect(table).toContain('| **together: 30 % fewer tokens** | 2 → 2 | 4 → 4 | 2,000 → 1,400 |');
});

test('a story without a figure from before is an error, not a gap', () => {
  expect(() => costTable({}, { one: cost(1) })).toThrow('before.json lacks one');
});

test('ten stories have a figure from before', () => {
  const text = readFileSync(join(import.meta.dirname, '../../headless/before.json'), 'utf8');
  const before = JSON.parse(text) as Costs;
  expect(Object.keys(before)).toEqual(stories.map(({ name }) => name));
  expect(stories).toHaveLength(10);
});
