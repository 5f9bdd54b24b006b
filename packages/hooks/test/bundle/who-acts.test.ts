import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialogOf, QUESTIONS } from '@loopwright/core/questions';
import { describe, expect, test } from 'vitest';
import { rememberAct } from '../../src/edge/session-files.ts';
import { readSessionWords } from '../../src/proof/contract.ts';
import {
  BUNDLE,
  callHook,
  CLAIM,
  createProjectFolder,
  ENV,
  inputOf,
  runIn,
  SESSION,
  startTyped,
  typeCommand,
} from '../support/run-hook.ts';

const typed = (command: string, words: string) => ({ command_name: `loop:${command}`, command_args: words });

let forgeries = 0;

/** A process that Claude cut off from the client calls a hook, and leaves its output in the project. */
async function forge(root: string, event: string, fields: object): Promise<string> {
  forgeries += 1;
  const [input, output] = ['input', 'output'].map((name) => join(root, `forged-${name}-${forgeries}`)) as [
    string,
    string,
  ];
  writeFileSync(input, inputOf(root, event, fields));
  const script = `cat "${input}" | "${process.execPath}" "${join(BUNDLE, 'hook.cjs')}" ${event} > "${output}.part" 2>&1; mv "${output}.part" "${output}"`;
  const variables = Object.entries({ ...ENV, CLAUDE_PROJECT_DIR: root }).map(
    ([name, value]) => `${name}=${value}`,
  );
  spawnSync('setsid', ['--fork', 'env', '-i', ...variables, 'sh', '-c', script], {
    cwd: root,
    stdio: 'ignore',
  });
  await expect.poll(() => existsSync(output), { timeout: 20_000 }).toBe(true);
  return readFileSync(output, 'utf8');
}

/** A loop with the check that the user typed, or with one that Claude chose. */
async function started(check = 'true', by: 'user' | 'claude' = 'user'): Promise<string> {
  const root = createProjectFolder();
  await startTyped(root, `mend it${by === 'user' ? ` --check "tests=${check}"` : ''}`, check, by);
  return root;
}

const authorIn = (root: string) => runIn(root).frames[0]?.criteria[0]?.by;

describe.runIf(process.platform === 'linux')('a process that Claude cut off from its client', () => {
  test('can not stop the loop while the code is good', async () => {
    const root = await started();
    expect(await forge(root, 'Stop', CLAIM)).toContain('Nothing was recorded');
    expect(runIn(root).status).toBe('active');
    expect((await callHook(root, 'Stop', CLAIM)).stdout).toContain('✓ Done: tests');
  });

  test('can not type another start, and answers no question', async () => {
    const root = await started('false');
    const place = { root, sessionId: SESSION };
    const before = readSessionWords(place, ENV);
    await forge(root, 'UserPromptExpansion', typed('start', 'mend it --check "tests=true"'));
    await forge(root, 'UserPromptExpansion', typed('cancel', ''));
    const answers = { [QUESTIONS.iterations.question]: 'Unlimited' };
    const report = { tool_response: { questions: [dialogOf('iterations')], answers } };
    await forge(root, 'PostToolUse', report);
    expect(readSessionWords(place, ENV)).toEqual(before);
    await callHook(root, 'PostToolUse', report);
    expect(readSessionWords(place, ENV).answers).toMatchObject([{ flags: { iterations: null } }]);
  });

  test('can not approve a check of Claude', async () => {
    const root = await started('true', 'claude');
    await forge(root, 'UserPromptExpansion', typed('approve', ''));
    expect(authorIn(root)).toBe('claude');
    await typeCommand(root, 'approve');
    expect(authorIn(root)).toBe('user');
  });
});

test('a client takes the place of one that is gone: a resume, a restart', async () => {
  const root = createProjectFolder();
  const script =
    'const [node, hook, input] = process.argv; require("child_process").spawnSync(node, [hook, "UserPromptExpansion"], { input })';
  const input = inputOf(root, 'UserPromptExpansion', typed('start', 'mend it --check "tests=true"'));
  spawnSync(process.execPath, ['-e', script, join(BUNDLE, 'hook.cjs'), input], {
    env: { ...ENV, CLAUDE_PROJECT_DIR: root },
  });
  await typeCommand(root, 'continue', '--budget=3');
  const { typed: commands } = readSessionWords({ root, sessionId: SESSION }, ENV);
  expect(commands.map(({ command }) => command)).toEqual(['loop:start', 'loop:continue']);
});

/** A second client, apart from the first, passes a typed command on; `terminal` gives it one of its own. */
async function typeApart(root: string, where: 'terminal' | 'no terminal', words: string): Promise<void> {
  const [done, input] = [
    join(root, `typed-${where}`),
    inputOf(root, 'UserPromptExpansion', typed(words, '')),
  ];
  const client = join(root, 'client.cjs');
  writeFileSync(
    client,
    `process.title = 'claude';
const [node, , hook, input, done] = process.argv;
const env = { ...process.env, CLAUDE_PID: String(process.pid) };
require('child_process').spawnSync(node, [hook, 'UserPromptExpansion'], { input, env });
require('fs').writeFileSync(done, '');`,
  );
  const command = [process.execPath, client, join(BUNDLE, 'hook.cjs'), input.trim(), done];
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const program = where === 'terminal' ? ['script', '-qec', quoted, '/dev/null'] : ['sh', '-c', quoted];
  spawnSync('setsid', ['--fork', ...program], {
    cwd: root,
    stdio: 'ignore',
    env: { ...ENV, CLAUDE_PROJECT_DIR: root },
  });
  await expect.poll(() => existsSync(done), { timeout: 20_000 }).toBe(true);
}

test.runIf(existsSync('/usr/bin/script'))(
  'a client that resumes the session in another terminal counts, and the first one is told',
  async () => {
    const root = await started('true', 'claude');
    await typeApart(root, 'no terminal', 'approve');
    expect(authorIn(root)).toBe('claude');
    await typeApart(root, 'terminal', 'approve');
    expect(authorIn(root)).toBe('user');
    const { stdout } = await callHook(root, 'Stop', { last_assistant_message: 'Working.' });
    expect(stdout).toContain('[LOOP] In a terminal outside of this session: /loop:approve');
  },
);

test.runIf(process.platform === 'linux')(
  'what its user did in a terminal is told in the session, once',
  async () => {
    const root = await started('false');
    rememberAct({ root, sessionId: SESSION }, ENV, 'loop criterion add \u001b[31mlint');
    const told = '[LOOP] In a terminal outside of this session: loop criterion add';
    expect((await callHook(root, 'Stop', { last_assistant_message: 'Working.' })).stdout).toContain(told);
    expect((await callHook(root, 'Stop', { last_assistant_message: 'Working on.' })).stdout).not.toContain(
      told,
    );
  },
);
