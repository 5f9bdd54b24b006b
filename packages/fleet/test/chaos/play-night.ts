import { AUTHOR } from 'loopwright/test/support/project.ts';
import { postgresPrograms, type PostgresServer, startPostgres } from '@loopwright/testkit';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectPostgres, openFleet, openFolder } from '../../src/index.ts';
import type { Ending } from '../../src/model/fleet.ts';
import type { JobInput, JobRow } from '../../src/model/job.ts';
import { HURRY, installAudit, readAudit, readDoubt } from './audit.ts';
import { type Agent, CLIENT_USD, createChaosStage } from './chaos-stage.ts';

/** The whole night, also on a busy machine. */
const MAX_MS = 4 * 60_000;
/** Room for all jobs but the dear one. */
const CAP_USD = 14;
const DEAR_USD = 15;
const RAISED_USD = 60;
/** The machine whose token is over at the start, and the one that has no client. */
const [EXPIRED, BARE] = [2, 3];

/**
 * Writes a line into a file of its job, and claims the end. Before that it meets the trouble of its job: `hold` waits
 * for the test and tells it which agent works here.
 */
const CLIENT = `#!/bin/sh
[ "$1" = --version ] && { echo '2.9.9 (Claude Code)'; exit; }
set -- $(sed -n 's/^Night job \\([a-z0-9-]*\\):.*/\\1/p')
job=$1
note() { echo "$CHAOS_AGENT" > "$CHAOS/$job.$$" && mv "$CHAOS/$job.$$" "$CHAOS/$job.at"; }
hold() {
  [ -e "$CHAOS/$job.go" ] && return
  note
  n=0
  until [ -e "$CHAOS/$job.go" ] || [ "$((n += 1))" -gt 1500 ]; do sleep 0.2; done
}
api_error() {
  printf '{"type":"result","subtype":"success","is_error":true,"result":"API Error: %s","terminal_reason":"api_error","api_error_status":%s,"total_cost_usd":0}\\n' "$1" "$1"
  exit 1
}
[ -e "$CHAOS/expired-$CHAOS_MACHINE" ] && api_error 401
case "$job" in
  one-login | two-login) [ -s "made-$job" ] && hold ;;
  one-logout | two-logout) hold ;;
  one-audit) mv "$CHAOS/limit" "$CHAOS/limited" 2>/dev/null && {
    printf '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":%s}}\\n' "$(( $(date +%s) + 5 ))"
    api_error 429
  } ;;
  two-audit) [ -e "$CHAOS/down" ] && { note; api_error 500; } ;;
  kept) mkdir "$CHAOS/refusing" 2>/dev/null && mv "$CHAOS/refuse" "$CHAOS/../kept.git/hooks/update" ;;
esac
[ "$job" = two-clean ] || echo line >> "made-$job"
printf '{"type":"result","subtype":"success","is_error":false,"result":"<loop-complete>\\\\nAll lines are there.\\\\n</loop-complete>","total_cost_usd":${CLIENT_USD}}\\n'
echo "$job" >> "$CHAOS/clients"
`;

/** No machine names a person who commits. */
const NOBODY = Object.fromEntries(Object.keys(AUTHOR).map((name) => [name, undefined]));

const REFUSE = (refs: string): string =>
  `#!/bin/sh\ncase "$1" in ${refs}*) echo 'only on Mondays'; exit 1;; esac\n`;
const REPOS = ['one.git', 'two.git', 'shut.git', 'strict.git', 'kept.git'] as const;

/** A job of the evening; a need may be that of another repository. */
type Planned = Pick<JobInput, 'repo' | 'key'> & Partial<JobInput>;

