import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { said, transcriptOf } from '../support/transcript.ts';
import {
  callHook,
  createProjectFolder,
  ENV,
  inputOf,
  messageOf,
  openIn,
  runHook,
  runIn,
  SESSION,
  startIn,
} from '../support/run-hook.ts';

const SILENCE = { stdout: '', stderr: '', code: 0 };
const BATCH = { tool_calls: [{ tool_name: 'Read', tool_input: {}, tool_response: 'text' }] };

/** A project with a loop of the session. */
function projectWithLoop(...over: Parameters<typeof startIn>[1][]): string {
  const root = createProjectFolder();
  startIn(root, ...over);
  return root;
}

const stop = (root: string, env: Readonly<Record<string, string>> = {}) => callHook(root, 'Stop', {}, env);

const stateOf = (root: string) =>
  JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8')) as Record<string, unknown>;

test('blocks a stop of the session’s own loop and writes the views', async () => {
  const root = projectWithLoop();
  const { stdout, stderr, code } = await stop(root);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: {
      hookEventName: 'Stop',
      additionalContext: expect.stringContaining('[LOOP 1/10]'),
    },
  });
  expect(stateOf(root)).toMatchObject({ iteration: 1 });
});

test('another session in the same folder is not touched', async () => {
  const root = projectWithLoop();
  expect(await callHook(root, 'Stop', { session_id: 'another' })).toEqual(SILENCE);
  expect(readdirSync(join(root, '.loop/runs')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
});

test('leaves a snapshot beside a journal that grows, and goes on from it', async () => {
  const root = projectWithLoop();
  const opened = openIn(root);
  for (let index = 0; index < 20; index += 1) opened.submit({ type: 'observe', at: Date.now(), tools: 1 });
  const snapshots = (): string[] =>
    readdirSync(join(root, '.loop/runs')).filter((name) => name.endsWith('.snapshot.json'));
  expect(snapshots()).toEqual([]);
  await callHook(root, 'PostToolBatch', BATCH);
  expect((await stop(root)).stdout).toContain('[LOOP 1/10]');
  expect(snapshots()).toHaveLength(1);
  expect((await stop(root)).stdout).toContain('[LOOP 2/10]');
});

test.each(['Stop', 'SessionStart', 'UserPromptSubmit'])(
  '%s says in one line that settings switch all hooks off, as far as it still arrives',
  async (event) => {
    const root = projectWithLoop();
    const arrive = () => callHook(root, event, { prompt: 'hi', source: 'resume' });
    expect(messageOf(await arrive())).not.toContain('disableAllHooks');
    const path = join(root, '.claude/settings.local.json');
    mkdirSync(join(root, '.claude'));
    writeFileSync(path, '{"disableAllHooks":true}');
    const message = messageOf(await arrive());
    expect(message.split('\n').at(-1)).toBe(
      `[LOOP] No later session is held to its loop: ${path} switches all hooks off (disableAllHooks).`,
    );
    expect(message.match(/disableAllHooks/g)).toHaveLength(1);
  },
);

test('settings that would make it wait are not read', async () => {
  const root = projectWithLoop();
  mkdirSync(join(root, '.claude'));
  execFileSync('mkfifo', [join(root, '.claude/settings.json')]);
  symlinkSync('/dev/zero', join(root, '.claude/settings.local.json'));
  expect((await stop(root)).stdout).toContain('[LOOP 1/10]');
});

test('a stop that holds writes no views after a batch of tools, but the line of its iteration', async () => {
  const root = projectWithLoop();
  await callHook(root, 'PostToolBatch', BATCH);
  expect((await stop(root)).stdout).toContain('[LOOP 1/10]');
  expect(stateOf(root)['iteration']).toBe(0);
  expect(readFileSync(join(root, '.loop/iterations.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  await callHook(root, 'PostToolBatch', BATCH);
  expect(stateOf(root)['iteration']).toBe(1);
  // Without tools nobody writes them before the next stop does.
  await stop(root);
  await stop(root);
  expect(stateOf(root)['iteration']).toBe(3);
});

test.each(['ok', 'exit-code'])('a stop of the dialect %s always writes the views', async (dialect) => {
  const root = projectWithLoop();
  await callHook(root, 'PostToolBatch', BATCH);
  await stop(root, { LOOP_DIALECT: dialect });
  expect(stateOf(root)['iteration']).toBe(1);
});

test('finds the loop from a folder below, without the client’s word for the root', async () => {
  const root = projectWithLoop();
  const below = join(root, 'a/b');
  mkdirSync(below, { recursive: true });
  expect((await runHook(['stop'], inputOf(below, 'Stop'))).stdout).toContain('[LOOP 1/10]');
});

test('takes the event from the input when none is named', async () => {
  expect((await runHook([], inputOf(projectWithLoop(), 'Stop'))).stdout).toContain('[LOOP 1/10]');
});

test('a session without a loop gets no output and no file', async () => {
  const root = createProjectFolder();
  const events = ['Stop', 'SessionStart', 'UserPromptSubmit', 'PostToolBatch', 'StopFailure', 'SessionEnd'];
  for (const event of events) expect(await callHook(root, event)).toEqual(SILENCE);
  expect(readdirSync(root)).toEqual([]);
});

test.each<[string, string | Buffer]>([
  ['nothing', ''],
  ['null', 'null'],
  ['half an object', '{'],
  ['a list', '[]'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d])],
  ['a number for a session', '{"session_id":7}'],
  ['an empty session', '{"session_id":""}'],
  ['the word null for a session', '{"session_id":"null"}'],
  ['a path for a session', '{"session_id":"../../x","cwd":"/"}'],
  ['a session of three hundred characters', `{"session_id":"${'x'.repeat(300)}"}`],
  ['a NUL in the session', '{"session_id":"a\\u0000b","cwd":"/nowhere"}'],
  ['a relative folder', '{"session_id":"s","cwd":"relative"}'],
])('lets go when stdin is %s; seed 001: the ok dialect answers JSON', async (_, bytes) => {
  expect(await runHook(['Stop'], bytes)).toMatchObject({ stdout: '', code: 0 });
  expect(await runHook(['Stop', '--dialect', 'ok'], bytes)).toMatchObject({
    stdout: '{"ok":true}\n',
    code: 0,
  });
});

test('a whole object is answered although the pipe stays open, and half of one lets go in time', async () => {
  const root = projectWithLoop();
  const open = { pipe: 'left open' } as const;
  const whole = await runHook(['Stop'], inputOf(root, 'Stop'), {}, open);
  expect(whole.stdout).toContain('[LOOP 1/10]');
  const half = await runHook(['Stop'], inputOf(root, 'Stop').slice(0, 30), {}, open);
  expect(half).toMatchObject({ stdout: '', stderr: 'loop: Stop let go: its input is endless\n' });
});

test('a byte order mark before the input is no part of it', async () => {
  const root = projectWithLoop();
  expect((await runHook(['Stop'], `\ufeff${inputOf(root, 'Stop')}`)).stdout).toContain('[LOOP 1/10]');
});

test('seed 001: a transcript path that begins with ~ is read from the home folder', async () => {
  const root = projectWithLoop();
  const path = transcriptOf(said('<loop-done>STUCK</loop-done>', { sessionId: SESSION }));
  const [home, name] = [path.replace(/\/[^/]+$/, ''), path.slice(path.lastIndexOf('/'))];
  await callHook(root, 'Stop', { transcript_path: `~${name}` }, { HOME: home });
  expect(runIn(root).ending).toMatchObject({ kind: 'gave-up' });
});

test('switched off, it neither blocks nor records', async () => {
  const root = projectWithLoop();
  for (const name of ['LOOP_DISABLE', 'IDLE_LOOP_DISABLE']) {
    for (const value of ['1', 'true', 'YES', 'on'])
      expect(await stop(root, { [name]: value })).toEqual(SILENCE);
  }
  expect(runIn(root).frames[0]?.iteration).toBe(0);
});

test('speaks the requested dialect, by flag or by environment', async () => {
  const root = projectWithLoop({ criteria: [{ name: 'a' }] });
  const by = (...flags: readonly string[]) => runHook(['Stop', ...flags], inputOf(root, 'Stop'), ENV);
  expect((await by('--dialect', 'ok')).stdout).toBe('{"ok":false,"reason":"unmet criteria: a"}\n');
  expect(await by('--dialect=exit-code')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('"reason":"[ITERATION 2/10] Continue'),
  });
  expect(JSON.parse((await stop(root, { LOOP_DIALECT: 'block' })).stdout)).toMatchObject({
    decision: 'block',
  });
  expect((await stop(createProjectFolder(), { LOOP_DIALECT: 'ok' })).stdout).toBe('{"ok":true}\n');
});

test('an unknown dialect is named on standard error, and the client is answered', async () => {
  const root = projectWithLoop();
  const { stdout, stderr } = await stop(root, { LOOP_DIALECT: 'exit_code' });
  expect(stdout).toContain('[LOOP 1/10]');
  expect(stderr).toBe(
    'loop: unknown dialect exit_code, using context; known: context, block, ok, exit-code, auto\n',
  );
  expect((await stop(root, { LOOP_DIALECT: 'auto' })).stderr).toBe('');
});

test('a loop in a folder that others may write to is left alone, and said', async () => {
  const root = projectWithLoop();
  chmodSync(join(root, '.loop'), 0o777);
  const { stdout, stderr, code } = await stop(root);
  expect(stdout).toMatch(
    /^\{"systemMessage":"\[LOOP\] Stop let go: .*chmod 700\. For more: loop doctor"\}\n$/,
  );
  expect(stderr).toMatch(/^loop: Stop let go: .*chmod 700\n$/);
  expect(code).toBe(0);
  expect((await stop(root, { LOOP_DIALECT: 'ok' })).stdout).toBe('{"ok":true}\n');
  expect(readFileSync(join(root, '.loop/errors.log'), 'utf8')).toContain('Stop let go');
});

test('seed 000: a hand-written state.json holds the session that stops there first, and only that one', async () => {
  const root = createProjectFolder();
  mkdirSync(join(root, '.loop'), { mode: 0o700 });
  const write = (state: object): void => writeFileSync(join(root, '.loop/state.json'), JSON.stringify(state));
  const ok = { LOOP_DIALECT: 'ok' };
  const criteriaStatus = { a: true, b: false };
  write({ spec: 'x', criteria: ['a', 'b'], criteriaStatus, exit_signal: false, status: 'in_progress' });
  const begun = await callHook(root, 'SessionStart', { source: 'startup' });
  expect((JSON.parse(begun.stdout) as { systemMessage: string }).systemMessage).toMatch(
    /^\[LOOP RESUME\] Active loop detected\nSpec: x\n.*\nUnmet criteria: b\nNext: none\n\[LOOP\] \.loop\/state\.json was written by hand/,
  );
  expect((await stop(root, ok)).stdout).toBe('{"ok":false,"reason":"unmet criteria: b"}\n');
  expect(await callHook(root, 'Stop', { session_id: 'another' })).toEqual(SILENCE);
  write({ ...stateOf(root), criteriaStatus: { a: true, b: true }, exit_signal: true });
  expect((await stop(root, ok)).stdout).toBe('{"ok":true,"reason":"complete"}\n');
});

test('24 stops at once get exactly as many blocks as the limit allows, and no number twice', async () => {
  const root = projectWithLoop({ limits: { iterations: 5 } });
  const results = await Promise.all(
    Array.from({ length: 24 }, () => stop(root, { LOOP_DIALECT: 'exit-code' })),
  );
  const numbers = results.flatMap(({ stdout }) => /\[ITERATION (\d+)\/5\]/.exec(stdout)?.[1] ?? []);
  expect(numbers.sort()).toEqual(['1', '2', '3', '4', '5']);
  expect(results.filter(({ code }) => code !== 0 && code !== 2)).toEqual([]);
});
