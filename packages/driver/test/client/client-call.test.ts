import { expect, test } from 'vitest';
import type { Criterion, Run } from '@loopwright/core';
import { clientCommand, clientEnvironment, type ClientPlan, runPlan } from '../../src/client/client-call.ts';
import { runAfter } from '../support/run-after.ts';

const plan: ClientPlan = { program: '/bin/claude', command: '"/p/bin/loop"' };

function clientArguments(client: ClientPlan, run: Run, sessionId: string, checks: readonly Criterion[] = []) {
  const asked = runPlan(client, run, { root: '/p', prompt: '', sessionId, checks });
  return clientCommand(client, asked).slice(1);
}

test('a client begins with nothing but its session, may edit and call the loop command, and stays in the project', () => {
  expect(clientArguments(plan, runAfter(), 's-1')).toEqual([
    '-p',
    '--output-format=stream-json',
    '--verbose',
    '--session-id=s-1',
    '--allowedTools=Bash("/p/bin/loop":*)',
    '--disallowedTools=EnterWorktree',
    '--max-budget-usd',
    '25.000000',
    '--permission-mode',
    'acceptEdits',
  ]);
});

test('a client may run the checks of the user, and exactly these', () => {
  const criterion = (command: string | string[]) => ({ name: 'c', failures: 0, check: { command } });
  const rules = (command: string | string[]): string[] =>
    clientArguments(plan, runAfter(), 's', [criterion(command)]).filter((arg) => arg.startsWith('--allowed'));
  expect(rules('npm test && (cd a; "b c")').slice(1)).toEqual([
    '--allowedTools=Bash(npm test && (cd a; "b c"))',
  ]);
  expect(rules(['npm', 'run', 'test']).slice(1)).toEqual(['--allowedTools=Bash(npm run test)']);
  // The client would take these for patterns, or quote them otherwise.
  for (const other of ['npm run test:*', 'node --test *.js', ['sh', '-c', 'a b']]) {
    expect(rules(other)).toHaveLength(1);
  }
});

test('no client may spend more than is left', () => {
  const spent = { usd: 24, tokens: 1, from: '', to: 'a' };
  const left = (usd: number): unknown =>
    clientArguments(plan, runAfter({ type: 'observe', tools: 0, spent: { ...spent, usd } }), 's').at(-3);
  expect(left(24)).toBe('1.000000');
  expect(left(26)).toBe('0.000001');
  const unlimited = runAfter({ type: 'resume', add: { budgetUsd: null } });
  expect(clientArguments(plan, unlimited, 's')).not.toContain('--max-budget-usd');
});

test('extra arguments come last and replace our defaults', () => {
  const extra = ['--dangerously-skip-permissions', '--max-budget-usd=3'];
  const args = clientArguments({ ...plan, model: 'opus', pluginFolder: '/p', extra }, runAfter(), 's');
  expect(args.slice(-6)).toEqual(['--model', 'opus', '--plugin-dir', '/p', ...extra]);
  expect(args).not.toContain('--permission-mode');
  expect(clientArguments({ ...plan, permissionMode: 'plan' }, runAfter(), 's')).toContain('plan');
});

test('a client inherits no session, and our hooks are off in it', () => {
  const env = { PATH: '/bin', CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'outer', CLAUDE_CONFIG_DIR: '/c' };
  expect(clientEnvironment(env, plan, 's-1')).toEqual({
    PATH: '/bin',
    CLAUDE_CONFIG_DIR: '/c',
    LOOP_DISABLE: '1',
    LOOP_HEADLESS: '1',
    LOOP_COMMAND: '"/p/bin/loop"',
    LOOP_SESSION: 's-1',
  });
});
