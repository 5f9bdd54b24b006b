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
import { callHook, createProjectFolder, messageOf, SESSION, startIn, submitIn } from '../support/run-hook.ts';

/** A project with a loop, and the plugin's data folder. */
function createStage(...commands: readonly CommandInput[]) {
  const [root, data] = [createProjectFolder(), createProjectFolder('data')];
  startIn(root, { criteria: [{ name: 'read over' }] });
  submitIn(root, ...commands);
  const stop = async (): Promise<string> =>
    messageOf(await callHook(root, 'Stop', {}, { CLAUDE_PLUGIN_DATA: data }));
  return { root, data, stop };
}

test.each([
  ['cancelled', { type: 'cancel', reason: 'too hard' }, 'Cancelled: too hard, "read over" not met'],
  ['paused', { type: 'pause', reason: 'lunch' }, '⏸ Paused: lunch'],
  ['taken off the stack', { type: 'pop' }, 'Cancelled, "read over" not met'],
] as const)(
  'a loop that was %s by a command is told to the user at the next stop',
  async (_, command, said) => {
    expect(await createStage(command).stop()).toContain(said);
  },
);

test('the end of an inner loop by a command is told at the next stop, once', async () => {
  const { root, stop } = createStage(
    { type: 'push', frameId: 'inner', spec: 'mend the parser' },
    { type: 'pop' },
  );
  expect(await stop()).toContain(
    '[LOOP] The inner loop "mend the parser" ended: cancelled. The outer loop goes on.',
  );
  submitIn(root, { type: 'observe', tools: 1 });
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
  const { root, stop } = createStage();
  await stop();
  submitIn(root, { type: 'pause', reason: 'lunch' });
  await stop();
  rmSync(join(root, '.loop'), { recursive: true });
  expect(await stop()).toBe('');
});

test('a session without a loop leaves nothing in the data folder, and nothing brings its loop back', async () => {
  const { root, data, stop } = createStage();
  rmSync(join(root, '.loop'), { recursive: true });
  expect(await stop()).toBe('');
  expect([existsSync(join(data, 'held')), existsSync(join(root, '.loop'))]).toEqual([false, false]);
});

test.each([
  [
    'behind a link in place of .loop',
    (root: string): void => {
      renameSync(join(root, '.loop'), join(root, 'elsewhere'));
      symlinkSync(join(root, 'elsewhere'), join(root, '.loop'));
    },
    'it is a symbolic link',
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
  const { root, stop } = createStage();
  await stop();
  writeFileSync(join(root, '.loop/state.json'), text);
  submitIn(root, { type: 'observe', tools: 1 });
  const told = await callHook(root, 'Stop');
  expect(messageOf(told)).toContain(said);
  const answer = JSON.parse(told.stdout) as { hookSpecificOutput: { additionalContext: string } };
  expect(answer.hookSpecificOutput.additionalContext).toContain(said);
  submitIn(root, { type: 'observe', tools: 1 });
  expect(await stop()).not.toContain('not taken over');
});
