import { spawn, spawnSync } from 'node:child_process';
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
