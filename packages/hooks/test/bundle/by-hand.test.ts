import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createProjectFolder, runHook, runOn, startIn } from '../support/run-hook.ts';

const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';

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

async function stop(root: string, session = SESSION, fields: object = {}): Promise<string> {
  const input = {
    session_id: session,
    cwd: root,
    hook_event_name: 'Stop',
    last_assistant_message: 'Working.',
    ...fields,
  };
  return (await runHook(['Stop'], JSON.stringify(input))).stdout;
}

/** An hour ago, and three hours ago, in the notations of seed 004. */
const at = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19);

test.each(['Z', '+00:00'])('seed 004: a stack.json by hand holds a stop, with a date in %s', async (zone) => {
  const root = createProjectFolder();
  write(root, '.loop/stack.json', stack(`${at(1)}${zone}`));
  expect(await stop(root)).toContain('[LOOP 4/10]');
});

test.each([
  ['.loop/stack.json', stack(`${at(3)}Z`)],
  ['.claude/idle-loop.local.md', idleLoop(`${at(3)}Z`)],
])(
  'seed 004: the date in %s counts, not that of the file, so after two hours it holds nobody',
  async (path, text) => {
    const root = createProjectFolder();
    write(root, path, text);
    expect(await stop(root)).toBe('');
  },
);

test('seed 004: a fresh idle-loop.local.md holds a stop', async () => {
  const root = createProjectFolder();
  write(root, '.claude/idle-loop.local.md', idleLoop(`${at(1)}Z`));
  expect(await stop(root)).toContain('[LOOP 4/10]');
});

test('seed 004: a stack.json with 60 of 80 iterations goes on, whatever its schema is', async () => {
  const root = createProjectFolder();
  const frame = { id: 'a', mode: 'loop', iter: 60, max: 80 };
  write(root, '.loop/stack.json', stack(`${at(1)}Z`, { schema: 'idle/v1', stack: [frame] }));
  expect(await stop(root)).toContain('[LOOP 61/80]');
  expect(JSON.parse(readFileSync(join(root, '.loop/stack.json'), 'utf8'))).toMatchObject({
    schema: 'idle/v1',
    stack: [{ iter: 61, max: 80 }],
  });
});

test('seed 004: ABORT written into stack.json ends the loop of that stack', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  await stop(root);
  const path = join(root, '.loop/stack.json');
  const written = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...written, event: 'ABORT', run_id: 'another' }));
  expect(await stop(root)).toContain('[LOOP 2/10]');
  writeFileSync(path, JSON.stringify({ ...written, event: 'ABORT' }));
  expect(await stop(root)).not.toContain('[LOOP ');
  expect(runOn(root, SESSION)).toMatchObject({
    run: { status: 'cancelled', ending: { reason: 'ABORT in stack.json' } },
  });
});

test('seed 004: a loop by hand whose counters are no numbers is aborted, and the reason is one line', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify({ ...STATE, iteration: 'abc' }));
  const { systemMessage } = JSON.parse(await stop(root)) as { systemMessage: string };
  expect(systemMessage).toMatch(/^\[LOOP\] Ended \| aborted.*iteration.*abc/);
  expect(systemMessage).not.toContain('\n');
});

test('seed 004: a session is told of the stack on the topic of jwz, its first stop adopts it, and the next state is posted', async () => {
  const root = createProjectFolder();
  const [bin, log] = [join(root, 'bin'), join(root, '.jwz', 'posted')];
  const read = JSON.stringify([{ body: stack(`${at(1)}Z`), sender: { role: 'idle' } }]);
  write(root, '.jwz/read.json', read);
  // The answers of `jwz` 26.1: messages for `read`, the new id for `post`, whose body is its fourth word.
  write(root, 'bin/jwz', '#!/bin/sh\n[ "$1" = read ] && exec cat .jwz/read.json\necho "$4" >> .jwz/posted\n');
  chmodSync(join(bin, 'jwz'), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const hook = async (event: string, fields: object): Promise<string> => {
    const input = { session_id: SESSION, cwd: root, hook_event_name: event, ...fields };
    return (await runHook([event], JSON.stringify(input), env)).stdout;
  };

  expect(await hook('SessionStart', { source: 'startup' })).toContain(
    'The topic loop:current of jwz has a loop that belongs to no session here. It will hold the first session that stops here.',
  );
  expect(existsSync(join(root, '.loop'))).toBe(false);
  expect(await hook('Stop', { last_assistant_message: 'Working.' })).toContain('[LOOP 4/10]');
  const posted = JSON.parse(readFileSync(log, 'utf8')) as object;
  expect(posted).toMatchObject({ event: 'STATE', stack: [{ id: 'a', iter: 4, max: 10 }] });
  expect(await hook('Stop', { session_id: 'another', last_assistant_message: 'Working.' })).toBe('');
});

test('seed 000: a loop by hand beyond ten iterations is not paused at its first stop', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify({ ...STATE, iteration: 12 }));
  expect(await stop(root)).toContain('[LOOP 13/22]');
});

