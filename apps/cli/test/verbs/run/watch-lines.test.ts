import { expect, test } from 'vitest';
import { isShown, watchLines } from '../../../src/verbs/run/watch-lines.ts';
import { runAfter } from '../../../../../packages/driver/test/support/run-after.ts';

const run = runAfter({ type: 'stop', isHeadless: true });

test('people who watch read each step in one plain line', () => {
  const verdict = { kind: 'allow', rule: 'done' } as const;
  expect(watchLines({ kind: 'begun', run, sessionId: 's-1' })).toEqual([
    '[LOOP] Iteration 1/10 | Cost: $0.00/$25 | Step: write it | Session: s-1',
  ]);
  const working = { kind: 'working', number: 1, passedMs: 61_000, calls: 0, lastTool: undefined } as const;
  expect(watchLines(working)).toEqual(['[LOOP] … iteration 1 goes on for 1m 1s: 0 tool calls']);
  expect(watchLines({ ...working, calls: 2, lastTool: 'Ba\u001bsh' })[0]).toMatch(/2 tool calls, Bash last$/);
  expect(watchLines({ kind: 'decided', run, number: 1, usd: 0.5, verdict, timeMs: 2000 })).toEqual([
    '[LOOP] Iteration 1 over after 2s | Cost: $0.50 | Criteria: 0/1 | ends: done',
  ]);
});

test('a tool call is one line with the cost so far; a refused one says how to allow it', () => {
  const act = { kind: 'act', number: 1, tool: 'Bash', target: 'rm "a"\u001b[2J\nb', usd: 0.125 } as const;
  expect(watchLines({ ...act, isRefused: false })).toEqual([
    expect.stringMatching(/^\[LOOP\] {3}Bash rm "a"[^\n\u001b]* \| \$0\.1[23]$/),
  ]);
  expect(watchLines({ ...act, target: 'npm test', isRefused: true })).toEqual([
    "[LOOP]   Refused: Bash npm test | Allow it with: -- --allowedTools 'Bash(npm test)'",
  ]);
  const ruleFor = (target: string): string | undefined =>
    /--allowedTools (.*)$/.exec(watchLines({ ...act, target, isRefused: true })[0] ?? '')?.[1];
  // Characters that the line can't show, and characters that the client would take for a pattern.
  expect(ruleFor('cat a\nrm b')).toBe("'Bash(cat:*)'");
  expect(ruleFor('ls *.js')).toBe("'Bash(ls:*)'");
  expect(ruleFor('(a\nb)')).toBe('Bash');
  expect(watchLines({ ...act, tool: 'Task', target: undefined, isRefused: false })[0]).toMatch(
    /^\[LOOP\] {3}Task \| /,
  );
});

test('a check is one line once it has ended; one that passes before any work is told as such', () => {
  const result = { id: 'e', at: 1, passed: false, exitCode: 1, durationMs: 2000, fingerprint: 'f' };
  const check = { kind: 'check', number: 2, criterion: 'te\u001bsts', result } as const;
  expect(watchLines({ ...check, result: undefined })).toEqual([]);
  expect(watchLines(check)[0]).toMatch(/Check te.?sts: exit code 1, after 2s$/);
  expect(watchLines({ ...check, result: { ...result, reason: 'killed by SIGKILL' } })[0]).toContain(
    'SIGKILL',
  );
  const passed = { ...check, result: { ...result, passed: true } };
  expect(watchLines(passed)[0]).toMatch(/: passed after 2s$/);
  expect(watchLines({ ...passed, number: 0 })[0]).toContain('passes before any work');
  expect(watchLines({ kind: 'all-green' })).toEqual([
    '[LOOP] Every check passes before any work. A pass does not show that the work is done, so the run goes on.',
  ]);
});

test('tool calls are shown on a terminal, in CI and with "plain"; warnings always', () => {
  const act = { kind: 'act', number: 1, tool: 'Bash', target: 'x', usd: 0, isRefused: false } as const;
  const pipe = { isTerminal: false, env: {} };
  expect(isShown(act, 'auto', pipe)).toBe(false);
  expect(isShown(act, 'auto', { ...pipe, isTerminal: true })).toBe(true);
  expect(isShown(act, 'auto', { ...pipe, env: { CI: 'true' } })).toBe(true);
  expect(isShown(act, 'plain', pipe)).toBe(true);
  expect(isShown(act, 'none', { ...pipe, isTerminal: true })).toBe(false);
  expect(isShown({ kind: 'begun', run, sessionId: 's' }, 'auto', pipe)).toBe(true);
  expect(isShown({ kind: 'begun', run, sessionId: 's' }, 'none', pipe)).toBe(false);
  expect(isShown({ kind: 'unwritable', path: 'p', reason: 'short' }, 'none', pipe)).toBe(true);
});

test('a failure is shown with its reason and its consequence', () => {
  const lines = watchLines({ kind: 'failed', number: 3, reason: 'API Error', notices: [{ code: 'retry' }] });
  expect(lines[0]).toBe('[LOOP] Iteration 3 failed: API Error');
  expect(lines).toHaveLength(2);
});

test('a rate limit is counted down', () => {
  const until = Date.UTC(2026, 0, 2, 3, 4, 5);
  expect(watchLines({ kind: 'waiting', number: 2, until, leftMs: 90_000 })).toEqual([
    '[LOOP] Rate limit: iteration 2 is tried again at 2026-01-02 03:04:05 UTC, in 1m 30s',
  ]);
});

test('a file that can’t be written is named with the reason', () => {
  expect(watchLines({ kind: 'unwritable', path: '/p/run.jsonl', reason: 'short' })[0]).toContain(
    "/p/run.jsonl can't be written (short)",
  );
  expect(watchLines({ kind: 'artifacts-failed', folder: '/a', reason: 'EROFS' })[0]).toContain(
    'could not be written to /a: EROFS',
  );
});
