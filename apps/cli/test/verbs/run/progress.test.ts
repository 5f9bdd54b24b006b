import { expect, onTestFinished, test } from 'vitest';
import type { Progress } from '@loopwright/driver';
import { HOSTS } from '@loopwright/hosts';
import { choosePaint } from '../../../src/terminal/page.ts';
import { createProgressView, type ProgressLevel } from '../../../src/verbs/run/progress.ts';
import { runAfter } from '../../../../../packages/driver/test/support/run-after.ts';

const run = runAfter(
  { type: 'stop', isHeadless: true },
  { type: 'observe', tools: 0, spent: { usd: 5, tokens: 1, from: '', to: 'a' } },
);
const begun = { kind: 'begun', run, sessionId: 's-1' } as const;
const bill = { usd: 0.5, tokens: 1 };
const act = { kind: 'act', number: 1, tool: 'Edit', target: 'sum.js', bill, isRefused: false } as const;

interface Where {
  readonly isTerminal?: boolean;
  readonly level?: ProgressLevel;
  readonly env?: Readonly<Record<string, string>>;
}

/** Everything that is written for these steps, by a view that stays open. */
function written(
  steps: readonly Progress[],
  { isTerminal = false, level = 'auto', env = {} }: Where,
): string {
  let text = '';
  const paint = choosePaint({ env: {}, isTerminal: false, isRefused: false });
  const messages = { isTerminal, page: { width: 100, paint }, write: (more: string) => void (text += more) };
  const view = createProgressView(messages, level, { env, now: () => 1000, host: HOSTS[0] });
  onTestFinished(view.close);
  for (const step of steps) view.show(step);
  return text;
}

/** The lines of one step for people who see all of them. */
function linesOf(step: Progress): readonly string[] {
  return written([step], { level: 'plain' }).split('\n').slice(0, -1);
}

test('a terminal has a bar of iterations and budget below the lines', () => {
  // A screen that understands as much of a terminal as the view uses.
  const screen = written([begun, act], { isTerminal: true })
    .split('\n')
    .map((line) => line.split('\r\u001b[K').at(-1));
  expect(screen).toEqual([
    expect.stringContaining('Iteration 1/10'),
    '[LOOP]   Edit sum.js | $0.50',
    '█░░░░░░░░░ 1/10 iterations | ██░░░░░░░░ $5.50/$25 | 0s | Edit sum.js',
  ]);
});

test('the bar counts a wait down; without it a line names the end', () => {
  const waiting = { kind: 'waiting', number: 1, until: 121_000, leftMs: 90_000 } as const;
  expect(written([begun, waiting], { isTerminal: true })).toMatch(/rate limit ends in 2m( 0s)?$/);
  expect(linesOf(waiting)).toEqual([
    '[LOOP] Rate limit: iteration 1 is tried again at 1970-01-01 00:02:01 UTC, in 1m 30s',
  ]);
});

test.each([
  ['a pipe', {}, false],
  ['CI', { isTerminal: true, env: { CI: 'true' } }, true],
  ['"plain"', { isTerminal: true, level: 'plain' }, true],
] as const)('%s gets plain lines', (_, where, hasCalls) => {
  const text = written([begun, act], where);
  expect(text).not.toMatch(/[\r\u001b█]/);
  expect(text.includes('Edit sum.js')).toBe(hasCalls);
});

test('"none" writes warnings alone', () => {
  const unwritable = { kind: 'unwritable', path: '/p', reason: 'short' } as const;
  const text = written([begun, act, unwritable], { isTerminal: true, level: 'none' });
  expect(text).toMatch(/^\[LOOP\] \/p can't be written \(short\)[^\n]*\n$/);
});

test('people who watch read each step in one plain line', () => {
  const verdict = { kind: 'allow', rule: 'done' } as const;
  const working = { kind: 'working', number: 1, passedMs: 61_000, calls: 2, lastTool: 'Ba\u001bsh' } as const;
  expect(linesOf(begun)).toEqual(['[LOOP] Iteration 1/10 | Cost: $5.00/$25 | Step: write it | Session: s-1']);
  expect(linesOf(working)[0]).toMatch(/iteration 1 goes on for 1m 1s: 2 tool calls, Bash last$/);
  expect(linesOf({ kind: 'decided', run, number: 1, bill, verdict, timeMs: 2000 })).toEqual([
    '[LOOP] Iteration 1 over after 2s | Cost: $0.50 | Criteria: 0/1 | ends: done',
  ]);
  expect(linesOf({ kind: 'failed', number: 3, reason: 'API Error', notices: [{ code: 'retry' }] })).toEqual([
    '[LOOP] Iteration 3 failed: API Error',
    expect.stringMatching(/^\[LOOP\] ./),
  ]);
});

test('a refused call says how to allow it', () => {
  const ruleFor = (target: string | undefined): string | undefined =>
    /--allowedTools (.*)$/.exec(linesOf({ ...act, tool: 'Bash', target, isRefused: true })[0] ?? '')?.[1];
  expect(ruleFor('npm test')).toBe("'Bash(npm test)'");
  // Characters that the line can't show, and characters that the client would take for a pattern.
  expect(ruleFor('cat a\nrm b')).toBe("'Bash(cat:*)'");
  expect(ruleFor('ls *.js')).toBe("'Bash(ls:*)'");
  expect(ruleFor('(a\nb)')).toBe('Bash');
  expect(linesOf({ ...act, target: 'rm "a"\u001b[2J\nb' })[0]).toMatch(/^[^\u001b]*rm "a"[^\u001b]*\$0\.50$/);
});

test('an unknown cost is said as such', () => {
  const unpriced = { usd: 0, tokens: 9, isUnpriced: true } as const;
  expect(linesOf({ ...act, bill: unpriced })[0]).toMatch(/ \| unknown$/);
  expect(linesOf({ ...act, bill: { ...unpriced, usd: 2 } })[0]).toMatch(/ \| \$2\.00 and more$/);
  const counted = runAfter({ type: 'observe', tools: 0, spent: { ...unpriced, from: '', to: 'a' } });
  expect(linesOf({ ...begun, run: counted })[0]).toContain('Cost: unknown/$25');
});

test('a check is one line once it has ended; one that passes before any work is told as such', () => {
  const result = { id: 'e', at: 1, passed: false, exitCode: 1, durationMs: 2000, fingerprint: 'f' };
  const check = { kind: 'check', number: 2, criterion: 'te\u001bsts', result } as const;
  expect(linesOf({ ...check, result: undefined })).toEqual([]);
  expect(linesOf(check)[0]).toMatch(/Check te.?sts: exit code 1, after 2s$/);
  const passed = { ...check, result: { ...result, passed: true } };
  expect(linesOf(passed)[0]).toMatch(/: passed after 2s$/);
  expect(linesOf({ ...passed, number: 0 })[0]).toContain('passes before any work');
});
