import { say, tools } from '@loopwright/testkit';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bash, continuations, loop, plugin, setStage, startLoop, toldTo } from '../support/stage.ts';

test('under the client’s own permissions the harmless verbs run without a prompt, and nothing else does', async () => {
  const { runOf, play } = await setStage([
    startLoop,
    bash('touch elsewhere.txt'),
    say('Reading.'),
    loop('verify'),
    loop('step done'),
    loop('pause "done for today"'),
    say('Resting.'),
  ]);

  const run = await play('/loop:start make the tests pass', { permissions: 'default' });

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
  const { sandbox, model, play } = await setStage([
    startLoop,
    ...asked.map((words) => loop(words)),
    loop('push --spec-file ../secret.txt'),
    loop('pause "enough"'),
    say('Paused.'),
  ]);
  await writeFile(sandbox.project.at('../secret.txt'), 'the secret of the user');
  const run = await play('/loop:start make the tests pass', { permissions: 'default' });
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
  const { model, play } = await setStage([loop(verb), say('Said.')]);

  const run = await play(prompt, { permissions: 'default' });

  expect(run.result?.['permission_denials']).toEqual([]);
  expect(toldTo(model)).toContain(`"${plugin}/bin/loop" ${verb}`);
});

test('a worker calls the loop command without anybody being asked, like the skill that started it', async () => {
  const { model, runOf, play } = await setStage({
    main: [
      loop('start --criteria a'),
      loop('task add "Part 1" --verify "true"'),
      tools([
        {
          name: 'Agent',
          input: {
            description: 'a task',
            prompt: 'Do task 1.',
            subagent_type: 'loop:worker',
            run_in_background: false,
          },
        },
      ]),
      loop('pause "enough"'),
      say('Paused.'),
    ],
    subagents: [
      {
        matching: 'Do task 1.',
        script: [loop('task claim 1 --owner one'), loop('task complete 1 --owner one'), say('Done.')],
      },
    ],
  });

  const run = await play('/loop:start a piece of work --force', { permissions: 'dontAsk' });

  expect(model.unscripted).toEqual([]);
  expect(runOf(run.sessionId)?.frames[0]?.tasks).toMatchObject([{ status: 'completed', owner: 'one' }]);
});
