import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { type StartedNode, startNode } from '../support/processes.ts';
import { createProject, type Project } from '../support/project.ts';

const SPEC =
  'GET /health answers 200 in under 50 ms. Only src/health.ts changes, no new dependencies. All tests pass. Done when merged.';
const client = ['--claude', './client.sh'];
const command = createRequire(import.meta.url).resolve('loopwright/dist/loop.cjs');

/** Starts a run whose client never ends by itself, and waits until this client works. */
async function startHanging(client_: string): Promise<{
  readonly project: Project;
  readonly driver: StartedNode;
  readonly clientId: number;
}> {
  const project = createProject();
  const work = 'echo $$ > client.pid\nwhile :; do sleep 0.05; done\n';
  project.write('client.sh', `#!/bin/sh\ncat > /dev/null\n${client_}\n${work}`);
  chmodSync(project.at('client.sh'), 0o755);
  const driver = startNode([command, 'run', SPEC, ...client], { cwd: project.path, env: envOf(project) });
  onTestFinished(() => void driver.process.kill('SIGKILL'));
  await expect.poll(() => existsSync(project.at('client.pid')), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => readFileSync(project.at('client.pid'), 'utf8'), { timeout: 20_000 }).toMatch(/\n/);
  return { project, driver, clientId: Number(readFileSync(project.at('client.pid'), 'utf8')) };
}

function envOf(project: Project): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: project.path, XDG_STATE_HOME: project.at('.state') };
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test('a second Ctrl-C ends a client at once that takes no notice of the first', async () => {
  const { driver, clientId } = await startHanging("trap '' INT; trap 'touch asked' TERM");
  driver.process.kill('SIGINT');
  await expect.poll(driver.stderr, { timeout: 20_000 }).toContain('Once more ends it at once');
  driver.process.kill('SIGINT');
  expect(await driver.ended).toBe(130);
  expect(isRunning(clientId)).toBe(false);
  expect(driver.stdout()).toMatch(/Next: .*run --resume --run/);
});

test('a closed terminal leaves nothing running, and the run can go on', async () => {
  const { project, driver, clientId } = await startHanging("trap 'exit 0' INT");
  driver.process.stdout?.destroy();
  driver.process.stderr?.destroy();
  driver.process.kill('SIGHUP');
  driver.process.kill('SIGHUP');
  await driver.ended;
  expect(isRunning(clientId)).toBe(false);
  const asked = startNode([command, 'status', '--json'], { cwd: project.path, env: envOf(project) });
  await asked.ended;
  expect(asked.stdout()).toContain('"paused"');
});
