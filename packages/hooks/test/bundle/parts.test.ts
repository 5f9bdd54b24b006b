import {
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE, createProjectFolder, type HookResult, runHook, startIn } from '../support/run-hook.ts';

const SESSION = 'a-session';
/** In a fence, so that the parser has to be loaded to say that it is shown and not said. */
const SHOWN = '```\n<loop-done>COMPLETE</loop-done>\n```';

/** A loop with many stops and a folder for compiled code. */
interface Stage {
  readonly root: string;
  readonly data: string;
  stop(message?: string): Promise<HookResult>;
  /** The cached files: their names, each with a value that changes with every write. */
  cached(): Readonly<Record<string, string>>;
}

function setStage({ bundle = BUNDLE, data = createProjectFolder('data') } = {}): Stage {
  const root = createProjectFolder();
  startIn(root, SESSION, { limits: { iterations: 50 } });
  return {
    root,
    data,
    stop: (message = 'Working.') => {
      const input = { session_id: SESSION, cwd: root, last_assistant_message: message };
      const env = { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data };
      return runHook(['Stop'], JSON.stringify(input), env, { bundle });
    },
    cached: () =>
      Object.fromEntries(
        readdirSync(join(data, 'compiled')).map((name) => {
          const { ino, mtimeMs } = statSync(join(data, 'compiled', name));
          return [name, `${ino} ${mtimeMs}`];
        }),
      ),
  };
}

test('the compiled code of an event is cached, grows at the first stops, and then stays', async () => {
  const stage = setStage({ data: join(createProjectFolder('data'), 'not there yet') });
  const first = await stage.stop();
  const [name = ''] = Object.keys(stage.cached());
  expect(name).toContain(`Stop-loop.cjs-${process.version}-`);
  const little = statSync(join(stage.data, 'compiled', name)).size;

  for (let stop = 2; stop <= 8; stop += 1) {
    const before = stage.cached();
    expect((await stage.stop(`Working on ${stop}.`)).stdout).toContain(`[LOOP ${stop}/50]`);
    expect(stage.cached()).not.toEqual(before);
  }
  const files = stage.cached();
  expect(Object.keys(files)).toEqual([name]);
  expect(statSync(join(stage.data, 'compiled', name)).size).toBeGreaterThan(little);
  const last = await stage.stop();
  expect(stage.cached()).toEqual(files);
  expect(last).toEqual({ ...first, stdout: first.stdout.replaceAll('1/50', '9/50') });
});

test('a part that is loaded later is cached beside it, and reads a message as before', async () => {
  const stage = setStage();
  await stage.stop();
  const before = Object.keys(stage.cached());
  const first = await stage.stop(SHOWN);
  const files = stage.cached();
  expect(Object.keys(files).filter((name) => !before.includes(name))).toEqual([
    expect.stringContaining('Stop-markdown.cjs-'),
    expect.stringContaining('Stop-message.cjs-'),
  ]);
  const second = await stage.stop(SHOWN);
  expect(Object.keys(stage.cached())).toEqual(Object.keys(files));
  expect([first.stdout, second.stdout]).toEqual([
    expect.stringContaining('[LOOP 2/50]'),
    expect.stringContaining('[LOOP 3/50]'),
  ]);
});

test('compiled code is written for this user alone, whatever the umask', async () => {
  const stage = setStage();
  const before = process.umask(0);
  try {
    await stage.stop();
  } finally {
    process.umask(before);
  }
  const folder = join(stage.data, 'compiled');
  const [name = ''] = readdirSync(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
});

/** What makes compiled code one that this user alone need not have written. */
const TAMPERED: readonly (readonly [string, (path: string) => void])[] = [
  ['others can write', (path) => chmodSync(path, 0o666)],
  ...(process.getuid?.() === 0
    ? [['another user owns', (path: string): void => chownSync(path, 12_345, 0)] as const]
    : []),
];

test.each(TAMPERED)('compiled code that %s is compiled again', async (_, change) => {
  const stage = setStage();
  await stage.stop();
  const [name = ''] = Object.keys(stage.cached());
  const path = join(stage.data, 'compiled', name);
  for (let more = 0; more < 8; more += 1) await stage.stop(`Working on ${more}.`);
  const written = statSync(path);
  change(path);
  await stage.stop('Still working.');
  const again = statSync(path);
  expect(again.ino).not.toBe(written.ino);
  expect([again.mode & 0o777, again.uid]).toEqual([0o600, written.uid]);
});

test.each([
  ['cut short', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['a byte short', (path: string) => truncateSync(path, statSync(path).size - 1)],
  ['empty', (path: string) => truncateSync(path, 0)],
  ['full of zeroes', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
  [
    'one bit off',
    (path: string) => {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length / 3);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
  ],
])('what is %s is left aside and made anew', async (_, damage) => {
  const stage = setStage();
  await stage.stop();
  const [name = ''] = Object.keys(stage.cached());
  const whole = readFileSync(join(stage.data, 'compiled', name)).length;
  damage(join(stage.data, 'compiled', name));

  const { stdout, stderr, code } = await stage.stop();
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('[LOOP 2/50]');
  const mended = readFileSync(join(stage.data, 'compiled', name));
  expect(mended.length).toBeGreaterThan(whole / 2);
  // The cache starts again, with one write.
  expect([mended.length % 2, mended.at(-1)]).toEqual([1, 1]);
});

test('after an update the new code runs, though it is as long as the old, and the old form is gone', async () => {
  const bundle = createProjectFolder('bundle');
  cpSync(BUNDLE, bundle, { recursive: true });
  const stage = setStage({ bundle });
  await stage.stop();
  const [before] = Object.keys(stage.cached());

  const part = join(bundle, 'loop.cjs');
  const source = readFileSync(part, 'utf8');
  const updated = source.replaceAll('[LOOP', '[POOL');
  expect(updated).toHaveLength(source.length);
  writeFileSync(part, updated);

  expect((await stage.stop()).stdout).toContain('[POOL 2/50]');
  const after = Object.keys(stage.cached());
  expect(after).toHaveLength(1);
  expect(after).not.toEqual([before]);
});

test('another event is compiled for itself', async () => {
  const { root, data, stop, cached } = setStage();
  await stop();
  const input = JSON.stringify({ session_id: SESSION, cwd: root, source: 'startup' });
  await runHook(['SessionStart'], input, { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data });
  expect(new Set(Object.keys(cached()).map((name) => name.split('-')[0]))).toEqual(
    new Set(['SessionStart', 'Stop']),
  );
});

test('a session without a loop leaves no trace', async () => {
  const root = createProjectFolder();
  const data = createProjectFolder('data');
  const input = JSON.stringify({ session_id: SESSION, cwd: root });
  await runHook(['Stop'], input, { CLAUDE_PROJECT_DIR: root, CLAUDE_PLUGIN_DATA: data });
  expect(readdirSync(data)).toEqual([]);
});

test.each([
  ['a file', join(BUNDLE, 'hook.cjs')],
  ['a relative path', 'somewhere'],
  ['not named', ''],
])('where the data folder is %s nothing is cached, and the stop is answered as usual', async (_, data) => {
  const stage = setStage({ data });
  const { stdout, stderr } = await stage.stop();
  expect({ isBlocked: stdout.includes('[LOOP 1/50]'), stderr }).toEqual({ isBlocked: true, stderr: '' });
  expect(readdirSync(stage.root)).toEqual(['.loop']);
});
