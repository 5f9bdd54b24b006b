// @module-tag deep
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRun } from '@loopwright/store';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packFolder } from '../src/agent/bundle.ts';
import { type AgentEvent, type AgentOptions, runAgent } from '../src/agent/run-agent.ts';
import type { Database } from '../src/engine/database.ts';
import type { Fleet } from '../src/model/fleet.ts';
import type { JobInput, JobRow } from '../src/model/job.ts';
import { createGate } from './support/gate.ts';
import { BUNDLE, createRepository, GIT_ENV, mergeNothing, tempFolder } from './support/repository.ts';
import { createFolder, emptyFleet, silence } from './support/stores.ts';

/**
 * Stands for `loop run`: writes a file into the work tree and into `.loop`, notes the call, and answers. The command of
 * the fleet plays the whole with the real one.
 */
const DRIVER = `#!/bin/sh
echo "$1 $2 $3" | sed 's/ --json$//' >> "$CALLS"
echo "$*" > "$CALLS.words"
cat > /dev/null
echo line >> made
mkdir -p .loop/runs && echo '{}' >> .loop/runs/notes
trap 'exit 130' TERM
[ -n "$DURING" ] && { sh -c "$DURING" & wait $!; }
printf '{"reason":"%s","costUsd":0.5%s}' "\${REASON:-done}" "$MORE"
exit "\${CODE:-0}"
`;

const AGENT = {
  slots: 1,
  driverArgs: [],
  client: () => ['true'],
  mergeBranches: mergeNothing,
  openPullRequest: async () => undefined,
} as const;

let database: Database;
beforeAll(async () => {
  ({ database } = await createFolder());
});
afterAll(() => database.close());

interface Stage {
  readonly fleet: Fleet;
  readonly repository: ReturnType<typeof createRepository>;
  /** Lets an agent work until nothing can start, and resolves with what it said. */
  readonly work: (env?: Readonly<Record<string, string>>) => Promise<readonly AgentEvent[]>;
  /** The same for an agent that sees another fleet, and goes on until `signal` ends it. */
  readonly start: (
    fleet: Fleet,
    env: Readonly<Record<string, string>>,
    more: Pick<AgentOptions, 'onEvent'> & Partial<AgentOptions>,
  ) => Promise<void>;
  readonly job: (key?: string) => Promise<JobRow>;
  readonly calls: () => readonly string[];
  readonly home: string;
}

async function createStage(job: Partial<JobInput> = {}): Promise<Stage> {
  const fleet = await emptyFleet(database);
  onTestFinished(() => fleet.close());
  await fleet.init();
  const repository = createRepository();
  const home = tempFolder();
  const program = join(home, 'driver.sh');
  writeFileSync(program, DRIVER);
  await fleet.add([{ key: 'one', repo: repository.path, spec: 'Add a line', budgetUsd: 5, ...job }]);
  const calls = join(home, 'calls');
  const start: Stage['start'] = (seen, env, more) =>
    runAgent(seen, {
      ...AGENT,
      folder: join(home, 'agent'),
      command: ['/bin/sh', program],
      env: { ...GIT_ENV, CALLS: calls, ...env },
      signal: new AbortController().signal,
      ...more,
    });
  return {
    fleet,
    repository,
    home,
    start,
    work: async (env = {}) => {
      const events: AgentEvent[] = [];
      // Nobody waits for the next try of a failed attempt.
      const hurry = setInterval(() => {
        void database.query(`UPDATE fleet_queue.job SET start_after = now() WHERE state = 'created'`);
      }, 50);
      const more = { untilEmpty: true, onEvent: (event: AgentEvent) => events.push(event) };
      await start(fleet, env, more).finally(() => clearInterval(hurry));
      return events;
    },
    job: async (key = 'one') => (await fleet.state()).jobs.find((one) => one.key === key)!,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
  };
}

/** Notes what an agent says, and ends it once it says more than that it took a job. */
function untilMore(events: AgentEvent[]) {
  const stop = new AbortController();
  const onEvent = (event: AgentEvent): void => {
    events.push(event);
    if (event.kind !== 'took') stop.abort();
  };
  return { signal: stop.signal, onEvent };
}

