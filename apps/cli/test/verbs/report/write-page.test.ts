import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain } from '../../../src/terminal/page.ts';
import { writePage } from '../../../src/verbs/report/write-page.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a page that is followed is written anew until Ctrl-C, and last as one that stays as it is', async () => {
  const path = join(tempFolder(), 'report.html');
  const pages: string[] = [];
  const listeners = process.listenerCount('SIGINT');
  const write = (): void => {
    pages.push(readFileSync(path, 'utf8'));
    process.nextTick(() => process.emit('SIGINT', 'SIGINT'));
  };
  const messages = { isTerminal: false, page: { width: 80, paint: plain }, write };
  const mark = '<!-- loopwright-report -->\n';
  const said = await writePage(
    { env: {}, messages },
    path,
    { watch: true },
    (seconds) => `${mark}${seconds}`,
  );
  expect([...pages, readFileSync(path, 'utf8')]).toEqual([`${mark}5`, `${mark}undefined`]);
  expect(said).toEqual([]);
  expect(process.listenerCount('SIGINT')).toBe(listeners);
});
