import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { callHook, createProjectFolder, messageOf, runIn, startIn, submitIn } from '../support/run-hook.ts';
import { CALLED } from '../support/transcript.ts';

const STATE = {
  spec: 'mend it',
  criteria: ['tests pass'],
  criteriaStatus: { 'tests pass': false },
  status: 'in_progress',
  iteration: 1,
};

/** A stack as seed 004 has it, with the date in the given notation. */
function stack(updatedAt: string, over: object = {}): string {
  const frame = { id: 'a', mode: 'loop', iter: 3, max: 10 };
  return JSON.stringify({
    schema: 1,
    event: 'STATE',
    run_id: 'r',
    updated_at: updatedAt,
    stack: [frame],
    ...over,
  });
}

function idleLoop(updatedAt: string): string {
  const fields = [
    'active: true',
    'mode: loop',
    'iteration: 3',
    'max_iterations: 10',
    `updated_at: "${updatedAt}"`,
  ];
  return ['---', ...fields, '---', 'mend it'].join('\n');
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o700 });
  writeFileSync(join(root, path), text);
}

async function stop(root: string, fields: object = {}): Promise<string> {
  return (await callHook(root, 'Stop', { last_assistant_message: 'Working.', ...fields })).stdout;
}

const viewOf = (root: string, name = 'state.json') =>
  JSON.parse(readFileSync(join(root, '.loop', name), 'utf8')) as typeof STATE;

/** An hour ago, and three hours ago, in the notations of seed 004. */
const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19);

test.each([
  ['.loop/stack.json, with a date in Z,', stack(`${at(1)}Z`), true],
  ['.loop/stack.json, with a date in +00:00,', stack(`${at(1)}+00:00`), true],
  ['.loop/stack.json', stack(`${at(3)}Z`), false],
  ['.claude/idle-loop.local.md', idleLoop(`${at(1)}Z`), true],
  ['.claude/idle-loop.local.md', idleLoop(`${at(3)}Z`), false],
])(
  'seed 004: the date in %s counts, not that of the file: it holds for two hours',
  async (path, text, holds) => {
    const root = createProjectFolder();
    write(root, path.replace(/,.*/, ''), text);
    expect((await stop(root)).includes('[LOOP 4/10]')).toBe(holds);
  },
);

test('seed 004: a stack.json with 60 of 80 iterations goes on, whatever its schema is', async () => {
  const root = createProjectFolder();
  const frame = { id: 'a', mode: 'loop', iter: 60, max: 80 };
  write(root, '.loop/stack.json', stack(`${at(1)}Z`, { schema: 'idle/v1', stack: [frame] }));
  expect(await stop(root)).toContain('[LOOP 61/80]');
  expect(viewOf(root, 'stack.json')).toMatchObject({ schema: 'idle/v1', stack: [{ iter: 61, max: 80 }] });
});

test('seed 004: ABORT written into stack.json ends the loop of that stack', async () => {
  const root = createProjectFolder();
  startIn(root);
  await stop(root);
  const written = viewOf(root, 'stack.json');
  const abort = (over: object): void =>
    write(root, '.loop/stack.json', JSON.stringify({ ...written, event: 'ABORT', ...over }));
  abort({ run_id: 'another' });
  expect(await stop(root)).toContain('[LOOP 2/10]');
  abort({});
  expect(await stop(root)).not.toContain('[LOOP ');
  expect(runIn(root)).toMatchObject({ status: 'cancelled', ending: { reason: 'ABORT in stack.json' } });
});

test('seed 004: a loop by hand whose counters are no numbers is aborted, and the reason is one line', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify({ ...STATE, iteration: 'abc' }));
  expect(messageOf(await callHook(root, 'Stop'))).toMatch(/^✗ Aborted: corrupt iteration.*abc[^\n]*$/);
});

/** A project with a message on the topic of jwz, its hooks, and what they posted. */
function withTopic(body: string) {
  const root = createProjectFolder();
  const [bin, log] = [join(root, 'bin'), join(root, '.jwz', 'posted')];
  write(root, '.jwz/read.json', JSON.stringify([{ body, sender: { role: 'idle' } }]));
  // The answers of `jwz` 26.1: messages for `read`, the new id for `post`, whose body is its fourth word.
  write(root, 'bin/jwz', '#!/bin/sh\n[ "$1" = read ] && exec cat .jwz/read.json\necho "$4" >> .jwz/posted\n');
  chmodSync(join(bin, 'jwz'), 0o755);
  const hook = async (event: string, fields: object = {}): Promise<string> =>
    (await callHook(root, event, fields, { PATH: `${bin}:/usr/bin:/bin` })).stdout;
  return { root, hook, posted: () => JSON.parse(readFileSync(log, 'utf8')) as object };
}

test('seed 004: a corrupt stack on the topic is told, and the first stop posts its end', async () => {
  const { hook, posted } = withTopic(stack(`${at(1)}Z`).replace('"iter":3', '"iter":"three"'));
  const said = "The topic loop:current of jwz can't start a loop: stack[0].iter: expected a whole number";
  expect(await hook('SessionStart', { source: 'startup' })).toContain(said);
  expect(await hook('Stop')).toContain('✗ Aborted: corrupt stack[0].iter');
  expect(posted()).toMatchObject({ event: 'ABORT' });
});

test('seed 004: a stale stack on the topic is told and holds no stop', async () => {
  const { hook } = withTopic(stack(`${at(200)}Z`));
  expect(await hook('SessionStart', { source: 'startup' })).toContain(
    'It is older than two hours and holds no session until it is started: /loop:continue.',
  );
  expect(await hook('Stop')).toBe('');
});

