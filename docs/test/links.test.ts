import { expect, test } from 'vitest';
import { brokenLinks } from './support/broken-links.ts';
import { listFiles } from './support/root.ts';

const pages = listFiles('*.md').filter((path) => !path.includes('/fixtures/') && !path.includes('/evals/'));

test('every relative link and anchor of every page leads somewhere', async () => {
  expect(pages).toContain('README.md');
  expect(await brokenLinks(pages)).toEqual([]);
});

test('a link to a file that is gone, and one to a heading that is gone, are found', async () => {
  const text = '[file](gone.md) and [heading](#gone)\n';
  expect(await brokenLinks([{ path: 'draft.md', text }])).toHaveLength(2);
});
