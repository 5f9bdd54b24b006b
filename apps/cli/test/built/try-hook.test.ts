import { describe, expect, test } from 'vitest';
import { createLoop } from '../support/project.ts';

describe('loop doctor --try', () => {
  test('records nothing, unless it is really meant', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const stdin = JSON.stringify({ session_id: project.session, cwd: project.path });
    const iteration = async (): Promise<unknown> =>
      (await project.json('status')).run?.frames.at(-1)?.iteration;
    await project.loop(['doctor', '--try', 'Stop'], { input: stdin });
    expect(await iteration()).toBe(0);
    await project.loop(['doctor', '--try', 'Stop', '--really'], { input: stdin });
    expect(await iteration()).toBe(1);
  });

  test('answers a stop by hand as the plugin would', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const stdin = JSON.stringify({ session_id: project.session, cwd: project.path });
    const { stdout } = await project.loop(['doctor', '--try', 'Stop', '--dialect', 'ok'], { input: stdin });
    expect(stdout).toContain('{"ok":false,"reason":"unmet criteria: a"}');
    expect(stdout).toContain('The hook exits with 0.');
  });

  test('tells the exit code of a dialect that has one', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const stdin = JSON.stringify({ session_id: project.session, cwd: project.path });
    const { stdout } = await project.loop(['doctor', '--try', 'stop', '--dialect=exit-code', '--json'], {
      input: stdin,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('[ITERATION 1/10]'),
    });
  });

  test('says so when the hook has nothing to say', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const { stdout } = await project.loop(['doctor', '--try', 'Stop'], { input: '{"session_id":"another"}' });
    expect(stdout).toContain('says nothing: the stop is let go');
  });
});
