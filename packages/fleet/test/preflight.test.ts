import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { preflight, type PreflightCall } from '../src/agent/preflight.ts';
import { createRepository, GIT_ENV, tempFolder } from './support/repository.ts';

async function lacksOf(call: Partial<PreflightCall> = {}): Promise<readonly string[]> {
  return preflight({
    folder: tempFolder(),
    env: GIT_ENV,
    client: () => ['true'],
    jobs: [],
    storeTime: async () => new Date(),
    signal: new AbortController().signal,
    ...call,
  });
}

/** An environment whose only `gh` does this. */
function withGh(body: string): PreflightCall['env'] {
  const folder = tempFolder();
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, 'gh'), 0o755);
  return { ...GIT_ENV, PATH: `${folder}:${GIT_ENV['PATH']}` };
}

test('a machine that has all lacks nothing, and what is wrong with one repository does not count', async () => {
  const { path } = createRepository();
  const jobs = [
    { repo: path, pr: true },
    { repo: join(path, 'gone'), pr: false },
  ];
  expect(await lacksOf({ jobs, env: withGh('exit 0') })).toEqual([]);
});

test('a client that is missing, or does not answer, is named', async () => {
  const client = (): never => {
    throw new Error('Claude Code could not be found on PATH.');
  };
  expect(await lacksOf({ client })).toEqual(['Claude Code could not be found on PATH.']);
  const broken = () => ['sh', '-c', 'echo no license; exit 3'];
  expect(await lacksOf({ client: broken })).toEqual([
    expect.stringContaining('does not answer: no license.'),
  ]);
});

test('a server that wants a token is named once, for all of its repositories', async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jobs = ['one', 'two'].map((name) => ({ repo: `${host}/${name}.git`, pr: false }));
  expect(await lacksOf({ jobs })).toEqual([
    expect.stringMatching(/git can't push to http:.*could not read Username.*a key or a token\./),
  ]);
});

test('gh is asked for only where a job wants a pull request', async () => {
  const { path: repo } = createRepository();
  const env = withGh('echo not logged in; exit 1');
  expect(await lacksOf({ env, jobs: [{ repo, pr: false }] })).toEqual([]);
  expect(await lacksOf({ env, jobs: [{ repo, pr: true }] })).toEqual([
    'gh is not signed in, and a job wants a pull request: not logged in. Set GH_TOKEN, or run gh auth login.',
  ]);
});

test('a clock that differs from that of the store is named with the difference', async () => {
  const storeTime = async (): Promise<Date> => new Date(Date.now() - 630_000);
  expect(await lacksOf({ storeTime })).toEqual([
    expect.stringMatching(/here is 10m \d+s ahead of that of the database/),
  ]);
});

test('a disk without room is named', async () => {
  // This file system has no room for any file.
  const lacks = await lacksOf({ folder: '/proc' });
  expect(lacks).toContainEqual(expect.stringMatching(/^The disk of \/proc has 0 MB left/));
});
