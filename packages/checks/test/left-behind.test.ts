import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { leftBehind, processClock } from '../src/processes/left-behind.ts';
import { tempFolder } from './support/temp-folder.ts';

const SLEEP = `require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env: {} }).unref()`;

test.runIf(process.platform === 'linux')(
  'finds what a check left behind in the project, and nothing else',
  async () => {
    const root = tempFolder();
    const clock = processClock();
    if (clock === undefined) throw new Error('no clock');
    // A process with a living parent is not left behind.
    const own = spawn('sleep', ['300'], { cwd: root, stdio: 'ignore' });
    onTestFinished(() => void own.kill('SIGKILL'));
    expect(leftBehind(root, clock)).toEqual([]);
    spawnSync(process.execPath, ['-e', SLEEP], { cwd: root });
    await expect.poll(() => leftBehind(root, clock)).toMatchObject([{ name: 'sleep' }]);
    const [left] = leftBehind(root, clock);
    expect(leftBehind(root, (processClock() ?? 0) + 1000)).toEqual([]);
    process.kill(left?.id ?? 0, 'SIGKILL');
    await wait(0);
  },
);

/** The arguments for a process namespace of one's own: as root, or with user namespaces; undefined without either. */
const unshare = [[], ['-r']]
  .map((rights) => [...rights, '--pid', '--fork', '--kill-child', '--mount-proc'])
  .find((args) => spawnSync('unshare', [...args, 'true']).status === 0);

test('takes no program of a client that is process 1 for left behind', ({ skip }) => {
  skip(unshare === undefined, 'this system gives no process namespace');
  const root = tempFolder();
  const module = join(import.meta.dirname, '../src/processes/left-behind.ts');
  const hook = `const { leftBehind } = await import(${JSON.stringify(module)}); console.log(leftBehind(process.cwd(), 0).length)`;
  // The client starts a program of its own, then a hook.
  const client = `const { spawn, spawnSync } = require('node:child_process');
    spawn('sleep', ['300'], { stdio: 'ignore' });
    spawnSync(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: 'inherit' });
    process.exit()`;
  const args = [...(unshare ?? []), process.execPath, '-e', client, hook];
  expect(spawnSync('unshare', args, { cwd: root, encoding: 'utf8' })).toMatchObject({
    stdout: '0\n',
    stderr: '',
  });
});
