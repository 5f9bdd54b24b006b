import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '@loopwright/store';
import { openEmbedded } from '../src/embedded/open-embedded.ts';
import { lockFile } from '../src/lock-file.ts';
import type { Fleet } from '../src/model/fleet.ts';
import { BUNDLE, tempFolder } from './support/repository.ts';

async function open(folder: string): Promise<Fleet> {
  const fleet = await openEmbedded(folder);
  onTestFinished(() => fleet.close());
  return fleet;
}

/** A store in a new folder with the job `a`, closed again. */
async function leaveStore(folder: string): Promise<void> {
  const fleet = await openEmbedded(folder);
  await fleet.init();
  await fleet.add([job('a')]);
  await fleet.close();
}

/** The jobs that a store finds when it is opened. */
async function jobsIn(folder: string): Promise<readonly string[]> {
  const { jobs } = await (await open(folder)).state();
  return jobs.map(({ key }) => key);
}

const job = (key: string) => ({ key, repo: '/srv/app.git', spec: `make ${key}` });

test('a second process goes through the first, and takes its place once that is gone', async () => {
  const folder = tempFolder();
  const owner = await openEmbedded(folder);
  await owner.init();
  const guest = await openEmbedded(folder);
  expect(await guest.add([job('a'), job('b')])).toMatchObject({ added: ['a', 'b'], known: [] });
  const claim = await guest.claim('guest');
  expect(claim?.job.key).toBe('a');
  expect(await guest.save(claim!, { ...BUNDLE, content: new Uint8Array([1, 2]) })).toBe(true);
  const { account, jobId, attempt } = claim!;
  expect(await guest.touch({ id: 'guest', host: 'h', slots: 1 }, [{ account, jobId, attempt }])).toEqual({
    own: [{ account, jobId, attempt }],
    cancel: [],
    drain: false,
  });
  await expect(guest.add([{ ...job('c'), needs: ['ghost'] }])).rejects.toMatchObject({
    name: 'FleetError',
    code: 'unknown-job',
  });
  expect((await owner.state()).jobs.map(({ state }) => state)).toEqual(['running', 'queued']);
  await owner.close();
  // Both calls look for the store at once, and the guest must end up as its owner, not as a guest of itself.
  const [{ jobs }] = await Promise.all([guest.state(), guest.state()]);
  expect(jobs.map(({ key, state }) => [key, state])).toEqual([
    ['a', 'running'],
    ['b', 'queued'],
  ]);
  expect(jobs[0]?.addedAt).toBeInstanceOf(Date);
  expect(await guest.settle(claim!, { outcome: { kind: 'verified' }, spentUsd: 1 })).toBe(true);
  await guest.close();
  const unlock = lockFile(join(folder, 'lock'));
  expect(unlock).toBeDefined();
  unlock?.();
});

test(
  'calls of a process go on while others take the store for a moment each',
  { tags: ['deep'] },
  async () => {
    const folder = tempFolder();
    const first = await openEmbedded(folder);
    await first.init();
    await first.add([job('a')]);
    const agent = await open(folder);
    let owner = first;
    for (let turn = 0; turn < 3; turn += 1) {
      const calls = [agent.state(), agent.check(), agent.state()];
      const [, next] = await Promise.all([owner.close(), openEmbedded(folder)]);
      owner = next;
      await expect(Promise.all(calls)).resolves.toHaveLength(3);
    }
    await owner.close();
    expect((await agent.state()).jobs).toHaveLength(1);
  },
);

test(
  'a store that lost its jobs with the power gets them back from the backlog',
  { tags: ['deep'] },
  async () => {
    const folder = tempFolder();
    await leaveStore(folder);
    // The disk had this line, the store did not; the last one was torn.
    const backlog = join(folder, 'backlog.jsonl');
    writeFileSync(backlog, `${readFileSync(backlog, 'utf8')}${JSON.stringify(job('b'))}\n{"key":"c`);
    expect(await jobsIn(folder)).toEqual(['a', 'b']);
  },
);

test(
  'a job that was refused, or a damaged line, does not keep the others from coming back',
  { tags: ['deep'] },
  async () => {
    const folder = tempFolder();
    const first = await openEmbedded(folder);
    await first.init();
    await first.add([job('a')]);
    await expect(first.add([{ ...job('bad'), needs: ['ghost'] }])).rejects.toMatchObject({
      code: 'unknown-job',
    });
    await first.close();
    const backlog = join(folder, 'backlog.jsonl');
    expect(readFileSync(backlog, 'utf8')).not.toContain('ghost');
    const lines = [{ ...job('orphan'), needs: ['torn'] }, job('b')].map((one) => JSON.stringify(one));
    writeFileSync(backlog, `${readFileSync(backlog, 'utf8')}${lines.join('\n')}\n`);
    // The power failed before the disk had any of the store.
    rmSync(join(folder, 'store'), { recursive: true });
    expect(await jobsIn(folder)).toEqual(['a', 'b']);
  },
);

test('whoever does not know the key hears nothing', async () => {
  const folder = tempFolder();
  const owner = await open(folder);
  await owner.init();
  const knock = (more: string): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n${more}\r\n`;
  for (const text of ['\0\0\0\u0004text', knock(''), knock(`Authorization: ${'00'.repeat(32)}\r\n`)]) {
    const heard = await new Promise<string>((resolve) => {
      const socket = connect(`\0loopwright-fleet-${sha256(folder)}`);
      let said = '';
      socket.on('data', (data) => (said += data.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(said));
      socket.write(text);
    });
    expect(heard).toBe('');
  }
  expect((await owner.state()).jobs).toEqual([]);
});

test('a folder that another container has open is refused, and opens once that is gone', async () => {
  const folder = tempFolder();
  await leaveStore(folder);
  // Only the lock is seen from another network namespace, also where its process has another id.
  const lock = join(folder, 'lock');
  const other = spawn('flock', [lock, 'sh', '-c', 'echo locked; read -r line'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  await expect(openEmbedded(folder)).rejects.toMatchObject({
    code: 'owned',
    message: expect.stringContaining('Another container or machine'),
  });
  other.stdin.end();
  await once(other, 'close');
  expect(await jobsIn(folder)).toEqual(['a']);
});