test('seeds 000 and 001: where only the stop hook is wired, tools in the transcript keep a loop from idling', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const transcript = join(root, 'talk.jsonl');
  const say = (id: number, content: object[]): string =>
    `${JSON.stringify({ type: 'assistant', sessionId: SESSION, isSidechain: false, timestamp: new Date().toISOString(), message: { id: `m${id}`, role: 'assistant', content } })}\n`;
  let told = '';
  for (let turn = 0; turn < 6; turn += 1) {
    const use = { type: 'tool_use', id: `t${turn}`, name: 'Edit', input: {} };
    writeFileSync(transcript, say(turn, [use]), { flag: 'a' });
    const words = {
      transcript_path: transcript,
      stop_hook_active: turn > 0,
      last_assistant_message: `Turn ${turn}.`,
    };
    told = await stop(root, SESSION, words);
  }
  expect(told).toContain('[LOOP 6/10]');
  for (let turn = 6; turn < 9; turn += 1) {
    const words = {
      transcript_path: transcript,
      stop_hook_active: true,
      last_assistant_message: `Turn ${turn}.`,
    };
    told = await stop(root, SESSION, words);
  }
  expect(told).toContain('[LOOP] Stuck: idle');
});

test('two sessions share state.json: an edit counts for the loop whose view was edited', async () => {
  const root = createProjectFolder();
  const other = '7f0f8f5e-0000-4000-8000-000000000002';
  startIn(root, other, { runId: 'run-2', spec: 'write the docs', criteria: [{ name: 'docs' }] });
  startIn(root, SESSION, { criteria: [{ name: 'tests pass' }] });
  await stop(root);
  const path = join(root, '.loop/state.json');
  const state = JSON.parse(readFileSync(path, 'utf8')) as typeof STATE;
  writeFileSync(path, JSON.stringify({ ...state, criteriaStatus: { 'tests pass': true } }));
  await stop(root, other);
  expect(runOn(root, SESSION)).toMatchObject({
    run: { frames: [{ criteria: [{ name: 'tests pass', tick: {} }] }] },
  });
  expect(runOn(root, other)).toMatchObject({ run: { frames: [{ criteria: [{ name: 'docs' }] }] } });
});

test('a hand edit that is refused at a check-in is told there, once to the user and once to Claude', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION, { shape: 'colleague', criteria: [{ name: 'tests pass' }] });
  expect(await stop(root)).toContain('Check-in: reply to go on');
  const state = JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8'));
  write(root, '.loop/state.json', JSON.stringify({ ...state, criteria: [], criteriaStatus: {} }));
  const refused = /The edit of criteria .* was not taken over: an edit drops no criteria/;
  const told = JSON.parse(await stop(root)) as { readonly systemMessage: string };
  expect(told.systemMessage).toMatch(refused);
  const prompt = { session_id: SESSION, cwd: root, hook_event_name: 'UserPromptSubmit', prompt: 'go on' };
  const heard = JSON.parse((await runHook(['UserPromptSubmit'], JSON.stringify(prompt))).stdout);
  expect(heard.hookSpecificOutput.additionalContext).toMatch(refused);
  expect(heard.systemMessage).toBeUndefined();
  expect(await stop(root)).not.toMatch(refused);
  expect((await runHook(['UserPromptSubmit'], JSON.stringify(prompt))).stdout).toBe('');
});

/** The text for the user in an answer. */
function messageOf(stdout: string): string {
  return stdout === '' ? '' : String((JSON.parse(stdout) as { systemMessage?: string }).systemMessage);
}

async function sessionStart(root: string): Promise<string> {
  const input = { session_id: SESSION, cwd: root, hook_event_name: 'SessionStart', source: 'startup' };
  return messageOf((await runHook(['SessionStart'], JSON.stringify(input))).stdout);
}

test('a state.json whose names are long, empty or __proto__ holds, as the session start says', async () => {
  const root = createProjectFolder();
  const names = ['x'.repeat(300), '', '__proto__', 'two\nlines'];
  write(root, '.loop/state.json', JSON.stringify({ spec: 'mend it', criteria: names, steps: names }));
  expect(await sessionStart(root)).toContain('It will hold the first session that stops here.');
  expect(await stop(root)).toContain('[LOOP 1/10] Still open: xxx');
  const view = JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8')) as typeof STATE;
  expect(Object.entries(view.criteriaStatus)).toEqual(names.map((name) => [name, false]));
});

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
    const said = messageOf(await stop(root));
    expect(said).toContain(`[LOOP] ${path} can't start a loop: `);
    expect(said).toContain(why);
    expect(said).toMatch(/Correct the file, or delete it\.$/);
    expect(said).not.toContain('\n');
  },
);

test('a stack.json that says DONE is no loop, for the session start neither', async () => {
  const root = createProjectFolder();
  write(root, '.loop/stack.json', stack(`${at(1)}Z`, { event: 'DONE' }));
  expect(await sessionStart(root)).toBe('');
  expect(await stop(root)).toBe('');
});

test('the second state.json of a session whose loop is paused is kept, and the user is told where', async () => {
  const root = createProjectFolder();
  write(root, '.loop/state.json', JSON.stringify(STATE));
  await stop(root);
  const opened = runOn(root, SESSION);
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.submit({ type: 'pause', at: Date.now() });
  await stop(root);
  const second = JSON.stringify({ ...STATE, spec: 'another thing' });
  write(root, '.loop/state.json', second);
  const said = messageOf(await stop(root));
  const [, kept = ''] =
    /it is kept in (\S+)\. If it is a loop of its own: \/loop:cancel, then move it back\.$/.exec(said) ?? [];
  expect(said).toContain("[LOOP] .loop/state.json held another text than this session's loop");
  expect(readFileSync(join(root, kept), 'utf8')).toBe(second);
  expect(await stop(root)).not.toContain('it is kept in');

  opened.submit({ type: 'cancel', at: Date.now() });
  await stop(root);
  renameSync(join(root, kept), join(root, '.loop/state.json'));
  expect(await stop(root)).toContain('[LOOP 2/10]');
});
