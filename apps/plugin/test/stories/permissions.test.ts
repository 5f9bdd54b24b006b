import { type ModelRequest, type Reply, runClaude, say } from '@loopwright/testkit';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  bash,
  COMPLETE,
  continuations,
  loop,
  mend,
  plugin,
  setStage,
  startLoop,
  toldTo,
} from '../support/stage.ts';

test('under the client’s own permissions the harmless verbs run without a prompt, and nothing else does', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([
    startLoop,
    bash('touch elsewhere.txt'),
    say('Reading.'),
    loop('verify'),
    loop('step done'),
    loop('pause "done for today"'),
    say('Resting.'),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    permissions: 'default',
  });

  expect(deniedIn(run.result)).toEqual(['touch elsewhere.txt', `"${plugin}/bin/loop" verify`]);
  expect(continuations(run)).toHaveLength(1);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { kind: 'paused', cause: { kind: 'hand', reason: 'done for today' } },
    frames: [{ steps: [{ isDone: true }] }],
  });
  expect(runOf(run.sessionId)?.frames[0]?.criteria[0]).not.toHaveProperty('evidence');
});

test('what runs programs, or reads and writes elsewhere, asks the user', async () => {
  const asked = [
    'run "touch it" --claude ./program.sh',
    'report --out ../elsewhere.html',
    'gate --confidence 90',
    'verify',
    'hook Stop',
    'replay ../secret.txt',
    'doctor',
  ];
  const { sandbox, model, plugins } = await setStage([
    startLoop,
    ...asked.map((words) => loop(words)),
    loop('push --spec-file ../secret.txt'),
    loop('pause "enough"'),
    say('Paused.'),
  ]);
  await writeFile(sandbox.project.at('../secret.txt'), 'the secret of the user');
  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    permissions: 'default',
  });
  expect(deniedIn(run.result)).toEqual(asked.map((words) => `"${plugin}/bin/loop" ${words}`));
  expect(toldTo(model)).toContain('lies outside of the project');
  expect(toldTo(model)).not.toContain('the secret of the user');
});

/** The commands that the client refused. */
function deniedIn(result: Readonly<Record<string, unknown>> | undefined): string[] {
  const denials = (result?.['permission_denials'] ?? []) as { tool_input: { command: string } }[];
  return denials.map(({ tool_input: { command } }) => command);
}

// The hook answers `/loop:status` alone, `/loop:pause` and `/loop:cancel` by itself, without Claude and without a grant.
test.each([
  ['continue', '/loop:continue'],
  ['status', '/loop:status what is left to do?'],
])('so does /loop:%s where Claude runs it', async (verb, prompt) => {
  const { sandbox, model, plugins } = await setStage([loop(verb), say('Said.')]);

  const run = await runClaude({ sandbox, model, plugins, prompt, permissions: 'default' });

  expect(run.result?.['permission_denials']).toEqual([]);
  expect(toldTo(model)).toContain(`"${plugin}/bin/loop" ${verb}`);
});

test('if another program is called loop, texts for Claude name ours by its whole path, and ours runs', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([
    startLoop,
    say('Working.'),
    mend,
    commandFromHook('verify'),
    say(COMPLETE),
  ]);
  const foreign = join(sandbox.home, 'foreign');
  await mkdir(foreign);
  await writeFile(join(foreign, 'loop'), '#!/bin/sh\necho "a foreign loop"\n');
  await chmod(join(foreign, 'loop'), 0o755);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    env: { PATH: `${foreign}:${sandbox.env['PATH'] ?? ''}` },
  });

  expect(toldTo(model)).not.toContain('a foreign loop');
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

/** Claude runs the command of the last continuation, letter for letter. */
function commandFromHook(verb: string) {
  return ({ texts }: ModelRequest): Reply => {
    const told = texts.map(({ text }) => text).join('\n');
    const [, command] = new RegExp(`Stop hook additional context:[^]*?\`([^\`]* ${verb})\``).exec(told) ?? [];
    if (command === undefined) throw new Error(`no continuation names the command: ${told.slice(-2000)}`);
    return bash(command);
  };
}
