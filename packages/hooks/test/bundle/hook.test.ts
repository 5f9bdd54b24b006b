import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProjectFolder, runHook, runOn, startIn } from '../support/run-hook.ts';

const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';
const SILENCE = { stdout: '', stderr: '', code: 0 };

function stdin(cwd: string, fields: object = {}): string {
  return `${JSON.stringify({ session_id: SESSION, cwd, hook_event_name: 'Stop', ...fields })}\n`;
}

test('blocks a stop of the session’s own loop and writes the views', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const { stdout, stderr, code } = await runHook(['Stop'], stdin(root), { CLAUDE_PROJECT_DIR: root });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: {
      hookEventName: 'Stop',
      additionalContext: expect.stringContaining('[LOOP 1/10]'),
    },
  });
  expect(JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8'))).toMatchObject({ iteration: 1 });
});

test('leaves a snapshot beside a journal that grows, and goes on from it', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const opened = runOn(root, SESSION);
  if (opened.status !== 'open') throw new Error(opened.status);
  for (let index = 0; index < 20; index += 1) opened.submit({ type: 'observe', at: Date.now(), tools: 1 });
  const snapshots = (): string[] =>
    readdirSync(join(root, '.loop/runs')).filter((name) => name.endsWith('.snapshot.json'));
  expect(snapshots()).toEqual([]);
  await runHook(['PostToolBatch'], stdin(root, BATCH));
  expect((await runHook(['Stop'], stdin(root))).stdout).toContain('[LOOP 1/10]');
  expect(snapshots()).toHaveLength(1);
  expect((await runHook(['Stop'], stdin(root))).stdout).toContain('[LOOP 2/10]');
});

test.each(['Stop', 'SessionStart', 'UserPromptSubmit'])(
  '%s says in one line that settings switch all hooks off, as far as it still arrives',
  async (event) => {
    const root = createProjectFolder();
    startIn(root, SESSION);
    const arrive = async (): Promise<string> =>
      (await runHook([event], stdin(root, { prompt: 'hi', source: 'resume' }))).stdout;
    expect(await arrive()).not.toContain('disableAllHooks');
    const path = join(root, '.claude/settings.local.json');
    mkdirSync(join(root, '.claude'));
    writeFileSync(path, '{"disableAllHooks":true}');
    const { systemMessage } = JSON.parse(await arrive()) as { readonly systemMessage: string };
    expect(systemMessage.split('\n').at(-1)).toBe(
      `[LOOP] No later session is held to its loop: ${path} switches all hooks off (disableAllHooks).`,
    );
    expect(systemMessage.match(/disableAllHooks/g)).toHaveLength(1);
  },
);

test('settings that would make it wait are not read', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  mkdirSync(join(root, '.claude'));
  execFileSync('mkfifo', [join(root, '.claude/settings.json')]);
  symlinkSync('/dev/zero', join(root, '.claude/settings.local.json'));
  expect((await runHook(['Stop'], stdin(root))).stdout).toContain('[LOOP 1/10]');
});

const BATCH = { tool_calls: [{ tool_name: 'Read', tool_input: {}, tool_response: 'text' }] };
const iterationShown = (root: string): unknown =>
  (JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8')) as { iteration: unknown }).iteration;

test('a stop that holds writes no views after a batch of tools, but the line of its iteration', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  await runHook(['PostToolBatch'], stdin(root, BATCH));
  expect((await runHook(['Stop'], stdin(root))).stdout).toContain('[LOOP 1/10]');
  expect(iterationShown(root)).toBe(0);
  expect(readFileSync(join(root, '.loop/iterations.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  await runHook(['PostToolBatch'], stdin(root, BATCH));
  expect(iterationShown(root)).toBe(1);
  // Without tools nobody writes them before the next stop does.
  await runHook(['Stop'], stdin(root));
  await runHook(['Stop'], stdin(root));
  expect(iterationShown(root)).toBe(3);
});

test.each(['ok', 'exit-code'])('a stop of the dialect %s always writes the views', async (dialect) => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  await runHook(['PostToolBatch'], stdin(root, BATCH));
  await runHook(['Stop', '--dialect', dialect], stdin(root));
  expect(iterationShown(root)).toBe(1);
});

test.each([0, 1, 2])(
  'an edit of a stale view to iteration %d never advances the iteration',
  async (number) => {
    const root = createProjectFolder();
    startIn(root, SESSION, { criteria: [{ name: 'read over' }] });
    const path = join(root, '.loop/state.json');
    for (let stop = 0; stop < 2; stop += 1) {
      await runHook(['PostToolBatch'], stdin(root, BATCH));
      await runHook(['Stop'], stdin(root));
    }
    expect(iterationShown(root)).toBe(1);
    const state = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(
      path,
      JSON.stringify({ ...state, iteration: number, criteriaStatus: { 'read over': true } }),
    );
    expect((await runHook(['Stop'], stdin(root))).stdout).toContain('3/10');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ criteriaStatus: { 'read over': true } });
  },
);