const JOBS: readonly Planned[] = [
  { repo: 'one', key: 'dear', budgetUsd: DEAR_USD, priority: 10 },
  // Two repositories have the same names.
  ...['one', 'two'].flatMap((repo): readonly Planned[] => [
    { repo, key: 'login' },
    { repo, key: 'logout', needs: ['login'] },
    { repo, key: 'plain' },
    { repo, key: 'simple' },
  ]),
  { repo: 'one', key: 'audit', needs: ['login'] },
  { repo: 'two', key: 'audit', needs: ['ONE#login'] },
  { repo: 'two', key: 'clean' },
  { repo: 'shut', key: 'shut' },
  { repo: 'strict', key: 'strict' },
  { repo: 'strict', key: 'after', needs: ['strict'] },
  // It begins after the freeze, so that its agent lives when its own trouble comes.
  { repo: 'kept', key: 'kept', needs: ['TWO#login'] },
];

/** A job in the morning. */
export interface Morning extends JobRow {
  /** As the clients call it. */
  readonly name: string;
  /** How many clients worked for it to their end. */
  readonly clients: number;
  readonly endings: readonly Ending[];
  /** What it may have cost beside what is charged. */
  readonly inDoubt: number;
  /** Who committed it, a line each; empty without a branch. */
  readonly authors: readonly string[];
}

export interface Night {
  readonly jobs: readonly Morning[];
  /** What waited for the operator before they helped. */
  readonly waiting: readonly Seen[];
  readonly budget: { readonly spentUsd: number; readonly heldUsd: number };
  /** The work tree that was kept. */
  readonly kept: string;
  readonly violations: readonly string[];
  readonly seconds: number;
  readonly log: string;
}

/** A job as `loop fleet status` shows it. */
interface Seen {
  readonly key: string;
  readonly repo: string;
  readonly state: string;
  readonly reason: string;
  readonly costUsd: number;
}

/** What the operator and the agents of a night share. */
type Scene = ReturnType<typeof setScene>;

function setScene(server: PostgresServer | undefined) {
  const stage = createChaosStage({ place: server?.url, client: CLIENT, repos: REPOS });
  const { env, home } = stage;
  const begun = Date.now();
  const living: Agent[] = [];
  const at = (name: string): string => join(env['CHAOS'] ?? '', name);
  const scene = {
    server,
    stage,
    home,
    living,
    begun,
    /** A file by which the test and the clients talk. */
    at,
    repoOf: (name: string): string => join(home, `${name}.git`),
    openStore: async () => (server ? connectPostgres(server.url) : openFolder(join(stage.folder, 'store'))),
    until: async (what: string, holds: () => boolean | Promise<boolean>, everyMs = 100): Promise<void> => {
      while (!(await holds())) {
        if (Date.now() - begun > MAX_MS) throw new Error(`The night did not end: ${what}\n${stage.log()}`);
        await wait(everyMs);
      }
    },
    status: async (): Promise<readonly Seen[]> => {
      try {
        return (JSON.parse(await stage.loop('status', '--json')) as { jobs?: Seen[] }).jobs ?? [];
      } catch {
        return [];
      }
    },
    /** Waits until all jobs are seen, and each of them as it should be. */
    untilJobs: async (what: string, isRight: (job: Seen) => boolean): Promise<readonly Seen[]> => {
      let jobs: readonly Seen[] = [];
      const areRight = async (): Promise<boolean> => {
        jobs = await scene.status();
        return jobs.length === JOBS.length && jobs.every(isRight);
      };
      await scene.until(what, areRight, 1_000);
      return jobs;
    },
    start: (machine: number): Agent => {
      const agent = stage.startAgent(machine, 2, {
        ...NOBODY,
        CHAOS_MACHINE: String(machine),
        ...(machine === BARE && { PATH: join(home, 'tools') }),
      });
      living.push(agent);
      return agent;
    },
    end: async (agent: Agent, signal: NodeJS.Signals): Promise<void> => {
      living.splice(living.indexOf(agent), 1);
      agent.process.kill(signal);
      await once(agent.process, 'close');
    },
    /** The living agent whose client waits in a job. */
    meet: async (job: string, isRight = (_agent: Agent): boolean => true): Promise<Agent> => {
      const find = (): Agent | undefined => {
        const name = existsSync(at(`${job}.at`)) && readFileSync(at(`${job}.at`), 'utf8').trim();
        return living.find((agent) => agent.name === name && isRight(agent));
      };
      await scene.until(`an agent works on ${job}`, () => find() !== undefined);
      return find()!;
    },
    go: (job: string): void => writeFileSync(at(`${job}.go`), ''),
  };
  return scene;
}

