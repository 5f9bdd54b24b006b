import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from './support/root.ts';

const page = readText('docs/track-record.md');
const rows = page.split('\n').filter((line) => line.startsWith('- '));
const named = rows.map((row) => /\. `([^`]+)` _(.+)_$/.exec(row)?.slice(1) ?? [row, '']);

test('there is something to tell', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('a bug of others has a thread: %s', (row) => {
  expect(row).toMatch(/\]\(https:\/\/github\.com\/[\w.-]+\/[\w.-]+(\/(issues|pull)\/\d+)?\)/);
});

test.each(named)('%s has the test _%s_', (path, title) => {
  expect(existsSync(join(root, path ?? ''))).toBe(true);
  expect(readText(path ?? '')).toMatch(new RegExp(`['"\`]${escape(title ?? '')}['"\`]`));
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
