import { expect, onTestFinished, test } from 'vitest';
import { choosePaint } from '../../../src/terminal/paint.ts';
import { createProgressView, type ProgressView } from '../../../src/verbs/run/progress-view.ts';
import type { ProgressLevel } from '../../../src/verbs/run/watch-lines.ts';
import { runAfter } from '../../../../../packages/driver/test/support/run-after.ts';

const run = runAfter(
  { type: 'stop', isHeadless: true },
  { type: 'observe', tools: 0, spent: { usd: 5, tokens: 1, from: '', to: 'a' } },
);
const act = { kind: 'act', number: 1, tool: 'Edit', target: 'sum.js', usd: 0.5, isRefused: false } as const;

/** A view, and a screen that understands as much of a terminal as the view uses. */
function viewOn({
  isTerminal,
  level = 'auto',
  env = {},
}: {
  isTerminal: boolean;
  level?: ProgressLevel;
  env?: Record<string, string>;
}): { view: ProgressView; written: () => string; screen: () => readonly string[] } {
  let written = '';
  const paint = choosePaint({ env: {}, isTerminal: false, isRefused: false });
  const messages = {
    isTerminal,
    page: { width: 100, paint },
    write: (text: string) => void (written += text),
  };
  const view = createProgressView(messages, level, { env, now: () => 1000 });
  onTestFinished(view.close);
  return {
    view,
    written: () => written,
    screen: () => written.split('\n').map((line) => line.split('\r\u001b[K').at(-1) ?? ''),
  };
}

test('a terminal has a bar of iterations and budget below the lines', () => {
  const { view, screen } = viewOn({ isTerminal: true });
  view.show({ kind: 'begun', run, sessionId: 's' });
  view.show(act);
  const lines = screen();
  expect(lines.slice(0, -1)).toEqual([
    expect.stringContaining('Iteration 1/10'),
    '[LOOP]   Edit sum.js | $0.50',
  ]);
  expect(lines.at(-1)).toBe('█░░░░░░░░░ 1/10 iterations | ██░░░░░░░░ $5.50/$25 | 0s | Edit sum.js');
  view.close();
  expect(screen().at(-1)).toBe('');
});

test('the bar counts a wait down, and one line names its end', () => {
  const { view, screen } = viewOn({ isTerminal: true });
  view.show({ kind: 'begun', run, sessionId: 's' });
  for (const leftMs of [120_000, 60_000]) {
    view.show({ kind: 'waiting', number: 1, until: 121_000, leftMs });
  }
  expect(screen().at(-1)).toMatch(/rate limit ends in 2m( 0s)?$/);
});

test.each([
  ['a pipe', { isTerminal: false }],
  ['CI', { isTerminal: true, env: { CI: 'true' } }],
  ['"plain"', { isTerminal: true, level: 'plain' }],
] as const)('%s gets plain lines', (_, where) => {
  const { view, written } = viewOn(where);
  view.show({ kind: 'begun', run, sessionId: 's' });
  view.show({ kind: 'decided', run, number: 1, usd: 1, verdict: { kind: 'allow', rule: 'done' }, timeMs: 1 });
  view.close();
  expect(written()).not.toMatch(/[\r\u001b█]/);
  expect(written().trim().split('\n')).toHaveLength(2);
});

test('"none" writes warnings alone', () => {
  const { view, written } = viewOn({ isTerminal: true, level: 'none' });
  view.show({ kind: 'begun', run, sessionId: 's' });
  view.show(act);
  view.show({ kind: 'unwritable', path: '/p', reason: 'short' });
  expect(written()).toMatch(/^\[LOOP\] \/p can't be written[^\n]*\n$/);
});
