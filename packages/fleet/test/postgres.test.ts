import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { postgresPrograms, startPostgres } from '@loopwright/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectPostgres, type Database } from '../src/engine/database.ts';
import { openFleet } from '../src/fleet.ts';
import { tempFolder } from './support/repository.ts';

async function connect(url: string): Promise<Database> {
  const database = await connectPostgres(url);
  onTestFinished(() => database.close());
  return database;
}

const isEncrypted = async (url: string): Promise<unknown> => {
  const [row] = await (await connect(url)).query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  return row?.['ssl'];
};

/** A port that is free just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A certificate for `localhost` that an authority of its own has signed, readable by the server. */
function createCertificate(): { readonly authority: string; readonly cert: string; readonly key: string } {
  const folder = tempFolder();
  chmodSync(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl(...make, '-subj', '/CN=authority', '-keyout', at('ca.key'), '-out', at('ca.crt'));
  const signed = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-addext', 'subjectAltName=DNS:localhost'];
  openssl(...make, ...signed, '-subj', '/CN=localhost', '-keyout', at('own.key'), '-out', at('own.crt'));
  chmodSync(at('own.key'), 0o600);
  if (process.getuid?.() === 0) chownSync(at('own.key'), Number(execFileSync('id', ['-u', 'postgres'])), 0);
  return { authority: at('ca.crt'), cert: at('own.crt'), key: at('own.key') };
}

describe.skipIf(postgresPrograms() === undefined)('a PostgreSQL server', () => {
  const programs = postgresPrograms()!;

  test('is reached with TLS as libpq would', async () => {
    const [{ authority, cert, key }, port] = [createCertificate(), await freePort()];
    const options = `-h 127.0.0.1 -p ${port} -c ssl=on -c ssl_cert_file=${cert} -c ssl_key_file=${key}`;
    const server = startPostgres(programs, options);
    onTestFinished(() => server.remove());
    const at = (query: string, host = 'localhost'): string =>
      `postgres://fleet@${host}:${port}/postgres?${query}`;
    const byAuthority = `sslrootcert=${authority}`;
    expect(await isEncrypted(at('sslmode=disable'))).toBe(false);
    for (const query of [
      '',
      'sslmode=prefer',
      'sslmode=require',
      `sslmode=require&${byAuthority}`,
      `sslmode=verify-ca&${byAuthority}`,
      `sslmode=verify-full&${byAuthority}`,
    ])
      expect([query, await isEncrypted(at(query))]).toEqual([query, true]);
    expect(await isEncrypted(at(`sslmode=verify-ca&${byAuthority}`, '127.0.0.1'))).toBe(true);
    // The certificate is for another name, of an unknown authority, or was signed by another one.
    const other = createCertificate().authority;
    for (const wrong of [
      at(`sslmode=verify-full&${byAuthority}`, '127.0.0.1'),
      at('sslmode=verify-full'),
      at(`sslmode=require&sslrootcert=${other}`),
      at(`sslmode=verify-ca&sslrootcert=${other}`),
    ])
      await expect(connectPostgres(wrong)).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringMatching(/No connection to PostgreSQL: .*cert/i),
      });
    await expect(connectPostgres(at('sslmode=allow'))).rejects.toThrow(/sslmode is one of .*verify-full/);
    await expect(connectPostgres(at('sslmode=verify-ca&sslrootcert=/none'))).rejects.toThrow('/none');
  });

  test('without TLS takes prefer, and refuses require', async () => {
    const port = await freePort();
    const server = startPostgres(programs, `-h 127.0.0.1 -p ${port}`);
    onTestFinished(() => server.remove());
    const url = `postgres://fleet@127.0.0.1:${port}/postgres`;
    expect(await isEncrypted(url)).toBe(false);
    await expect(connectPostgres(`${url}?sslmode=require`)).rejects.toThrow('does not support SSL');
    // A socket of this machine has no TLS, and needs none.
    expect(await isEncrypted(`${server.url}&port=${port}&sslmode=verify-full`)).toBe(false);
  });

  test('lets a plain role work once it was granted that, and says how before', async () => {
    const server = startPostgres(programs);
    onTestFinished(() => server.remove());
    const owner = await connect(server.url);
    await owner.query('CREATE ROLE "the agent" LOGIN');
    const plain = await connect(server.url.replace('fleet@', 'the%20agent@'));
    const [ours, theirs] = [await openFleet(owner), await openFleet(plain)];
    await expect(theirs.init()).rejects.toMatchObject({
      code: 'not-granted',
      message: expect.stringContaining('GRANT CREATE ON DATABASE "postgres" TO "the agent"'),
    });
    await ours.init({ budgetUsd: 10 });
    await expect(theirs.check()).rejects.toMatchObject({
      code: 'not-granted',
      message: expect.stringContaining('loop fleet init --role "the agent"'),
    });
    await expect(ours.init({ role: 'nobody' })).rejects.toMatchObject({ code: 'unknown-role' });
    await ours.init({ role: 'the agent' });
    await theirs.check();
    const agent = { id: 'a', host: 'h', slots: 1 };
    await theirs.add([{ key: 'one', repo: '/srv/app.git', spec: 'make it', budgetUsd: 5 }]);
    const claim = await theirs.claim(agent.id);
    expect((await theirs.touch(agent, [claim!])).own).toHaveLength(1);
    expect(await theirs.settle(claim!, { outcome: { kind: 'verified' }, spentUsd: 1 })).toBe(true);
    await theirs.expire();
    await theirs.prune();
    expect((await theirs.state()).budget).toMatchObject({ spentUsd: 1, heldUsd: 0 });
    for (const more of ['UPDATE fleet.budget SET cap_usd = 1000', 'DROP TABLE fleet.job CASCADE'])
      await expect(plain.query(more)).rejects.toMatchObject({ code: 'not-granted' });
  });
});
