// @module-tag deep
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { drive, driverOf, type Drove, runArgs } from '../support/drive.ts';
import { type Remote, setRemote } from '../support/remote.ts';
import { bash, COMPLETE, finish, mend, setStage, type Stage } from '../support/stage.ts';

const bypass = ['--permission-mode', 'bypassPermissions'];
const wanted = [...runArgs, '--worktree', '--pr'];

/** Two iterations that add a file each, and one that mends and claims. */
const three = [
  bash('echo one > one.txt'),
  say('One.'),
  bash('echo two > two.txt'),
  say('Two.'),
  mend,
  say(COMPLETE),
];

interface Delivery {
  readonly folder: string | null;
  readonly branch: string;
  readonly commits: number;
  readonly uncommitted: readonly string[];
  readonly pullRequest: { readonly url: string; readonly isDraft: boolean; readonly isOpen: boolean } | null;
  readonly problem: string | null;
}

function deliveryOf({ answer }: Drove): Delivery {
  return (answer as unknown as { readonly delivery: Delivery }).delivery;
}

function filesOn(remote: Remote, branch: string): readonly string[] {
  return remote.git('ls-tree', '-r', '--name-only', branch).trim().split('\n');
}

test('from a spec over a work tree, three iterations and commits to a pull request', async () => {
  const stage = await setStage(three);
  const remote = await setRemote(stage);
  const drove = await drive(stage, wanted, remote.env);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);

  const delivery = deliveryOf(drove);
  expect(delivery).toEqual({
    folder: null,
    branch: expect.stringMatching(/^loop\/sum-js-in-this-project-adds-1-[0-9a-f]{6}$/),
    commits: 3,
    uncommitted: [],
    pullRequest: { url: 'https://github.example/o/r/pull/1', isDraft: false, isOpen: true },
    problem: null,
  });
  const { branch } = delivery;
  expect(filesOn(remote, branch)).toEqual(['one.txt', 'sum.js', 'test.js', 'two.txt']);
  const messages = remote.git('log', '--format=%B%x00', `main..${branch}`).split('\0').slice(0, 3).reverse();
  expect(messages[0]).toContain('(iteration 1/10)\n\n[LOOP] Iteration 1/10 | ');
  expect(messages[0]).toContain(`Loop-Run: ${drove.answer.run.id}\nLoop-Iteration: 1/10\n`);
  expect(messages[0]).not.toContain('Loop-Proof');
  expect(messages[2]).toMatch(/\nLoop-Proof: tests pass sha256:[0-9a-f]{64} \(driver\)\n/);
  expect(remote.git('log', '-1', '--format=%an <%ae>', branch).trim()).toBe(
    'Sandbox <sandbox@example.invalid>',
  );

  const [request] = remote.pullRequests();
  expect(request).toMatchObject({ base: 'main', head: branch, draft: false });
  expect(request?.title).toMatch(/^sum\.js in this project adds 1 and 2/);
  expect(request?.body).toContain('✓ Done');

  // The project itself is as it was, and nothing but the branch and the records is left.
  const { project } = stage.sandbox;
  expect(await project.git('status', '--porcelain')).toBe('');
  expect(await project.git('worktree', 'list')).not.toContain('.loops');
  expect(readdirSync(project.at('.loop/archive', drove.answer.run.id))).toContain('artifacts');
  expect(existsSync(join(drove.answer.artifacts, 'summary.md'))).toBe(true);
});

/** Runs until something reaches a point, kills the driver there, and resumes until the end. */
async function killedAt(stage: Stage, remote: Remote, point: string): Promise<Drove> {
  remote.hangAt(point);
  let isKilled = false;
  const killed = await drive(stage, wanted, remote.env, () => {
    if (isKilled || !remote.reached(point)) return;
    isKilled = true;
    process.kill(driverOf(stage), 'SIGKILL');
  });
  expect(isKilled, killed.stderr).toBe(true);
  return drive(stage, ['--resume', ...bypass], remote.env);
}

test.each(['pre-commit', 'post-commit', 'pre-push', 'gh-list', 'gh-create', 'gh-created'])(
  'a driver that is killed at %s is resumed, and one pull request has all the work',
  async (point) => {
    const stage = await setStage(three);
    const remote = await setRemote(stage);
    const drove = await killedAt(stage, remote, point);
    expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
    const { branch, folder, problem } = deliveryOf(drove);
    expect({ folder, problem }).toEqual({ folder: null, problem: null });
    expect(filesOn(remote, branch)).toEqual(['one.txt', 'sum.js', 'test.js', 'two.txt']);
    expect(remote.pullRequests()).toHaveLength(1);
    expect(remote.pullRequests()[0]).toMatchObject({ head: branch, draft: false });
    expect(remote.git('log', '-1', '--format=%B', branch)).toContain('\nLoop-Proof: tests pass sha256:');
  },
);

test('a run that pauses opens a draft; resumed and done, it is ready', async () => {
  const stage = await setStage([bash('echo one > one.txt'), say('One.')]);
  const remote = await setRemote(stage);
  const paused = await drive(stage, [...wanted, '--iterations', '1'], remote.env);
  expect(paused.exitCode, paused.stderr + paused.stdout).toBe(3);
  expect(deliveryOf(paused).pullRequest).toMatchObject({ isDraft: true, isOpen: true });
  expect(deliveryOf(paused).folder).toContain('.loops/');
  expect(remote.pullRequests()).toMatchObject([{ draft: true }]);

  stage.model.append(...finish);
  const drove = await drive(stage, ['--resume', '--iterations', '5', ...bypass], remote.env);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
  expect(remote.pullRequests()).toMatchObject([{ draft: false, body: expect.stringContaining('✓ Done') }]);
});