/** An attempt that stored this as its journal, and then gave the job back. */
async function leaveBundle({ fleet, repository }: Stage, content: Uint8Array): Promise<void> {
  const claim = await fleet.claim('earlier');
  const commit = repository.git(repository.path, 'rev-parse', 'main');
  expect(await fleet.save(claim!, { ...BUNDLE, spentUsd: 0.5, commit, content })).toBe(true);
  await fleet.settle(claim!, { outcome: { kind: 'returned' }, spentUsd: 0.5 });
}

function bundleOf(...paths: readonly string[]): Uint8Array {
  const files = paths.map((path) => ({ path, content: 'eA==' }));
  return gzipSync(JSON.stringify({ format: 'loopwright-bundle-1', files }));
}

test.each([
  [undefined, '--budget 5'],
  [['--budget', 'none', '--tokens', '9'], '--budget none --tokens 9'],
])('with the limits %j of its agent a job gets %s', async (limits, words) => {
  const { fleet, home, start } = await createStage();
  await start(fleet, {}, { untilEmpty: true, limits, onEvent: () => undefined });
  expect(readFileSync(join(home, 'calls.words'), 'utf8').trim().endsWith(words)).toBe(true);
});

test('a bundle that can not be taken fails its job at once, with the way out', async () => {
  const stage = await createStage();
  await leaveBundle(stage, bundleOf('runs/a', '../../../outside'));
  await stage.work();
  expect(await stage.job()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/outside of its folder.*retry --fresh/s),
    spentUsd: 0.5,
  });
  expect(stage.calls()).toEqual([]);
  expect(existsSync(join(stage.home, 'agent/agent-1/outside'))).toBe(false);
  await stage.fleet.retry(['one'], { fresh: true });
  await stage.work();
  expect(await stage.job()).toMatchObject({ state: 'verified', spentUsd: 1 });
});

test('an attempt goes on with the loop of the one before, or begins a new one where that loop is over', async () => {
  const calls: string[] = [];
  for (const end of [false, true]) {
    const stage = await createStage();
    const root = tempFolder();
    const id = randomUUID();
    const started = startRun(
      { root, sessionId: 'earlier' },
      { type: 'start', at: 1, runId: id, session: 'earlier', frameId: randomUUID(), spec: 'Add a line' },
    );
    if (started.status !== 'started') throw new Error('The loop did not start.');
    if (end) started.opened.submit({ type: 'cancel', at: 2 });
    started.opened.close();
    await leaveBundle(stage, await packFolder(join(root, '.loop')));
    await stage.work();
    calls.push(...stage.calls());
  }
  expect(calls).toEqual(['run --resume --take-over', 'run -']);
});

test('a bundle whose work the repository lost fails its job, and is kept', async () => {
  const stage = await createStage();
  await leaveBundle(stage, bundleOf('runs/a'));
  await database.query("UPDATE fleet.bundle SET commit = repeat('a', 40)");
  await stage.work();
  expect(await stage.job()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('has lost the work'),
  });
  expect(await database.query('SELECT job FROM fleet.bundle')).toHaveLength(1);
});

test('a repository whose .loop is a link, or is in git, does not catch the journal', async () => {
  const stage = await createStage();
  const { git, work } = stage.repository;
  const caught = join(stage.home, 'caught');
  mkdirSync(caught);
  symlinkSync(caught, join(work, '.loop'));
  git(work, 'add', '.');
  git(work, 'commit', '--quiet', '-m', 'link');
  git(work, 'push', '--quiet', 'origin', 'HEAD:main');
  await leaveBundle(stage, bundleOf('runs/a'));
  await stage.work();
  expect(readdirSync(caught)).toEqual([]);
  expect(await stage.job()).toMatchObject({ state: 'verified' });
});

test('a repository that refuses pushes is known before any money is spent', async () => {
  const stage = await createStage();
  stage.repository.refuse('refs/');
  await stage.work();
  expect(await stage.job()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/^failed 3 times: .*hook declined.*only on Mondays/),
    spentUsd: 0,
  });
  expect(stage.calls()).toEqual([]);
});

test('proved work that can not be pushed to its branch waits, and is not done again', async () => {
  const stage = await createStage();
  stage.repository.refuse('refs/heads/');
  await stage.work();
  expect(await stage.job()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('only on Mondays'),
    spentUsd: 0.5,
  });
  stage.repository.acceptAll();
  await stage.fleet.retry(['one']);
  await stage.work();
  expect(await stage.job()).toMatchObject({ state: 'verified', spentUsd: 0.5 });
  expect(stage.calls()).toHaveLength(1);
});

