import { postgresPrograms, type PostgresServer, startPostgres } from '@loopwright/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectPostgres, type Database, openFolder } from '../src/engine/database.ts';
import { openFleet } from '../src/fleet.ts';
import type { Claim, Fleet } from '../src/model/fleet.ts';
import type { JobFilter, JobInput } from '../src/model/job.ts';
import { createGate } from './support/gate.ts';
import { BUNDLE } from './support/repository.ts';
import { becomeOld, createFolder, emptyFleet, silence } from './support/stores.ts';

const programs = postgresPrograms();
let server: PostgresServer | undefined;
beforeAll(() => {
  if (programs !== undefined) server = startPostgres(programs);
});
afterAll(() => server?.remove());

/** One store for all tests of a back end, because opening one takes seconds. */
const backends: Readonly<Record<string, () => Promise<Database>>> = {
  pglite: async () => (await createFolder()).database,
  ...(programs !== undefined && { postgres: async () => connectPostgres(server!.url) }),
};

const AGENT = { id: 'agent-1', host: 'here', slots: 2 };

function job(key: string, over: Partial<JobInput> = {}): JobInput {
  return { key, repo: '/srv/app.git', spec: `make ${key}`, budgetUsd: 10, ...over };
}

async function claim(fleet: Fleet): Promise<Claim> {
  const claimed = await fleet.claim(AGENT.id);
  if (!claimed) throw new Error('There was nothing to claim.');
  return claimed;
}

async function stateOf(fleet: Fleet, key: string): Promise<string> {
  const { jobs } = await fleet.state();
  const found = jobs.find((one) => one.key === key);
  return `${found?.state}${found?.reason ? `: ${found.reason}` : ''}`;
}

