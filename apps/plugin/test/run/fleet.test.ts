// @module-tag deep
import { join } from 'node:path';
import { runInSandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { command, isFirst } from '../support/drive.ts';
import { setRemote } from '../support/remote.ts';
import { fileSpec, nameIn } from '../support/specs.ts';
import { bash, COMPLETE, setStage } from '../support/stage.ts';

test('an agent drives the real client over the jobs of a fleet, and each gets its pull request', async () => {
  const stage = await setStage({
    main: (request) => {
      const name = nameIn(request);
      return isFirst(request) ? bash(`printf ${name} > ${name}.txt`) : say(COMPLETE);
    },
  });
  const { sandbox, model } = stage;
  await sandbox.project.write({
    'specs/alpha.md': fileSpec('alpha'),
    'specs/beta.md': fileSpec('beta', 'alpha'),
  });
  const remote = await setRemote(stage);
  const env = { ...remote.env, LOOP_FLEET: join(sandbox.home, 'fleet') };
  const fleet = async (...args: readonly string[]): Promise<string> => {
    const words = [process.execPath, command, 'fleet', ...args] as const;
    const ended = await runInSandbox({ sandbox, model, command: words, env, timeoutMs: 300_000 });
    expect(ended.exitCode, ended.stderr + ended.stdout).toBe(0);
    return ended.stdout;
  };

  await fleet('init', '--budget', '4');
  await fleet('add', '--from', 'specs', '--pr', '--budget', '1', '--check', 'file=ls *.txt');
  await fleet('work', '--until-empty', '--slots', '2', '--permission-mode', 'bypassPermissions');

  const { jobs } = JSON.parse(await fleet('status', '--json')) as {
    readonly jobs: readonly { state: string; branch: string; pullRequest: string }[];
  };
  expect(jobs.map(({ state }) => state)).toEqual(['verified', 'verified']);
  const requests = remote.pullRequests();
  for (const { branch, pullRequest } of jobs) {
    expect(requests.find(({ url }) => url === pullRequest)).toMatchObject({
      base: 'main',
      head: branch,
      draft: false,
      body: expect.stringContaining('✓ Done'),
    });
  }
  // A job begins with the work of those that it needs.
  const files = remote.git('ls-tree', '--name-only', jobs[1]?.branch ?? '').split('\n');
  expect(files).toEqual(expect.arrayContaining(['alpha.txt', 'beta.txt']));
});