test('finds the loop from a folder below, without the client’s word for the root', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  mkdirSync(join(root, 'a/b'), { recursive: true });
  const { stdout } = await runHook(['stop'], stdin(join(root, 'a/b')));
  expect(stdout).toContain('[LOOP 1/10]');
});

test('takes the event from the input when none is named', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  expect((await runHook([], stdin(root))).stdout).toContain('[LOOP 1/10]');
});

test('another session in the same folder is not touched', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  await runHook(['Stop'], stdin(root));
  expect(await runHook(['Stop'], stdin(root, { session_id: 'another' }))).toEqual(SILENCE);
  expect(readdirSync(join(root, '.loop/runs')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
});

test('a session without a loop gets no output and no file', async () => {
  const root = createProjectFolder();
  for (const event of [
    'Stop',
    'SessionStart',
    'UserPromptSubmit',
    'PostToolBatch',
    'StopFailure',
    'SessionEnd',
  ]) {
    expect(await runHook([event], stdin(root), { CLAUDE_PROJECT_DIR: root })).toEqual(SILENCE);
  }
  expect(readdirSync(root)).toEqual([]);
});

const BAD_INPUTS: readonly (readonly [string | Buffer, string])[] = [
  ['', 'nothing'],
  ['null', 'null'],
  ['{', 'half an object'],
  ['[]', 'a list'],
  [Buffer.from([0x7b, 0xff, 0x7d]), 'bytes that are no text'],
  ['{"session_id":7}', 'a number for a session'],
  ['{"session_id":""}', 'an empty session'],
  ['{"session_id":"null"}', 'the word null for a session'],
  ['{"session_id":"../../x","cwd":"/"}', 'a path for a session'],
  [`{"session_id":"${'x'.repeat(300)}"}`, 'a session of three hundred characters'],
  ['{"session_id":"a\\u0000b","cwd":"/nowhere"}', 'a NUL in the session'],
  ['{"session_id":"s","cwd":"relative"}', 'a relative folder'],
];

test.each(BAD_INPUTS.map(([bytes, what]) => ({ bytes, what })))(
  'lets go when stdin is $what',
  async ({ bytes }) => {
    const { stdout, code } = await runHook(['Stop'], bytes);
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
  },
);

test.each(BAD_INPUTS.map(([bytes, what]) => ({ bytes, what })))(
  'seed 001: the ok dialect answers JSON when stdin is $what',
  async ({ bytes }) => {
    const { stdout, code } = await runHook(['Stop', '--dialect', 'ok'], bytes);
    expect({ stdout, code }).toEqual({ stdout: '{"ok":true}\n', code: 0 });
  },
);

test('an unknown dialect is named on standard error, and the client is answered', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const { stdout, stderr } = await runHook(['Stop'], stdin(root), { LOOP_DIALECT: 'exit_code' });
  expect(stdout).toContain('[LOOP 1/10]');
  expect(stderr).toBe(
    'loop: unknown dialect exit_code, using context; known: context, block, ok, exit-code, auto\n',
  );
  expect((await runHook(['Stop'], stdin(root), { LOOP_DIALECT: 'auto' })).stderr).toBe('');
});

test('seed 001: a transcript path that begins with ~ is read from the home folder', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const said = {
    type: 'assistant',
    isSidechain: false,
    sessionId: SESSION,
    message: {
      id: 'm',
      role: 'assistant',
      content: [{ type: 'text', text: '<loop-done>STUCK</loop-done>' }],
    },
  };
  writeFileSync(join(root, 'talk.jsonl'), `${JSON.stringify(said)}\n`);
  const input = stdin(root, { transcript_path: '~/talk.jsonl' });
  await runHook(['Stop'], input, { HOME: root });
  expect(runOn(root, SESSION)).toMatchObject({ run: { ending: { kind: 'gave-up' } } });
});

test('a whole object is answered although the pipe stays open, and half of one lets go in time', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const whole = await runHook(['Stop'], stdin(root), {}, { pipe: 'left open' });
  expect(whole.stdout).toContain('[LOOP 1/10]');
  const half = await runHook(['Stop'], stdin(root).slice(0, 30), {}, { pipe: 'left open' });
  expect(half).toMatchObject({ stdout: '', stderr: 'loop: Stop let go: its input is endless\n' });
});

test('a byte order mark before the input is no part of it', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  const { stdout } = await runHook(['Stop'], `\ufeff${stdin(root)}`);
  expect(stdout).toContain('[LOOP 1/10]');
});

test('switched off, it neither blocks nor records', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  for (const name of ['LOOP_DISABLE', 'IDLE_LOOP_DISABLE']) {
    for (const value of ['1', 'true', 'YES', 'on'])
      expect(await runHook(['Stop'], stdin(root), { [name]: value })).toEqual(SILENCE);
  }
  expect(runOn(root, SESSION)).toMatchObject({ run: { frames: [{ iteration: 0 }] } });
});

