import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CommandInput } from '@loopwright/core';
import { runPath } from '@loopwright/store';
import { expect, test } from 'vitest';
import { createProjectFolder, runHook, runOn, startIn } from '../support/run-hook.ts';

const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';

/** A project with a loop, and the plugin's data folder. */
function createStage(...commands: readonly CommandInput[]) {
  const [root, data] = [createProjectFolder(), createProjectFolder('data')];
  startIn(root, SESSION, { criteria: [{ name: 'read over' }] });
  const submit = (...more: readonly CommandInput[]): void => {
    const opened = runOn(root, SESSION);
    if (opened.status !== 'open') throw new Error(opened.status);
    for (const command of more) opened.submit({ ...command, at: Date.now() });
  };
  submit(...commands);
  const env = { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data, PATH: process.env['PATH'] ?? '' };
  const stop = async (): Promise<string> => {
    const input = JSON.stringify({ session_id: SESSION, cwd: root, hook_event_name: 'Stop' });
    const { stdout } = await runHook(['Stop'], `${input}\n`, env);
    return stdout === '' ? '' : String((JSON.parse(stdout) as { systemMessage?: string }).systemMessage);
  };
  return { root, data, submit, stop };
}

test.each([
  [
    'cancelled',
    { type: 'cancel', reason: 'too hard' },
    'Ended | cancelled:too hard | the loop was cancelled',
  ],
  ['paused', { type: 'pause', reason: 'lunch' }, '⏸ Paused: lunch'],
  ['taken off the stack', { type: 'pop' }, 'Ended | cancelled | the loop was cancelled'],
] as const)(
  'a loop that was %s by a command is told to the user at the next stop',
  async (_, command, said) => {
    const { stop } = createStage(command);
    expect(await stop()).toContain(`[LOOP] ${said}`);
  },
);

test('the end of an inner loop by a command is told at the next stop, once', async () => {
  const { submit, stop } = createStage(
    { type: 'push', frameId: 'inner', spec: 'mend the parser' },
    { type: 'pop' },
  );
  expect(await stop()).toContain(
    '[LOOP] The inner loop "mend the parser" ended: cancelled. The outer loop goes on.',
  );
  submit({ type: 'observe', tools: 1 });
  expect(await stop()).not.toContain('inner loop');
});

test.each([
  ['deleted', (root: string): void => rmSync(join(root, '.loop'), { recursive: true })],
  ['taken over', (root: string): void => renameSync(runPath(root, SESSION), runPath(root, 'another'))],
])('a journal that was %s is told to the user once', async (_, remove) => {
  const { root, stop } = createStage();
  await stop();
  remove(root);
  expect(await stop()).toContain('[LOOP] The loop of this session no longer holds it');
  expect(await stop()).toBe('');
});

test('a loop that ended or rests is forgotten: its folder may go without a word', async () => {
  const { root, submit, stop } = createStage();
  await stop();
  submit({ type: 'pause', reason: 'lunch' });
  await stop();
  rmSync(join(root, '.loop'), { recursive: true });
  expect(await stop()).toBe('');
});

test('a session without a loop leaves nothing in the data folder', async () => {
  const { root, data, stop } = createStage();
  rmSync(join(root, '.loop'), { recursive: true });
  expect(await stop()).toBe('');
  expect(existsSync(join(data, 'held'))).toBe(false);
});

test.each([
  [
    'that is a link',
    (root: string): void => {
      renameSync(join(root, '.loop'), join(root, 'elsewhere'));
      symlinkSync(join(root, 'elsewhere'), join(root, '.loop'));
    },
    "can't be trusted",
  ],
  [
    'in place of which a folder lies',
    (root: string): void => {
      rmSync(runPath(root, SESSION));
      mkdirSync(runPath(root, SESSION));
    },
    "can't be trusted",
  ],
  [
    'that is full',
    (root: string): void => appendFileSync(runPath(root, SESSION), Buffer.alloc(64 * 1024 * 1024)),
    'Stop let go: ',
  ],
])('a journal %s lets go and says why', async (_, damage, said) => {
  const { root, stop } = createStage();
  damage(root);
  expect(await stop()).toContain(said);
});

test.each([
  [
    'a comma too many',
    '{"spec":"make the tests pass","criteria":["read over"],}',
    'state.json was not taken over: is not valid JSON',
  ],
  [
    'a number that is none',
    '{"spec":"make the tests pass","criteria":["read over"],"iteration":"abc"}',
    'The edit of iteration in state.json was not taken over: ',
  ],
  [
    'a name with a line break',
    '{"spec":"make the tests pass","criteria":["read over","two\\nlines"]}',
    'The edit of criteria ("two lines") in state.json was not taken over: ',
  ],
])('an edit with %s is told once, to the user and to Claude', async (_, text, said) => {
  const { root, submit, stop } = createStage();
  await stop();
  writeFileSync(join(root, '.loop/state.json'), text);
  submit({ type: 'observe', tools: 1 });
  const input = JSON.stringify({ session_id: SESSION, cwd: root, hook_event_name: 'Stop' });
  const { stdout } = await runHook(['Stop'], `${input}\n`, { CLAUDE_PROJECT_DIR: root });
  const answer = JSON.parse(stdout) as {
    systemMessage: string;
    hookSpecificOutput: { additionalContext: string };
  };
  expect(answer.systemMessage).toContain(said);
  expect(answer.hookSpecificOutput.additionalContext).toContain(said);
  submit({ type: 'observe', tools: 1 });
  expect(await stop()).not.toContain('not taken over');
});