test('work that a repository refuses after it was done stays where it is, and its cost counts', async () => {
  const stage = await createStage();
  const hook = join(stage.repository.path, 'hooks/update');
  const during = `printf '#!/bin/sh\\nexit 1\\n' > ${hook}; chmod +x ${hook}`;
  await stage.work({ DURING: during });
  const { state, reason, spentUsd } = await stage.job();
  expect({ state, spentUsd }).toEqual({ state: 'failed', spentUsd: 0.5 });
  expect(reason).toContain('hook declined');
  const [, kept = ''] = / in (\S+)\.$/.exec(reason) ?? [];
  stage.repository.acceptAll();
  const [took] = (await stage.fleet.retry(['one'])).length === 1 ? await stage.work() : [];
  expect(took).toMatchObject({ kind: 'took', attempt: 2 });
  expect(await stage.job()).toMatchObject({ state: 'verified' });
  // No later agent removes it, and git still works in it.
  expect(readFileSync(join(kept, 'made'), 'utf8')).toBe('line\n');
  expect(stage.repository.git(kept, 'status', '--porcelain')).toContain('?? made');
});

test('a killed driver is told apart from a failed one', async () => {
  const stage = await createStage();
  await stage.work({ DURING: 'kill -9 $PPID' });
  expect(await stage.job()).toMatchObject({
    state: 'failed',
    reason: 'failed 3 times: the driver was killed by SIGKILL',
    attempts: 3,
  });
});

test('a token that is over fails no job: it is put back without blame, and its agent is idle', async () => {
  const stage = await createStage();
  const stop = new AbortController();
  const events: AgentEvent[] = [];
  const more = ',"run":{"id":"r","ending":{"kind":"paused","cause":{"kind":"failure","failure":"blocking"}}}';
  await stage.start(
    stage.fleet,
    { CODE: '1', REASON: 'token expired', MORE: more },
    {
      signal: stop.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.kind === 'idle') stop.abort();
      },
    },
  );
  expect(events.at(-1)).toEqual({ kind: 'idle', reason: 'token expired', ms: 30_000 });
  expect(await stage.job()).toMatchObject({
    state: 'queued',
    reason: 'token expired',
    failures: 0,
    spentUsd: 0.5,
  });
});

test('an agent whose last three jobs failed alike takes no more, and says why', async () => {
  const stage = await createStage();
  const more = ['two', 'three', 'four'].map((key) => ({ key, repo: stage.repository.path, spec: 'x' }));
  await stage.fleet.add(more);
  const events: AgentEvent[] = [];
  const working = stage.start(
    stage.fleet,
    { CODE: '1', REASON: 'unknown option --bad' },
    { untilEmpty: true, onEvent: (event) => events.push(event) },
  );
  await expect(working).rejects.toMatchObject({
    code: 'suspect',
    message: expect.stringContaining('unknown option --bad'),
  });
  const { jobs } = await stage.fleet.state();
  expect(jobs.map(({ state, failures }) => `${state} ${failures}`)).toEqual([
    'queued 1',
    'queued 1',
    'queued 1',
    'queued 0',
  ]);
  expect(events.at(-1)).toMatchObject({ kind: 'idle', reason: expect.stringContaining('failed alike') });
});

test('an agent that is older than the tables gives its jobs back, and ends', async () => {
  const stage = await createStage();
  const working = stage.work({ DURING: 'sleep 600' });
  await expect.poll(() => stage.calls()).toHaveLength(1);
  await database.query('INSERT INTO fleet.version VALUES (99)');
  await expect(working).rejects.toMatchObject({ code: 'newer-schema' });
  expect(await stage.job()).toMatchObject({ state: 'queued', agent: null, failures: 0 });
});

test('a result is kept while the store is away', async () => {
  const stage = await createStage();
  let isAway = false;
  const away = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isAway) throw new Error('connection refused');
    return call();
  };
  const { fleet } = stage;
  const events: AgentEvent[] = [];
  const during = join(stage.home, 'during');
  const working = stage.start(
    {
      ...fleet,
      touch: async (...args) => away(async () => fleet.touch(...args)),
      claim: async (...args) => away(async () => fleet.claim(...args)),
      save: async (...args) => away(async () => fleet.save(...args)),
      settle: async (...args) => away(async () => fleet.settle(...args)),
      state: async () => away(fleet.state),
    },
    { DURING: `until [ -e ${during} ]; do sleep 0.1; done` },
    { untilEmpty: true, onEvent: (event) => events.push(event) },
  );
  await expect.poll(() => stage.calls()).toHaveLength(1);
  isAway = true;
  writeFileSync(during, '');
  await expect.poll(() => events.map(({ kind }) => kind), { timeout: 20_000 }).toContain('store-silent');
  isAway = false;
  await working;
  expect(await stage.job()).toMatchObject({ state: 'verified', attempts: 1, spentUsd: 0.5 });
});

