import { openRun } from '@loopwright/store';
import { textWidth } from '@loopwright/core';
import { expect, test } from 'vitest';
import { plain } from '../../../src/terminal/paint.ts';
import { watchPage } from '../../../src/verbs/watch/watch-page.ts';
import { createLoop } from '../../support/project.ts';

test('fits every size, and says nothing that a terminal obeys', async () => {
  const project = await createLoop([
    '--criteria',
    '文档也要更新, and all the rest of it; b',
    '--check',
    'tests=npm test',
  ]);
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  const one = { root: project.path, run: opened.run };
  const hostile = 'a\u001b[2J\u202eb'.repeat(60);
  const running = [{ name: hostile, command: hostile, since: 0, lines: [hostile, 'x'.repeat(300)] }];
  const stop = {
    stop: { type: 'stop', at: 0 },
    answer: 'Claude was sent on.',
    rules: [],
    before: undefined,
  } as const;
  const details = { tree: () => undefined, stop, running };
  for (const width of [20, 37, 80, 120])
    for (const rows of [5, 10, 24, 60]) {
      const view = { items: [one, one], chosen: one, details, isAll: true, at: 60_000, message: [hostile] };
      const lines = watchPage(view, { width, paint: plain }, rows);
      expect(lines.length).toBeLessThan(rows);
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
    }
  const empty = { items: [], chosen: undefined, details: undefined, isAll: false, at: 0, message: [] };
  expect(watchPage(empty, { width: 80, paint: plain }, 10)).toContain('No loop yet.');
});