test('speaks the requested dialect, by flag or by environment', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION, { criteria: [{ name: 'a' }] });
  expect((await runHook(['Stop', '--dialect', 'ok'], stdin(root))).stdout).toBe(
    '{"ok":false,"reason":"unmet criteria: a"}\n',
  );
  const exit = await runHook(['Stop', '--dialect=exit-code'], stdin(root));
  expect(exit).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('"reason":"[ITERATION 2/10] Continue'),
  });
  const block = await runHook(['Stop'], stdin(root), { LOOP_DIALECT: 'block' });
  expect(JSON.parse(block.stdout)).toMatchObject({ decision: 'block' });
});

test('the ok dialect says ok where there is no loop', async () => {
  const root = createProjectFolder();
  expect((await runHook(['Stop', '--dialect', 'ok'], stdin(root))).stdout).toBe('{"ok":true}\n');
});

test('a loop in a folder that others may write to is left alone, and said', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  chmodSync(join(root, '.loop'), 0o777);
  const { stdout, stderr, code } = await runHook(['Stop'], stdin(root));
  expect({ stdout, code }).toEqual({
    stdout: expect.stringMatching(
      /^\{"systemMessage":"\[LOOP\] Stop let go: .*chmod 700\. For more: loop doctor"\}\n$/,
    ),
    code: 0,
  });
  expect(stderr).toMatch(/^loop: Stop let go: .*chmod 700\n$/);
  expect((await runHook(['Stop', '--dialect', 'ok'], stdin(root))).stdout).toBe('{"ok":true}\n');
  expect(readFileSync(join(root, '.loop/errors.log'), 'utf8')).toContain('Stop let go');
});

test('a link in place of .loop is not followed', async () => {
  const root = createProjectFolder();
  const elsewhere = createProjectFolder('elsewhere');
  startIn(elsewhere, SESSION);
  symlinkSync(join(elsewhere, '.loop'), join(root, '.loop'));
  const { stdout, code } = await runHook(['Stop'], stdin(root), { CLAUDE_PROJECT_DIR: root });
  expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('it is a symbolic link'), code: 0 });
  expect(runOn(elsewhere, SESSION)).toMatchObject({ run: { frames: [{ iteration: 0 }] } });
});

test('deleting .loop ends the loop for good', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION);
  rmSync(join(root, '.loop'), { recursive: true });
  expect(await runHook(['Stop'], stdin(root), { CLAUDE_PROJECT_DIR: root })).toEqual(SILENCE);
  expect(existsSync(join(root, '.loop'))).toBe(false);
});

test('only starting a loop by hand creates a journal: a draft blocks nothing', async () => {
  const root = createProjectFolder();
  const env = { CLAUDE_PROJECT_DIR: root };
  const expansion = {
    command_name: 'loop:start',
    command_args: 'do it "well" & $(now)\n🙂',
    hook_event_name: 'UserPromptExpansion',
  };
  expect(await runHook(['UserPromptExpansion'], stdin(root, expansion), env)).toEqual(SILENCE);
  expect(runOn(root, SESSION)).toMatchObject({
    run: { status: 'draft', frames: [{ spec: 'do it "well" & $(now)\n🙂' }] },
  });
  expect(await runHook(['Stop'], stdin(root), env)).toEqual(SILENCE);
});

test('seed 000: a hand-written state.json holds the session that stops there first, and only that one', async () => {
  const root = createProjectFolder();
  mkdirSync(join(root, '.loop'), { mode: 0o700 });
  const state = {
    spec: 'x',
    criteria: ['a', 'b'],
    criteriaStatus: { a: true, b: false },
    exit_signal: false,
    status: 'in_progress',
  };
  writeFileSync(join(root, '.loop/state.json'), JSON.stringify(state));
  const env = { CLAUDE_PROJECT_DIR: root };
  const first = await runHook(['Stop', '--dialect', 'ok'], stdin(root), env);
  expect(first.stdout).toBe('{"ok":false,"reason":"unmet criteria: b"}\n');
  expect(await runHook(['Stop'], stdin(root, { session_id: 'another' }), env)).toEqual(SILENCE);
  writeFileSync(
    join(root, '.loop/state.json'),
    JSON.stringify({
      ...JSON.parse(readFileSync(join(root, '.loop/state.json'), 'utf8')),
      criteriaStatus: { a: true, b: true },
      exit_signal: true,
    }),
  );
  const last = await runHook(['Stop', '--dialect', 'ok'], stdin(root), env);
  expect(last.stdout).toBe('{"ok":true,"reason":"complete"}\n');
});

test('24 stops at once get exactly as many blocks as the limit allows, and no number twice', async () => {
  const root = createProjectFolder();
  startIn(root, SESSION, { limits: { iterations: 5 } });
  const results = await Promise.all(
    Array.from({ length: 24 }, () => runHook(['Stop', '--dialect=exit-code'], stdin(root))),
  );
  const numbers = results.flatMap(({ stdout }) => /\[ITERATION (\d+)\/5\]/.exec(stdout)?.[1] ?? []);
  expect(numbers.sort()).toEqual(['1', '2', '3', '4', '5']);
  expect(results.filter(({ code }) => code !== 0 && code !== 2)).toEqual([]);
});
