import { describe, expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';

const HOSTILE = 'x\u001b[31m\u001b]0;t\u0007\u009b\u202ey';
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe('an error that repeats what was typed', () => {
  test.each([
    ['a verb', [HOSTILE]],
    ['a flag', ['status', `--${HOSTILE}`]],
    ['a value of a choice', ['start', 'x', '--shape', HOSTILE]],
    ['a number', ['start', 'x', '--iterations', HOSTILE]],
    ['a budget', ['start', 'x', '--budget', HOSTILE]],
    ['a duration', ['start', 'x', '--ttl', HOSTILE]],
    ['a check without a command', ['start', 'x', '--check', `${HOSTILE}=`]],
    ['a criterion', ['start', '--force', 'x', '--criteria', HOSTILE]],
    ['a spec file', ['start', '--spec-file', HOSTILE]],
    ['a session', ['status', '--session', HOSTILE]],
    ['a project', ['status', '--project', HOSTILE]],
    ['a run', ['report', HOSTILE]],
    ['a journal', ['explain', '--replay', HOSTILE]],
    ['a help page', ['help', HOSTILE]],
    ['an event', ['doctor', '--try', HOSTILE]],
    ['surplus words', ['pause', 'a', HOSTILE]],
  ])('prints no control character of %s', async (_name, typed) => {
    const project = createProject();
    for (const args of [typed, [...typed, '--json']]) {
      const { stdout, stderr, code } = await project.loop(args);
      expect(stdout).not.toMatch(UNPRINTABLE);
      expect(stderr).not.toMatch(UNPRINTABLE);
      expect(code).not.toBe(139);
    }
  });

  test('keeps the text whole in JSON, as escapes', async () => {
    const project = createProject();
    const { stdout } = await project.loop(['start', '--force', 'a\u202eb\u009bc', '--json']);
    expect(stdout).not.toMatch(UNPRINTABLE);
    expect(stdout).toContain('a\\u202eb\\u009bc');
    const parsed = JSON.parse(stdout) as { run: { frames: { spec: string }[] } };
    expect(parsed.run.frames[0]?.spec).toBe('a\u202eb\u009bc');
  });
});

test('text from disk cannot move the cursor or hide', async () => {
  const evil = `${HOSTILE}\u001b[2Jgnp.exe\u200b\u{e0041}b`;
  const project = createProject();
  await project.loop(['start', '--force', `${evil} spec`, '--steps', 'plain']);
  await project.loop(['pause', evil]);
  for (const verb of ['status', 'log', 'next', 'explain']) {
    const { stdout } = await project.loop([verb], { env: { FORCE_COLOR: '1' } });
    const bare = stdout.replaceAll(/\u001b\[\d+m/g, '');
    expect(bare).not.toMatch(UNPRINTABLE);
    expect(bare).not.toMatch(/[\u200b-\u200f]|\u{e0041}/u);
  }
});

test.each([
  ['a device without an end', '/dev/zero', 'neither a file nor a pipe'],
  ['a folder', '.', 'neither a file nor a pipe'],
  ['larger than a mebibyte', 'spec.md', 'holds more than 1 MiB'],
])('a spec file that is %s is refused', async (_name, path, message) => {
  const project = createProject();
  project.write('spec.md', 'x'.repeat(1024 * 1024 + 1));
  const { code, stderr } = await project.loop(['score', '--spec-file', path], { by: 'user' });
  expect([code, stderr]).toEqual([64, expect.stringContaining(message)]);
});