/** Plays a night of 16 jobs and three agents with one trouble after the other, and the operator's morning. */
export async function playNight(): Promise<Night> {
  const programs = postgresPrograms();
  const scene = setScene(programs === undefined ? undefined : startPostgres(programs));
  const { stage, server, begun, until } = scene;
  try {
    await prepare(scene);
    await startAgents(scene);
    await kill(scene);

    // The API is down for longer than the client retries.
    const idle = await scene.meet('two-audit');
    await until('the agent is idle', () => /No new job for .*500/.test(idle.log()));
    rmSync(scene.at('down'));

    // SIGSTOP, until another agent has the job.
    const frozen = await scene.meet('two-login');
    frozen.process.kill('SIGSTOP');
    await scene.meet('two-login', (heir) => heir !== frozen);
    scene.go('two-login');
    frozen.process.kill('SIGCONT');

    // The server stops while a client works, and while a job ends.
    await scene.meet('one-logout');
    await breakStore(scene, () => undefined);
    scene.go('one-logout');
    await scene.meet('two-logout');
    await breakStore(scene, () => scene.go('two-logout'));

    const over = new Set(['verified', 'failed', 'ended']);
    const waiting = await scene.untilJobs(
      'the others end',
      ({ key, state }) => over.has(state) || key === 'dear' || key === 'after',
    );
    const [, folder = ''] =
      / in (\S+)\.$/.exec(waiting.find(({ key }) => key === 'kept')?.reason ?? '') ?? [];

    // The operator's morning.
    for (const name of ['shut', 'strict', 'kept']) rmSync(join(scene.repoOf(name), 'hooks/update'));
    await stage.loop('init', '--budget', String(RAISED_USD));
    await stage.loop('retry');
    await scene.untilJobs('all jobs are verified', ({ state }) => state === 'verified');
    await Promise.all([...scene.living].map(async (agent) => scene.end(agent, 'SIGTERM')));
    return {
      ...(await readMorning(scene)),
      waiting,
      kept: folder === '' ? '' : readFileSync(join(folder, 'made-kept'), 'utf8'),
      seconds: (Date.now() - begun) / 1000,
      log: stage.log(),
    };
  } finally {
    stage.remove();
    server?.remove();
  }
}

/** The troubles that are there from the start, and the jobs. */
async function prepare({ stage, home, at, repoOf, openStore }: Scene): Promise<void> {
  for (const name of ['limit', 'down', `expired-${EXPIRED}`]) writeFileSync(at(name), '');
  writeFileSync(at('refuse'), REFUSE('refs/'), { mode: 0o755 });
  const refusing = { shut: 'refs/', strict: 'refs/heads/' };
  for (const [name, refs] of Object.entries(refusing))
    writeFileSync(join(repoOf(name), 'hooks/update'), REFUSE(refs), { mode: 0o755 });
  writeFileSync(join(home, '.gitconfig'), '[user]\nuseConfigOnly = true\n');
  mkdirSync(join(home, 'tools'));
  for (const name of ['git', 'flock', 'sh']) {
    const found = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(found, join(home, 'tools', name));
  }
  await stage.loop('init', '--budget', String(CAP_USD));
  const database = await openStore();
  await installAudit(database);
  await database.query(HURRY);
  const fleet = await openFleet(database);
  await fleet.add(
    JOBS.map(({ repo, key, needs = [], ...more }) => {
      const name = nameOf(repo, key);
      const lines = key === 'login' ? 2 : 1;
      return {
        key,
        repo: repoOf(repo),
        spec: `Night job ${name}: make the file \`made-${name}\` hold ${lines} lines. Done when the check passes.`,
        checks: [key === 'clean' ? 'lines=true' : `lines=test "$(wc -l < made-${name})" -ge ${lines}`],
        budgetUsd: 1,
        needs: needs.map((need) => need.replace(/^[A-Z]+/, (repo) => repoOf(repo.toLowerCase()))),
        ...more,
      };
    }),
  );
  await fleet.close();
}