test('an agent that was frozen before it began leaves the job and the work of its heir alone', async () => {
  const stage = await createStage();
  const { fleet } = stage;
  const [during, events] = [join(stage.home, 'during'), [] as AgentEvent[]];
  const waitFor = `until [ -e ${during} ]; do sleep 0.1; done`;
  const [hasClaimed, isThawed] = [createGate(), createGate()];
  const frozen = stage.start(
    {
      ...fleet,
      claim: async (agent) => {
        const claim = await fleet.claim(agent);
        hasClaimed.open();
        await isThawed.passed;
        return claim;
      },
    },
    {},
    { command: ['/bin/false'], ...untilMore(events) },
  );
  await hasClaimed.passed;
  await silence(database);
  await fleet.expire();
  const working = stage.work({ DURING: waitFor });
  await expect.poll(() => stage.calls()).toHaveLength(1);
  isThawed.open();
  await frozen;
  expect(events.map(({ kind }) => kind)).toEqual(['took', 'lost']);
  writeFileSync(during, '');
  await working;
  expect(await stage.job()).toMatchObject({ state: 'verified', attempts: 2, failures: 0 });
  const refs = stage.repository.git(stage.repository.path, 'for-each-ref', 'refs/loopwright');
  expect(refs).toBe('');
});

test('an agent that was frozen at work changes nothing once its job is verified, but its cost counts', async () => {
  const stage = await createStage();
  const { fleet } = stage;
  const [during, events] = [join(stage.home, 'during'), [] as AgentEvent[]];
  const frozen = stage.start(
    // A frozen agent says nothing, and does not hear that it lost its job.
    { ...fleet, touch: async (agent, attempts) => ({ ...(await fleet.touch(agent, [])), own: attempts }) },
    { DURING: `echo more >> made; until [ -e ${during} ]; do sleep 0.1; done` },
    untilMore(events),
  );
  await expect.poll(() => stage.calls()).toHaveLength(1);
  await silence(database);
  await fleet.expire();
  await stage.work();
  const verified = await stage.job();
  expect(verified).toMatchObject({ state: 'verified', attempts: 2 });
  const bundle = await fleet.bundle('one');
  writeFileSync(during, '');
  await frozen;
  expect(events.map(({ kind }) => kind)).toEqual(['took', 'lost']);
  expect(await stage.job()).toEqual({ ...verified, spentUsd: verified.spentUsd + 0.5 });
  expect(await fleet.bundle('one')).toEqual(bundle);
  const { git, path } = stage.repository;
  expect(git(path, 'rev-parse', verified.branch!)).toBe(verified.commit);
});

test('an agent ends when the budget leaves no room for any job, and says what waits', async () => {
  const stage = await createStage();
  await stage.fleet.init({ budgetUsd: 4 });
  expect(await stage.work()).toEqual([]);
  expect(await stage.job()).toMatchObject({ state: 'queued' });
});

test('a machine that lacks its client takes no job, looks again later, and begins once it is there', async () => {
  const stage = await createStage();
  const client = (): never => {
    throw new Error('There is no client.');
  };
  const events: AgentEvent[] = [];
  const onEvent = (event: AgentEvent): void => void events.push(event);
  await expect(stage.start(stage.fleet, {}, { client, untilEmpty: true, onEvent })).rejects.toMatchObject({
    code: 'not-ready',
    message: expect.stringMatching(/lacks.*\nThere is no client\.$/),
  });
  let [looks, time] = [0, 0];
  await stage.start(
    stage.fleet,
    {},
    {
      now: () => (time += 600_000),
      client: () => (++looks < 3 ? client() : ['true']),
      onEvent: (event) => {
        events.push(event);
        if (event.kind === 'ended') void stage.fleet.drain();
      },
    },
  );
  expect(events.map(({ kind }) => kind)).toEqual(['unready', 'unready', 'took', 'stored', 'ended']);
  expect(await stage.job()).toMatchObject({ state: 'verified', attempts: 1 });
});