describe.each(Object.entries(backends))('a fleet on %s', (backend, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  async function createFleet(budgetUsd: number | null = null): Promise<Fleet> {
    const fleet = await emptyFleet(database);
    await fleet.init({ budgetUsd });
    onTestFinished(() => fleet.close());
    return fleet;
  }

  test('adds a job once for ever, and hands it out once', async () => {
    const fleet = await createFleet();
    expect(await fleet.add([job('one'), job('two')])).toMatchObject({ added: ['one', 'two'], known: [] });
    expect(await fleet.add([job('two'), job('three')])).toMatchObject({ added: ['three'], known: ['two'] });
    const claims = [await claim(fleet), await claim(fleet), await claim(fleet)];
    expect(claims.map((one) => one.job.key).toSorted()).toEqual(['one', 'three', 'two']);
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    const [first] = claims;
    expect(
      await fleet.settle(first!, { outcome: { kind: 'verified' }, spentUsd: 2, branch: 'b', commit: 'c' }),
    ).toBe(true);
    expect(await fleet.settle(first!, { outcome: { kind: 'verified' }, spentUsd: 2 })).toBe(false);
    expect((await fleet.state()).budget).toEqual({ capUsd: null, spentUsd: 2, heldUsd: 20, doubtUsd: 0 });
    expect(await fleet.add([job(first!.job.key)])).toMatchObject({ added: [] });
  });

  test('takes the job of the highest priority first', async () => {
    const fleet = await createFleet();
    await fleet.add([job('low', { priority: -1 }), job('high', { priority: 5 }), job('plain')]);
    const order = [await claim(fleet), await claim(fleet), await claim(fleet)].map((one) => one.job.key);
    expect(order).toEqual(['high', 'plain', 'low']);
  });

  test('a job waits for those that it needs, also in another account, and starts once they are verified', async () => {
    const fleet = await createFleet();
    await fleet.add([job('base')]);
    await fleet.add([job('top', { needs: ['base', 'side'] }), job('side', { account: 'other' })]);
    expect(await stateOf(fleet, 'top')).toBe('waiting');
    for (const claimed of [await claim(fleet), await claim(fleet)]) {
      expect(claimed.job.key).not.toBe('top');
      await fleet.settle(claimed, { outcome: { kind: 'verified' }, spentUsd: 0 });
    }
    expect((await claim(fleet)).job.key).toBe('top');
  });

  test('needs that can never be met are refused with their names, and nothing is added', async () => {
    const fleet = await createFleet();
    await expect(fleet.add([job('a', { needs: ['b'] }), job('b', { needs: ['a'] })])).rejects.toThrow(
      /#a → .*#b → .*#a/,
    );
    await expect(fleet.add([job('a', { needs: ['ghost'] })])).rejects.toThrow('ghost');
    const bad = [{ key: 'bad', spec: 'x' } as JobInput, job('ok'), job('poor', { budgetUsd: 0 })];
    await expect(fleet.add(bad)).rejects.toThrow(/^The job bad: repo: .*\nThe job poor: budgetUsd: .*$/);
    expect((await fleet.state()).jobs).toEqual([]);
  });

  test('a job behind a cancelled one keeps waiting, until that one is retried and verified', async () => {
    const fleet = await createFleet();
    await fleet.add([job('base'), job('top', { needs: ['base'] })]);
    expect(await fleet.cancel(['base'])).toEqual(['base']);
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    expect(await stateOf(fleet, 'top')).toBe('waiting: needs base (cancelled)');
    expect(await fleet.retry(['base'])).toEqual(['base']);
    await fleet.settle(await claim(fleet), { outcome: { kind: 'verified' }, spentUsd: 0 });
    expect((await claim(fleet)).job.key).toBe('top');
  });

  test('what is reserved and spent never exceeds the budget, and a job that finds no money stays queued', async () => {
    const fleet = await createFleet(25);
    await fleet.add([job('a'), job('b'), job('c')]);
    const [first] = [await claim(fleet), await claim(fleet)];
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    await fleet.settle(first!, { outcome: { kind: 'ended', reason: 'iterations' }, spentUsd: 4 });
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 4, heldUsd: 10 });
    const third = await claim(fleet);
    await fleet.settle(third, { outcome: { kind: 'verified' }, spentUsd: 9.5 });
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 13.5, heldUsd: 10 });
  });

  test('a dear job lets cheaper ones pass, but not for ever', async () => {
    const fleet = await createFleet(30);
    await fleet.add([job('first'), job('dear', { budgetUsd: 25 }), job('huge', { budgetUsd: 99 })]);
    const first = await claim(fleet);
    await fleet.add(['b', 'c', 'd'].map((key) => job(key, { budgetUsd: 5 })));
    const second = await claim(fleet);
    expect([first.job.key, second.job.key]).toEqual(['first', 'b']);
    expect(await stateOf(fleet, 'dear')).toBe('queued: waits for $25.00, $15.00 left');
    await database.query("UPDATE fleet.job SET passed_at = passed_at - interval '2 hours'");
    // The money that comes free is for the dear one now. The one that no money can come free for does not hold others up.
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    for (const one of [first, second])
      await fleet.settle(one, { outcome: { kind: 'verified' }, spentUsd: 1 });
    expect((await claim(fleet)).job.key).toBe('dear');
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
  });

  test('agents that claim at the same time never reserve more than the budget, and pass on no job that fits', async () => {
    const fleet = await createFleet(57);
    await fleet.add([25, 10, 25, 10, 5].map((budgetUsd, at) => job(`job-${at}`, { budgetUsd })));
    const claims = await Promise.all(Array.from({ length: 8 }, async () => fleet.claim(AGENT.id)));
    const reserved = claims.flatMap((one) => one?.job.budgetUsd ?? []);
    const usd = reserved.reduce((sum, one) => sum + one, 0);
    expect((await fleet.state()).budget).toMatchObject({ heldUsd: usd });
    expect(57 - usd).toBeGreaterThanOrEqual(0);
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
  });

  test('an attempt that was given up clears the doubt about its cost, once', async () => {
    const fleet = await createFleet(30);
    await fleet.add([job('a')]);
    const late = await claim(fleet);
    await fleet.save(late, { ...BUNDLE, spentUsd: 1.5 });
    await silence(database);
    await fleet.expire();
    await claim(fleet);
    for (const spentUsd of [4, 9])
      expect(await fleet.settle(late, { outcome: { kind: 'verified' }, spentUsd })).toBe(false);
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 4, heldUsd: 10, doubtUsd: 0 });
    expect(await fleet.endings('a')).toMatchObject([{ kind: 'died', spentUsd: 4, doubtUsd: 0 }]);
    expect((await fleet.state()).jobs[0]).toMatchObject({ state: 'running', spentUsd: 4 });
  });

  test('a rate limit shuts its account until the reset, puts the job back, and blames nobody', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a'), job('b'), job('other', { account: 'second' })]);
    let limited = await claim(fleet);
    if (limited.job.account === 'second') limited = await claim(fleet);
    const until = Date.now() + 3_600_000;
    await fleet.settle(limited, { outcome: { kind: 'limited', until, reason: 'rate limit' }, spentUsd: 1 });
    for (let next = await fleet.claim(AGENT.id); next; next = await fleet.claim(AGENT.id)) {
      expect(next.job.account).toBe('second');
    }
    const { accounts, jobs } = await fleet.state();
    expect(accounts.find(({ name }) => name === 'default')?.shutUntil?.getTime()).toBe(until);
    expect(jobs.find(({ key }) => key === limited.job.key)).toMatchObject({
      state: 'queued',
      failures: 0,
      spentUsd: 1,
    });
    // The reset comes.
    await database.query("UPDATE fleet.account SET shut_until = now() WHERE name = 'default'");
    expect(await fleet.claim(AGENT.id)).toMatchObject({ job: { account: 'default' } });
  });

  test('an agent that falls silent loses its job to another, which goes on with its bundle; what it stored is charged', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a'), job('b')]);
    const lost = await claim(fleet);
    const bundle = { ...BUNDLE, iteration: 2, spentUsd: 1.5 };
    expect(await fleet.save(lost, bundle)).toBe(true);
    await silence(database);
    await fleet.expire();
    // A begun job comes before new ones.
    const heir = await claim(fleet);
    expect(heir).toMatchObject({
      attempt: 2,
      job: { key: lost.job.key },
      bundle: { iteration: 2, branch: BUNDLE.branch },
    });
    expect(Buffer.from(heir.bundle!.content).toString()).toBe('journal');
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 1.5, heldUsd: 10, doubtUsd: 8.5 });
    // The first one wakes up: nothing that it says counts.
    expect(await fleet.touch(AGENT, [lost, heir])).toMatchObject({ own: [{ attempt: 2 }] });
    expect(await fleet.save(lost, { ...bundle, iteration: 9 })).toBe(false);
    expect(await fleet.settle(lost, { outcome: { kind: 'verified' }, spentUsd: 0 })).toBe(false);
    expect(await fleet.settle(heir, { outcome: { kind: 'verified' }, spentUsd: 3 })).toBe(true);
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 4.5, heldUsd: 0, doubtUsd: 0 });
  });

  // A store in a folder has one connection, so nothing happens at the same moment.
  test.runIf(backend === 'postgres')(
    'a late agent that stores its journal while its job is taken over changes nothing for the heir',
    async () => {
      const fleet = await createFleet();
      await fleet.add([job('a')]);
      const late = await claim(fleet);
      await silence(database);
      await fleet.expire();
      const [hasClaimed, isStored] = [createGate(), createGate()];
      const other = await openFleet({
        ...database,
        close: async () => undefined,
        transaction: async (work) =>
          database.transaction(async (...open) => {
            const result = await work(...open);
            hasClaimed.open();
            await isStored.passed;
            return result;
          }),
      });
      onTestFinished(() => other.close());
      const taking = claim(other);
      await hasClaimed.passed;
      let isOver = false;
      const storing = fleet.save(late, BUNDLE).finally(() => (isOver = true));
      await expect
        .poll(async () => {
          const [row] = await database.query('SELECT count(*)::int AS waits FROM pg_locks WHERE NOT granted');
          return isOver || row?.['waits'] === 1;
        })
        .toBe(true);
      isStored.open();
      expect(await storing).toBe(false);
      expect((await taking).bundle).toBeUndefined();
      expect(await fleet.bundle('a')).toBeUndefined();
    },
  );

  test.runIf(backend === 'postgres')(
    'a job that is cancelled at the moment of its claim ends, whichever comes first',
    async () => {
      const fleet = await createFleet();
      await fleet.add([job('a')]);
      const [hasTaken, isLocked] = [createGate(), createGate()];
      const other = await openFleet({
        ...database,
        close: async () => undefined,
        transaction: async (work) =>
          database.transaction(async (query, atCommit) =>
            work(async (text, values) => {
              if (text.includes("SET state = 'running'")) {
                hasTaken.open();
                await isLocked.passed;
              }
              return query(text, values);
            }, atCommit),
          ),
      });
      onTestFinished(() => other.close());
      const taking = other.claim(AGENT.id);
      await hasTaken.passed;
      const cancelling = fleet.cancel(['a']);
      await expect
        .poll(async () => (await database.query('SELECT FROM pg_locks WHERE NOT granted')).length)
        .toBe(1);
      // Now each waits for what the other has locked.
      isLocked.open();
      expect(await cancelling).toEqual(['a']);
      const taken = await taking;
      const { cancel } = await fleet.touch(AGENT, taken ? [taken] : []);
      expect(await stateOf(fleet, 'a')).toBe(taken ? 'running' : 'cancelled');
      expect(cancel).toHaveLength(taken ? 1 : 0);
    },
  );

  test('a job fails after three of its agents died, and says so', async () => {
    const fleet = await createFleet();
    await fleet.add([job('poison')]);
    for (let death = 0; death < 3; death += 1) {
      expect((await claim(fleet)).attempt).toBe(death + 1);
      await silence(database);
      await fleet.expire();
    }
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    expect(await stateOf(fleet, 'poison')).toBe('failed: 3 agents died while they worked on it');
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 0, heldUsd: 0, doubtUsd: 30 });
    expect(await fleet.retry(['poison'])).toEqual(['poison']);
    expect((await claim(fleet)).attempt).toBe(4);
  });

  test('a running job that is cancelled is told to its agent, and is cancelled also where the agent died first', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a'), job('b')]);
    const [one, other] = [await claim(fleet), await claim(fleet)];
    expect(await fleet.cancel(['a', 'b', 'ghost'])).toEqual(['a', 'b']);
    expect((await fleet.touch(AGENT, [one, other])).cancel).toHaveLength(2);
    await fleet.settle(one, { outcome: { kind: 'cancelled' }, spentUsd: 1 });
    await silence(database);
    await fleet.expire();
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    expect((await fleet.state()).jobs.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  // A store in a folder has the clock of its process, so there is no second one.
  test.runIf(backend === 'postgres')(
    'an agent whose clock is an hour off decides by the clock of the store',
    async () => {
      const fleet = await createFleet();
      await fleet.add([job('slow'), job('soon'), job('kept')]);
      for (const hours of [-1, 1]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
        onTestFinished(() => void vi.useRealTimers());
        const again = await claim(fleet);
        await fleet.settle(again, {
          outcome: { kind: 'again', delayMs: 60_000, reason: 'why' },
          spentUsd: 0,
        });
        await fleet.touch(AGENT, []);
        vi.useRealTimers();
      }
      const kept = await claim(fleet);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
      await fleet.expire();
      expect(await fleet.touch(AGENT, [kept])).toMatchObject({ own: [{ attempt: 1 }] });
      const outcome = { kind: 'limited', reason: 'rate limit' } as const;
      await fleet.settle(kept, { outcome, spentUsd: 0 });
      vi.useRealTimers();
      const [delays] = await database.query(
        `SELECT count(*)::int AS jobs FROM fleet_queue.job
       WHERE state = 'created' AND start_after BETWEEN now() + interval '50 s' AND now() + interval '6 min'`,
      );
      const [gate] = await database.query(
        `SELECT shut_until BETWEEN now() + interval '4 min' AND now() + interval '6 min' AS shut FROM fleet.account`,
      );
      expect({ ...delays, ...gate }).toEqual({ jobs: 3, shut: true });
      // A reset that lies too far ahead shuts the account for a week at most.
      await database.query('UPDATE fleet.account SET shut_until = now()');
      await fleet.add([job('far')]);
      const far = await claim(fleet);
      await fleet.settle(far, { outcome: { ...outcome, until: Date.now() + 9e10 }, spentUsd: 0 });
      const [week] = await database.query(
        `SELECT shut_until < now() + interval '169 hours' AS bound FROM fleet.account`,
      );
      expect(week).toEqual({ bound: true });
    },
  );

  test('a job that nobody is to blame for waits, longer each time, and an agent says why it is idle', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a')]);
    const waits: number[] = [];
    for (let tries = 1; tries <= 2; tries += 1) {
      await fleet.settle(await claim(fleet), {
        outcome: { kind: 'postponed', reason: 'no network' },
        spentUsd: 1,
      });
      expect(await stateOf(fleet, 'a')).toBe('queued: no network');
      expect(await fleet.claim(AGENT.id)).toBeUndefined();
      const [row] = await database.query(
        `UPDATE fleet_queue.job j SET start_after = now() FROM fleet_queue.job old
         WHERE j.state = 'created' AND old.id = j.id
         RETURNING round(extract(epoch FROM old.start_after - old.created_on))::int AS wait`,
      );
      waits.push(Number(row?.['wait']));
    }
    expect(waits).toEqual([60, 120]);
    expect((await claim(fleet)).failures).toBe(0);
    await fleet.touch({ ...AGENT, note: 'idle: no network' }, []);
    expect((await fleet.state()).agents).toMatchObject([{ note: 'idle: no network' }]);
  });

  test('each attempt leaves its end, and a job that finds no money says what it waits for', async () => {
    const fleet = await createFleet(25);
    await fleet.add([job('a', { budgetUsd: 20 })]);
    await fleet.settle(await claim(fleet), {
      outcome: { kind: 'ended', reason: 'iterations' },
      spentUsd: 15.2,
      log: 'the last words',
    });
    await fleet.retry(['a']);
    expect(await stateOf(fleet, 'a')).toBe('queued: waits for $20.00, $9.80 left');
    await fleet.init({ budgetUsd: 100 });
    await claim(fleet);
    await silence(database);
    await fleet.expire();
    await claim(fleet);
    expect(await fleet.endings('a')).toMatchObject([
      { attempt: 1, kind: 'ended', reason: 'iterations', spentUsd: 15.2, log: 'the last words' },
      { attempt: 2, kind: 'died', agent: AGENT.id, spentUsd: 0, doubtUsd: 20 },
    ]);
  });

  test('journals of jobs that are long over can be dropped; their results stay, and no other journal goes', async () => {
    const fleet = await createFleet();
    await fleet.add([job('done'), job('open')]);
    for (const kind of ['verified', 'ended'] as const) {
      const claimed = await claim(fleet);
      await fleet.save(claimed, BUNDLE);
      await fleet.settle(claimed, { outcome: { kind, reason: 'why' }, spentUsd: 1, commit: 'c', log: 'log' });
    }
    expect(await fleet.prune()).toEqual([]);
    expect(await fleet.prune(1)).toEqual([]);
    await fleet.init({ keepDays: 0 });
    expect(await fleet.prune()).toEqual(['done']);
    expect(await fleet.prune()).toEqual([]);
    expect(await fleet.bundle('done')).toBeUndefined();
    expect(await fleet.bundle('open')).toBeDefined();
    expect(await fleet.add([job('done')])).toMatchObject({ added: [] });
    expect((await fleet.state()).jobs[0]).toMatchObject({ state: 'verified', commit: 'c', spentUsd: 1 });
  });

  test.each([1, 2, 3, 4])(
    'a store of version %i needs the set-up once, and loses no job, result, journal or money',
    async (version) => {
      const fleet = await createFleet(100);
      await becomeOld(database, version);
      await expect(fleet.check()).rejects.toMatchObject({ code: 'not-set-up' });
      await Promise.all([fleet.init(), fleet.init()]);
      await fleet.check();
      const { jobs, budget } = await fleet.state();
      expect(jobs.map(({ key, state }) => `${key}: ${state}`)).toEqual([
        'done: verified',
        'run: running',
        'gone: running',
        'again: queued',
        'next: queued',
        'top: waiting',
        'over: ended',
        'later: queued',
      ]);
      expect(jobs[0]).toMatchObject({ spentUsd: 3, branch: 'loop/done', commit: 'c0ffee' });
      expect(budget).toEqual({ capUsd: 500, spentUsd: 3, heldUsd: 20, doubtUsd: 0 });
      // What waits for its time still does, and begun work comes first.
      expect(await claim(fleet)).toMatchObject({ job: { key: 'again' }, attempt: 2 });
      await fleet.settle(await claim(fleet), { outcome: { kind: 'verified' }, spentUsd: 0 });
      expect(await claim(fleet)).toMatchObject({ job: { key: 'top' }, attempt: 1 });
      expect(await fleet.claim(AGENT.id)).toBeUndefined();
      await silence(database);
      await fleet.expire();
      expect((await fleet.state()).budget).toMatchObject({ spentUsd: 5, doubtUsd: 18 + 20 });
      const heirs = [await claim(fleet), await claim(fleet), await claim(fleet), await claim(fleet)];
      expect(heirs.map((one) => `${one.job.key} ${one.attempt}`).toSorted()).toEqual([
        'again 3',
        'gone 3',
        'run 2',
        'top 2',
      ]);
      expect(Buffer.from((await fleet.bundle('run'))!.content).toString()).toBe('journal');
      expect(await fleet.retry(['over'])).toEqual(['over']);
    },
  );

  test('a job is a repository and a name, and its needs are of its repository unless they name another', async () => {
    const fleet = await createFleet();
    const other = { repo: '/srv/other.git' };
    const batch = [
      job('a'),
      job('a', other),
      job('b', { ...other, needs: ['a'] }),
      job('c', { needs: ['/srv/other.git#a'] }),
    ];
    expect(await fleet.add(batch)).toMatchObject({ added: ['a', 'a', 'b', 'c'] });
    await expect(fleet.add([job('d', { needs: ['b'] })])).rejects.toThrow('/srv/app.git#d needs b');
    const claims = [await claim(fleet), await claim(fleet)];
    const inOther = claims.find((one) => one.job.repo === other.repo);
    await fleet.settle(inOther!, { outcome: { kind: 'verified' }, spentUsd: 0 });
    const next = [await claim(fleet), await claim(fleet)].map((one) => one.job.key);
    expect(next.toSorted()).toEqual(['b', 'c']);
    expect(await fleet.cancel(['/srv/app.git#a'])).toEqual(['/srv/app.git#a']);
    expect(await fleet.cancel(['a'])).toEqual(['a']);
  });

  test('a spec is corrected in place unless its job runs or is verified; its work begins anew', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a', { account: 'old' }), job('top', { needs: ['a'] })]);
    const better = [job('a', { spec: 'better' })];
    expect(await fleet.add(better)).toMatchObject({ known: ['a'], replaced: [] });
    const running = await claim(fleet);
    await fleet.save(running, BUNDLE);
    expect(await fleet.add(better, { replace: true })).toMatchObject({ known: ['a'], replaced: [] });
    await fleet.settle(running, { outcome: { kind: 'again', delayMs: 0, reason: 'why' }, spentUsd: 1 });
    expect(await fleet.add(better, { replace: true })).toMatchObject({ known: [], replaced: ['a'] });
    const cycle = fleet.add([job('a', { needs: ['top'] })], { replace: true });
    await expect(cycle).rejects.toMatchObject({ code: 'cycle' });
    const begun = await claim(fleet);
    expect(begun).toMatchObject({ failures: 0, job: { spec: 'better', account: 'default' } });
    expect(begun.bundle).toBeUndefined();
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
    await fleet.settle(begun, { outcome: { kind: 'verified' }, spentUsd: 1 });
    expect(await fleet.add(better, { replace: true })).toMatchObject({ known: ['a'], replaced: [] });
    expect((await claim(fleet)).job.key).toBe('top');
  });

  test('reads the jobs that are asked for, those that wait in vain first, and counts all', async () => {
    const fleet = await createFleet();
    const other = { repo: '/srv/other.git', account: 'other' };
    await fleet.add([job('off'), job('one'), job('two'), job('dear', { ...other, budgetUsd: 30 })]);
    await fleet.add([job('later', { needs: ['one'] }), job('stuck', { needs: ['off'] })]);
    await fleet.cancel(['off']);
    const read = async (filter: JobFilter): Promise<readonly string[]> =>
      (await fleet.state(filter)).jobs.map(({ key }) => key);
    expect(await read({ states: ['waiting', 'queued'], most: 1 })).toEqual(['one', 'stuck']);
    expect(await read({ names: ['one', '/srv/other.git#dear', 'ghost'] })).toEqual(['one', 'dear']);
    for (const filter of [{ repo: other.repo }, { account: other.account }])
      expect(await fleet.state(filter)).toMatchObject({
        counts: { queued: 1 },
        leastUsd: 30,
        jobs: [{ key: 'dear' }],
      });
    expect(await fleet.state({ states: [] })).toMatchObject({
      counts: { waiting: 2, queued: 3, cancelled: 1 },
      leastUsd: 10,
      jobs: [],
    });
  });

  test('a retry without names takes all that failed, and no other', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a'), job('b'), job('c')]);
    for (const kind of ['failed', 'ended'] as const)
      await fleet.settle(await claim(fleet), { outcome: { kind, reason: 'why' }, spentUsd: 0 });
    await fleet.cancel(['c']);
    expect(await fleet.retry()).toEqual(['a']);
  });

  test('an attempt of unknown cost is charged with what it stored, and the rest of its reservation stays set aside', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a')]);
    const outcome = { kind: 'again', delayMs: 0, reason: 'the driver was killed by SIGKILL' } as const;
    await fleet.settle(await claim(fleet), { outcome, spentUsd: undefined });
    expect((await fleet.state()).budget).toMatchObject({ spentUsd: 0, heldUsd: 0, doubtUsd: 10 });
    expect(await stateOf(fleet, 'a')).toBe('queued: the driver was killed by SIGKILL');
  });

  test('a rate limit and claims at the same time do not lock each other out', async () => {
    const fleet = await createFleet();
    await fleet.add(Array.from({ length: 12 }, (_, number) => job(`job-${number}`)));
    const held = [await claim(fleet), await claim(fleet), await claim(fleet)];
    const until = Date.now() + 3_600_000;
    const outcomes = await Promise.allSettled([
      ...held.map(async (one) =>
        fleet.settle(one, { outcome: { kind: 'limited', until, reason: 'rate limit' }, spentUsd: 0 }),
      ),
      ...Array.from({ length: 9 }, async () => fleet.claim(AGENT.id)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await fleet.claim(AGENT.id)).toBeUndefined();
  });

  test('a retry that begins anew forgets the journal of earlier attempts', async () => {
    const fleet = await createFleet();
    await fleet.add([job('a')]);
    const first = await claim(fleet);
    await fleet.save(first, BUNDLE);
    await fleet.settle(first, { outcome: { kind: 'failed', reason: 'damaged' }, spentUsd: 0 });
    await fleet.retry(['a']);
    const second = await claim(fleet);
    expect(second.bundle).toMatchObject({ iteration: 1 });
    await fleet.settle(second, { outcome: { kind: 'failed', reason: 'damaged' }, spentUsd: 0 });
    await fleet.retry(['a'], { fresh: true });
    expect((await claim(fleet)).bundle).toBeUndefined();
  });

  test('drained agents are told, and one of a newer fleet refuses to work', async () => {
    const fleet = await createFleet();
    await fleet.touch(AGENT, []);
    expect(await fleet.drain()).toEqual([AGENT.id]);
    expect(await fleet.touch(AGENT, [])).toMatchObject({ drain: true });
    await fleet.check();
    await database.query('INSERT INTO fleet.version VALUES (99)');
    await expect(fleet.check()).rejects.toThrow('Update @loopwright/fleet');
    // One that works already notices, too.
    await expect(fleet.touch(AGENT, [])).rejects.toMatchObject({ code: 'newer-schema' });
  });

  test('a store without a fleet is told apart from one', async () => {
    const fleet = await emptyFleet(database);
    onTestFinished(() => fleet.close());
    await expect(fleet.check()).rejects.toThrow('loop fleet init');
  });
});

test('the real PostgreSQL takes part where it is installed', () => {
  if (programs === undefined) console.warn('PostgreSQL is not installed: the contract ran on PGlite alone.');
  expect(Object.keys(backends)).toContain(process.env['FLEET_NEEDS_POSTGRES'] ? 'postgres' : 'pglite');
});

test('a folder keeps its fleet', async () => {
  const { database, folder } = await createFolder();
  const first = await openFleet(database);
  await first.init();
  await first.add([job('kept')]);
  await first.close();
  const again = await openFleet(await openFolder(`${folder}/store`));
  onTestFinished(() => again.close());
  await again.check();
  expect((await claim(again)).job.key).toBe('kept');
});
