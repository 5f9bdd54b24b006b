import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, type Project } from '../support/project.ts';

const SPEC =
  'GET /health answers 200 in under 50 ms. Only src/health.ts changes, no new dependencies. All tests pass. Done when merged.';
const person = { session: null };
const client = ['--claude', './client.sh'];
const command = createRequire(import.meta.url).resolve('loopwright/dist/loop.cjs');

function projectWith(script: string): Project {
  const project = createProject();
  project.write('client.sh', `#!/bin/sh\ncat > /dev/null\n${script}`);
  chmodSync(project.at('client.sh'), 0o755);
  return project;
}

const result = JSON.stringify({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: '<loop-complete>All is well.</loop-complete>',
});
const DONE = `printf '%s\\n' '${result}'\n`;

test.each([
  ['without a commit', 'git init -q .'],
  [
    'with a detached HEAD',
    'git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one && git checkout -q --detach',
  ],
])('runs in a repository %s', async (_, prepare) => {
  const project = projectWith(`touch made\n${DONE}`);
  const ended = once(spawn('sh', ['-c', prepare], { cwd: project.path, stdio: 'ignore' }), 'exit');
  expect(await ended).toEqual([0, null]);
  const args = ['run', SPEC, '--check', 'made=test -f made', ...client];
  const { code, stdout } = await project.loop(args, person);
  expect(stdout).toContain('verified');
  expect(code).toBe(0);
});

test('changes that no commit holds are told at the start', async () => {
  const project = projectWith(DONE);
  await once(spawn('git', ['init', '-q'], { cwd: project.path, stdio: 'ignore' }), 'exit');
  const { stderr } = await project.loop(['run', SPEC, ...client], person);
  expect(stderr).toMatch(/^\[LOOP\] Not committed before this run: .*client\.sh.* on top of these changes/m);
});

/** Starts a run whose client never ends by itself, and waits until this client works. */
async function startHanging(client_: string): Promise<{
  readonly project: Project;
  readonly driver: ReturnType<typeof spawn>;
  readonly ended: Promise<unknown[]>;
  readonly clientId: number;
}> {
  const project = projectWith(`${client_}\necho $$ > client.pid\nwhile :; do sleep 0.05; done\n`);
  const driver = spawn(process.execPath, [command, 'run', SPEC, ...client], {
    cwd: project.path,
    env: envOf(project),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void driver.kill('SIGKILL'));
  const ended = once(driver, 'exit');
  await expect.poll(() => existsSync(project.at('client.pid')), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => readFileSync(project.at('client.pid'), 'utf8'), { timeout: 20_000 }).toMatch(/\n/);
  return { project, driver, ended, clientId: Number(readFileSync(project.at('client.pid'), 'utf8')) };
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
  const { driver, ended, clientId } = await startHanging("trap '' INT; trap 'touch asked' TERM");
  let said = '';
  driver.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let answered = '';
  driver.stdout?.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  driver.kill('SIGINT');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('Once more ends it at once');
  driver.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(isRunning(clientId)).toBe(false);
  // The exit may come before the last of its output.
  await expect.poll(() => answered).toMatch(/Next: .*run --resume --run/);
});

test('a closed terminal leaves nothing running, and the run can go on', async () => {
  const { project, driver, ended, clientId } = await startHanging("trap 'exit 0' INT");
  driver.stdout?.destroy();
  driver.stderr?.destroy();
  driver.kill('SIGHUP');
  driver.kill('SIGHUP');
  await ended;
  expect(isRunning(clientId)).toBe(false);
  const asked = spawnSync(process.execPath, [command, 'status', '--json'], {
    cwd: project.path,
    env: envOf(project),
    encoding: 'utf8',
  });
  expect(asked.stdout).toContain('"paused"');
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)(
  'a real terminal that is closed leaves nothing running, and the run can go on',
  async () => {
    const project = projectWith("trap 'exit 0' INT\necho $$ > client.pid\nwhile :; do sleep 0.05; done\n");
    const words = [process.execPath, command, 'run', SPEC, ...client].map((word) => `'${word}'`).join(' ');
    const env = { ...envOf(project), SHELL: '/bin/sh' };
    const typescript = project.at('.terminal');
    const terminal = spawn('script', ['--quiet', '--command', `exec ${words}`, typescript], {
      cwd: project.path,
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const idOf = (): number =>
      existsSync(project.at('client.pid')) ? Number(readFileSync(project.at('client.pid'), 'utf8')) : 0;
    await expect.poll(idOf, { timeout: 20_000 }).toBeGreaterThan(0);
    // The master of the pseudo-terminal goes with it, and the system hangs up on the driver.
    terminal.kill('SIGKILL');
    await expect.poll(() => isRunning(idOf()), { timeout: 20_000 }).toBe(false);
    const status = (): string =>
      spawnSync(process.execPath, [command, 'status', '--json'], { cwd: project.path, env, encoding: 'utf8' })
        .stdout;
    await expect.poll(status, { timeout: 20_000 }).toContain('"paused"');
  },
);