/** A machine without a client, and one whose token is over, fail no job. Then the good ones come. */
async function startAgents({ server, stage, at, until, start, end }: Scene): Promise<void> {
  const bare = start(BARE);
  // The owner of a folder's store must not freeze.
  await until('the first agent has the store', () => server !== undefined || stage.hasStore(bare));
  const expired = start(EXPIRED);
  await until('an agent finds no client', () => bare.log().includes('could not be found'));
  await until('an agent meets its expired token', () => /No new job for .*401/.test(expired.log()));
  await until('both its jobs are put back', () => expired.log().split('postponed').length > 2);
  rmSync(at(`expired-${EXPIRED}`));
  await end(expired, 'SIGTERM');
  for (const machine of [0, 1, EXPIRED]) start(machine);
}

/** kill -9, once an iteration is stored: the heir goes on with it. */
async function kill({ stage, repoOf, until, status, start, end, meet, go }: Scene): Promise<void> {
  const agent = await meet('one-login');
  const isStored = async (): Promise<boolean> => {
    const shown = await stage.loop('show', `${repoOf('one')}#login`, '--json');
    return (JSON.parse(shown || '{}') as { job?: { iteration: number | null } }).job?.iteration != null;
  };
  await until('its iteration is stored', isStored, 1_000);
  await end(agent, 'SIGKILL');
  go('one-login');
  start(agent.machine);
  const isDone = ({ repo, key, state }: Seen): boolean =>
    repo === repoOf('one') && key === 'login' && state === 'verified';
  await until('the heir has done it', async () => (await status()).some(isDone), 1_000);
}

/** Takes the store away, and gives it back once an agent has noticed. */
async function breakStore(scene: Scene, meanwhile: () => void): Promise<void> {
  const { server, stage, living } = scene;
  if (server) {
    const before = stage.log().split('does not answer').length;
    server.stop();
    meanwhile();
    const isMissed = (): boolean => stage.log().split('does not answer').length > before;
    await scene.until('an agent misses the server', isMissed);
    server.start();
    return;
  }
  const owner = living.find(stage.hasStore);
  if (!owner) throw new Error('No agent has the store.');
  await scene.end(owner, 'SIGKILL');
  meanwhile();
  scene.start(owner.machine);
}

/** What the store and the repositories have in the morning. */
async function readMorning({
  stage,
  at,
  openStore,
}: Scene): Promise<Pick<Night, 'jobs' | 'budget' | 'violations'>> {
  const database = await openStore();
  const fleet = await openFleet(database);
  const { violations } = await readAudit(database);
  const { jobs, budget } = await fleet.state();
  const doubt = await readDoubt(database);
  const worked = readFileSync(at('clients'), 'utf8').trim().split('\n');
  const seen: Morning[] = [];
  for (const job of jobs) {
    const { key, repo, branch } = job;
    const id = `${repo}#${key}`;
    const name = nameOf(/([a-z]+)\.git$/.exec(repo)?.[1] ?? '', key);
    const format = '--format=%an%x09%(trailers:key=Loop-Job,valueonly,separator=)';
    const commits = branch === null ? [] : stage.git(repo, 'log', format, `main..${branch}`).split('\n');
    seen.push({
      ...job,
      name,
      clients: worked.filter((one) => one === name).length,
      endings: await fleet.endings(id),
      inDoubt: doubt.get(id) ?? 0,
      authors: commits.filter((one) => one.endsWith(`\t${key}`)).map((one) => one.split('\t')[0] ?? ''),
    });
  }
  await fleet.close();
  return { jobs: seen, budget, violations };
}

function nameOf(repo: string, key: string): string {
  return repo === 'one' || repo === 'two' ? `${repo}-${key}` : key;
}
