import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readWorkFile, type WorkFile, writeWorkFile } from '@loopwright/store';
import { expect, test } from 'vitest';
import { driveRun } from '../../src/drive-run.ts';
import { DriverLease } from '../../src/run/driver-lease.ts';
import { COMPLETE, saying, standIn } from '../support/stand-in.ts';

const leaseFile = (root: string, runId: string): WorkFile => ({ root, runId, kind: 'driver' });

/** A lease as another process of this machine would write it. */
function leaseOf(root: string, pid: number): object {
  new DriverLease(root, 'template').take();
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return { ...(readWorkFile(leaseFile(root, 'template')) as object), pid, started };
}

test.runIf(process.platform === 'linux').each([false, true])(
  'a run with a living driver is resumed only with takeOver (%s); a dead driver is no hindrance',
  async (takeOver) => {
    const project = standIn([saying('Half done.'), COMPLETE], { limits: { iterations: 1 } });
    const { run } = await driveRun(project.options());
    expect(run?.ending).toMatchObject({ cause: { limit: 'iterations' } });
    const other = spawn('sleep', ['60']);
    const pid = other.pid ?? 0;
    writeWorkFile(leaseFile(project.root, run.id), leaseOf(project.root, pid));
    if (!takeOver) {
      await expect(driveRun(project.resumed(run.session))).rejects.toMatchObject({
        code: 'driven',
        message: expect.stringContaining(`process ${pid}`),
      });
      expect(project.prompts()).toHaveLength(1);
      const ended = once(other, 'exit');
      other.kill('SIGKILL');
      await ended;
    }
    expect((await driveRun(project.resumed(run.session, { takeOver }))).run.status).toBe('completed');
    other.kill('SIGKILL');
  },
);

test('a drive holds the lease and removes it at its end', async () => {
  const project = standIn([COMPLETE]);
  let during: unknown;
  const read = (): unknown => readWorkFile(leaseFile(project.root, options.opened.run.id));
  const options = project.options({}, ({ kind }) => {
    if (kind === 'begun') during = read();
  });
  await driveRun(options);
  expect(during).toMatchObject({ pid: process.pid });
  expect(read()).toBeUndefined();
});

test.each([
  ['a reused process id', { pid: process.pid, started: '1' }],
  ['another machine or boot', { machine: 'elsewhere' }],
  ['broken content', { pid: 'x' }],
])('%s in a lease does not count as a living driver', (_, change) => {
  const { root } = standIn([COMPLETE]).options().opened;
  const lease = new DriverLease(root, 'run');
  lease.take();
  expect(lease.holder).toBeUndefined();
  writeWorkFile(leaseFile(root, 'run'), { ...(readWorkFile(leaseFile(root, 'run')) as object), ...change });
  expect(lease.holder).toBeUndefined();
});
