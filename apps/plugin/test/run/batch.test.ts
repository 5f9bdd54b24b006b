// @module-tag deep
import { type ModelRequest, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { clientsOf, drive, driverOf, type Drove, isFirst, silence } from '../support/drive.ts';
import { setRemote } from '../support/remote.ts';
import { fileSpec, nameIn } from '../support/specs.ts';
import { bash, COMPLETE, setStage, type Stage } from '../support/stage.ts';

const bypass = ['--permission-mode', 'bypassPermissions'];
const wanted = ['--specs', 'specs', '--check', 'clean=git diff --check', '--jobs', '2', ...bypass];

interface Spec {
  readonly name: string;
  readonly state: string;
  readonly branch: string | null;
}

function specsOf({ answer }: Drove): readonly Spec[] {
  return (answer as unknown as { readonly specs: readonly Spec[] }).specs;
}

/** Each client writes the file of its spec and claims; `before` may hold an answer back. */
async function stageWith(before: (name: string, request: ModelRequest) => Promise<void>): Promise<Stage> {
  const stage = await setStage({
    main: async (request) => {
      const name = nameIn(request);
      await before(name, request);
      return isFirst(request) ? bash(`printf ${name} > ${name}.txt`) : say(COMPLETE);
    },
  });
  const { project } = stage.sandbox;
  await project.write({
    'specs/alpha.md': fileSpec('alpha'),
    'specs/beta.md': fileSpec('beta'),
    'specs/gamma.md': fileSpec('gamma', 'alpha, beta'),
  });
  await project.git('add', '--all');
  await project.git('commit', '--quiet', '--message', 'Specs');
  return stage;
}

const allDone = ['alpha done', 'beta done', 'gamma done'];
const statesOf = (drove: Drove): string[] => specsOf(drove).map(({ name, state }) => `${name} ${state}`);

test('three specs, two at once, in the order of their needs, to three pull requests', async () => {
  const order: string[] = [];
  const stage = await stageWith(async (name, request) => {
    if (isFirst(request)) order.push(name);
  });
  const remote = await setRemote(stage);
  const drove = await drive(stage, [...wanted, '--pr'], remote.env);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
  expect(statesOf(drove)).toEqual(allDone);
  expect(order[2]).toBe('gamma');
  expect(drove.answer.costUsd).toBeCloseTo(stage.model.requests.length * 0.0008, 8);
  expect(remote.pullRequests()).toHaveLength(3);
  // Gamma needs the others, so it began with their work.
  const files = remote.git('ls-tree', '--name-only', specsOf(drove)[2]?.branch ?? '').split('\n');
  expect(files).toEqual(expect.arrayContaining(['alpha.txt', 'beta.txt', 'gamma.txt']));
});

test('a kill in the middle: resumed as a whole, nothing is lost', async () => {
  let stage: Stage | undefined;
  let isSent = false;
  stage = await stageWith(async (name) => {
    if (name !== 'beta' || isSent) return;
    isSent = true;
    if (stage) process.kill(driverOf(stage, ['--json', '--specs']), 'SIGKILL');
    await silence();
  });
  await drive(stage, wanted);
  await expect.poll(() => clientsOf(stage as Stage)).toEqual([]);
  const refused = await drive(stage, wanted);
  expect(refused.stdout).toContain('These specs were begun before');

  const drove = await drive(stage, ['--resume', '--specs', 'specs', ...bypass]);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
  expect(statesOf(drove)).toEqual(allDone);
  const branches = await stage.sandbox.project.git('branch', '--list', 'loop/*');
  expect(branches.trim().split('\n')).toHaveLength(3);
});
