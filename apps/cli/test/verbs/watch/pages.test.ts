import { expect, test } from 'vitest';
import type { Context } from '../../../src/program/context.ts';
import { findRuns } from '../../../src/session/run-summary.ts';
import { plain } from '../../../src/terminal/page.ts';
import { livePage } from '../../../src/verbs/watch/follow.ts';
import { followRuns } from '../../../src/verbs/watch/watch.ts';
import { expectFits, HOSTILE } from '../../support/live-pages.ts';
import { createLoop } from '../../support/in-process.ts';

test('a page of loops fits every size, and says nothing that a terminal obeys', async () => {
  const project = await createLoop([
    '--criteria',
    '文档也要更新, and all the rest; b',
    '--check',
    'c=npm test',
  ]);
  // As: the page reads no more of its context.
  const context = { env: {}, cwd: project.path, flags: {}, now: () => 60_000 } as unknown as Context;
  const items = findRuns(context, false);
  const running = [{ name: HOSTILE, command: HOSTILE, since: 0, lines: [HOSTILE, 'x'.repeat(300)] }];
  const stop = { stop: { type: 'stop', at: 0 }, answer: 'Claude was sent on.' } as const;
  const chosen = () => ({ tree: () => undefined, stop, running });
  const followed = followRuns(context, true, { runs: () => items, chosen });
  expectFits(followed, { items, chosen: items[0], message: [HOSTILE] });
  const empty = { items: [], chosen: undefined, message: [] };
  expect(livePage(followed, empty, { width: 80, paint: plain }, 10)).toContain('No loop yet.');
});