test('seed 004: a session is told of the stack on the topic of jwz, its first stop adopts it, and the next state is posted', async () => {
  const { root, hook, posted } = withTopic(stack(`${at(1)}Z`));
  expect(await hook('SessionStart', { source: 'startup' })).toContain(
    'The topic loop:current of jwz has a loop that belongs to no session here. It will hold the first session that stops here.',
  );
  expect(existsSync(join(root, '.loop'))).toBe(false);
  expect(await hook('Stop')).toContain('[LOOP 4/10]');
  expect(posted()).toMatchObject({ event: 'STATE', stack: [{ id: 'a', iter: 4, max: 10 }] });
  expect(await hook('Stop', { session_id: 'another' })).toBe('');
});

test('seed 000: a loop by hand beyond ten iterations is not paused at its first stop', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify({ ...STATE, iteration: 12 }));
  expect(await stop(root)).toContain('[LOOP 13/22]');
});

test('seeds 000 and 001: where only the stop hook is wired, tools in the transcript keep a loop from idling', async () => {
  const root = createProjectFolder();
  startIn(root);
  const path = join(root, 'talk.jsonl');
  const turn = (number: number): Promise<string> =>
    stop(root, {
      transcript_path: path,
      stop_hook_active: number > 0,
      last_assistant_message: `Turn ${number}.`,
    });
  let told = '';
  for (let number = 0; number < 6; number += 1) {
    appendFileSync(path, `${JSON.stringify({ ...CALLED, timestamp: new Date().toISOString() })}\n`);
    told = await turn(number);
  }
  expect(told).toContain('[LOOP 6/10]');
  for (let number = 6; number < 9; number += 1) told = await turn(number);
  expect(told).toContain('[LOOP] ✗ Stuck: Claude ran no tool in any of the last turns');
});

test('two sessions share state.json: an edit counts for the loop whose view was edited', async () => {
  const root = createProjectFolder();
  const other = '7f0f8f5e-0000-4000-8000-000000000002';
  startIn(root, { runId: 'run-2', spec: 'write the docs', criteria: [{ name: 'docs' }] }, other);
  startIn(root, { criteria: [{ name: 'tests pass' }] });
  await stop(root);
  const edited = { ...viewOf(root), criteriaStatus: { 'tests pass': true } };
  write(root, '.loop/state.json', JSON.stringify(edited));
  await stop(root, { session_id: other });
  expect(runIn(root).frames[0]?.criteria).toMatchObject([{ name: 'tests pass', tick: {} }]);
  expect(runIn(root, other).frames[0]?.criteria).toMatchObject([{ name: 'docs' }]);
});

test('a hand edit that is refused at a check-in is told there, once to the user and once to Claude', async () => {
  const root = createProjectFolder();
  startIn(root, { shape: 'colleague', criteria: [{ name: 'tests pass' }] });
  expect(await stop(root)).toContain('Go on? Any reply does.');
  write(root, '.loop/state.json', JSON.stringify({ ...viewOf(root), criteria: [], criteriaStatus: {} }));
  const refused = /The edit of criteria .* was not taken over: an edit drops no criteria/;
  expect(messageOf(await callHook(root, 'Stop'))).toMatch(refused);
  const prompt = async () => (await callHook(root, 'UserPromptSubmit', { prompt: 'go on' })).stdout;
  const heard = JSON.parse(await prompt());
  expect(heard.hookSpecificOutput.additionalContext).toMatch(refused);
  expect(heard.systemMessage).toBeUndefined();
  expect(await stop(root)).not.toMatch(refused);
  expect(await prompt()).toBe('');
});

const sessionStart = async (root: string): Promise<string> =>
  messageOf(await callHook(root, 'SessionStart', { source: 'startup' }));

test.each([
  ['.loop/state.json', '{"spec": "mend it",}', 'is not valid JSON'],
  ['.loop/state.json', JSON.stringify({ ...STATE, spec: 'x'.repeat(200_000) }), 'is too large'],
  ['.loop/stack.json', stack(`${at(1)}Z`, { event: 'PAUSED' }), 'event: expected one of "STATE", "DONE"'],
])(
  'a file that can’t start a loop is told at the stop, and not promised before: %s',
  async (path, text, why) => {
    const root = createProjectFolder();
    write(root, path, text);
    expect(await sessionStart(root)).not.toContain('It will hold');
    const said = messageOf(await callHook(root, 'Stop'));
    expect(said).toContain(`[LOOP] ${path} can't start a loop: `);
    expect(said).toContain(why);
    expect(said).toMatch(/Correct the file, or delete it\.$/);
    expect(said).not.toContain('\n');
  },
);

test('the second state.json of a session whose loop is paused is kept, and the user is told where', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify(STATE));
  await stop(root);
  submitIn(root, { type: 'pause' });
  await stop(root);
  const second = JSON.stringify({ ...STATE, spec: 'another thing' });
  write(root, '.loop/state.json', second);
  const said = messageOf(await callHook(root, 'Stop'));
  const [, kept = ''] =
    /it is kept in (\S+)\. If it is a loop of its own: \/loop:cancel, then move it back\.$/.exec(said) ?? [];
  expect(said).toContain("[LOOP] .loop/state.json held another text than this session's loop");
  expect(readFileSync(join(root, kept), 'utf8')).toBe(second);
  expect(await stop(root)).not.toContain('it is kept in');

  submitIn(root, { type: 'cancel' });
  await stop(root);
  renameSync(join(root, kept), join(root, '.loop/state.json'));
  expect(await stop(root)).toContain('[LOOP 2/10]');
});
