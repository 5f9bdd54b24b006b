import { connectPostgres, openFleet, openFolder } from '../../src/index.ts';
import { postgresPrograms, startPostgres } from '@loopwright/testkit';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installAudit, readAudit, readDoubt } from './audit.ts';
import { type Agent, type ChaosStage, CLIENT_USD, createChaosStage, tryKill } from './chaos-stage.ts';
import { createRandom } from './random.ts';

export interface ChaosPlan {
  readonly store: 'postgres' | 'folder';
  readonly seed: number;
  readonly jobs: number;
  /** The slots of each agent. */
  readonly agents: readonly number[];
  /** How often each of these happens. */
  readonly killAgent: number;
  readonly killDriver: number;
  readonly stopServer: number;
  readonly freezeAgent: number;
  readonly limit: number;
  /** How long a client works. */
  readonly workSeconds: number;
  readonly maxMinutes: number;
}

/** What happened, and what must not have. */
export interface ChaosReport {
  readonly verified: number;
  readonly starts: number;
  readonly takenOver: number;
  readonly happened: Readonly<Record<Happening, number>>;
  /** How often a person had to put a job back, by the reason. */
  readonly putBack: readonly string[];
  readonly spentUsd: number;
  /** What the clients really cost. */
  readonly costUsd: number;
  readonly seconds: number;
  readonly violations: readonly string[];
  /** What the agents said. */
  readonly log: string;
}

type Happening = 'killAgent' | 'killDriver' | 'stopServer' | 'freezeAgent' | 'limit';

const LINES = 2;

/**
 * Adds a line to the file `made`, and claims the end with the second. Notes its cost before it says so. Answers with a
 * rate limit of five seconds if it gets hold of the file `limit`.
 */
const CLIENT = `#!/bin/sh
cat > /dev/null
if mv "$CHAOS/limit" "$CHAOS/limited.$$" 2>/dev/null; then
  printf '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":%s}}\\n' "$(( $(date +%s) + 5 ))"
  printf '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429","api_error_status":429,"total_cost_usd":0}\\n'
  exit 1
fi
sleep "$CHAOS_WORK"
echo line >> made
text='Working.'
[ "$(wc -l < made)" -ge ${LINES} ] && text='<loop-complete>\\nAll lines are there.\\n</loop-complete>'
echo client >> "$CHAOS/clients"
printf '{"type":"result","subtype":"success","is_error":false,"result":"%s","total_cost_usd":${CLIENT_USD}}\\n' "$text"
`;
const SPEC = `Make the file \`made\` hold ${LINES} lines. Done when the check passes.`;
const CHECK = `lines=test "$(wc -l < made)" -ge ${LINES}`;

const JOB_USD = 1;
/** Longer than the heartbeat, so that another agent takes the jobs over. */
const FREEZE_MS = 14_000;
/** The reasons for which only a person puts a job back: it met too many of these kills. */
const BAD_LUCK = /^3 agents died|^failed 3 times: .*killed|limit|budget/;

interface Job {
  readonly key: string;
  readonly state: string;
  readonly reason: string;
  readonly attempts: number;
  readonly branch: string | null;
  readonly commit: string | null;
}

/** Jobs in these states are over: no agent works on them. */
const OVER: ReadonlySet<Job['state']> = new Set(['verified', 'ended', 'failed']);

/** Lets a fleet work while its agents, drivers and server are killed, and holds it to its promises. */
export async function playChaos(plan: ChaosPlan): Promise<ChaosReport> {
  const programs = plan.store === 'postgres' ? postgresPrograms() : undefined;
  if (plan.store === 'postgres' && programs === undefined) throw new Error('PostgreSQL is not installed.');
  const server = programs === undefined ? undefined : startPostgres(programs);
  const stage = createChaosStage({
    place: server?.url,
    client: CLIENT,
    repos: ['one.git', 'two.git'],
    env: { CHAOS_WORK: String(plan.workSeconds) },
  });
  const random = createRandom(plan.seed);
  const deadline = Date.now() + plan.maxMinutes * 60_000;
  const begun = Date.now();
  const happened = { killAgent: 0, killDriver: 0, stopServer: 0, freezeAgent: 0, limit: 0 };
  const agents: Agent[] = [];
  const thawing: Promise<unknown>[] = [];
  const putBack: string[] = [];
  try {
    await begin(stage, plan);
    plan.agents.forEach((slots, index) => agents.push(stage.startAgent(index % 2, slots)));

    const isLate = (): boolean => Date.now() > deadline;
    /** An agent that works, or undefined at the end of the jobs. Behind a shut gate nobody works for a while. */
    const findBusy = async (): Promise<Agent | undefined> => {
      for (let turn = 1; !isLate(); turn += 1) {
        const busy = agents.filter((agent) => !agent.isStopped && stage.driversOf(agent).length > 0);
        const owner = plan.store === 'folder' ? busy.find(stage.hasStore) : undefined;
        const found = owner ?? random.pick(busy);
        if (found) return found;
        await wait(50);
        if (turn % 100 === 0 && (await look(stage))?.every(({ state }) => OVER.has(state))) break;
      }
      return undefined;
    };
    const happenings: Readonly<Record<Happening, () => Promise<boolean>>> = {
      killAgent: async () => {
        const agent = await findBusy();
        if (!agent) return false;
        agents.splice(agents.indexOf(agent), 1);
        agent.process.kill('SIGKILL');
        await once(agent.process, 'close');
        await wait(random.whole(1_000));
        agents.push(stage.startAgent(agent.machine, agent.slots));
        return true;
      },
      killDriver: async () => {
        const agent = await findBusy();
        const driver = agent && random.pick(stage.driversOf(agent));
        tryKill(driver);
        return driver !== undefined;
      },
      freezeAgent: async () => {
        const agent = await findBusy();
        if (!agent) return false;
        agent.isStopped = true;
        agent.process.kill('SIGSTOP');
        thawing.push(
          wait(FREEZE_MS).then(() => {
            agent.process.kill('SIGCONT');
            agent.isStopped = false;
          }),
        );
        return true;
      },
      stopServer: async () => {
        server?.stop();
        await wait(500 + random.whole(3_000));
        server?.start();
        return server !== undefined;
      },
      limit: async () => {
        stage.dropLimit();
        return true;
      },
    };
    const order = random.shuffle(
      (Object.keys(happened) as Happening[]).flatMap((name) =>
        Array.from({ length: plan[name] }, () => name),
      ),
    );
    for (const name of order) {
      if (isLate() || !(await findBusy())) break;
      if (await happenings[name]()) happened[name] += 1;
      await wait(random.whole((1_000 * plan.workSeconds * plan.jobs) / 8 / Math.max(1, order.length)));
    }
    await Promise.all(thawing);

    let jobs: readonly Job[] = [];
    while (!isLate()) {
      jobs = (await look(stage)) ?? jobs;
      const over = jobs.filter(({ state }) => state !== 'verified' && OVER.has(state));
      for (const { key, reason } of over) {
        putBack.push(reason);
        await stage.loop('retry', key, '--json');
      }
      if (jobs.length > 0 && jobs.every(({ state }) => state === 'verified')) break;
      await wait(plan.store === 'folder' ? 3_000 : 1_500);
    }
    for (const { process: child } of agents) child.kill('SIGTERM');
    await Promise.all(agents.map(async ({ process: child }) => child.exitCode ?? once(child, 'close')));

    const database = server
      ? await connectPostgres(server.url)
      : await openFolder(join(stage.folder, 'store'));
    const fleet = await openFleet(database);
    const audit = await readAudit(database);
    const { budget } = await fleet.state();
    const inDoubt = [...(await readDoubt(database)).values()].reduce((sum, usd) => sum + usd, 0);
    await fleet.close();
    const costUsd = stage.clients() * CLIENT_USD;
    return {
      verified: jobs.filter(({ state }) => state === 'verified').length,
      starts: audit.starts,
      takenOver: audit.starts - jobs.length,
      happened,
      putBack,
      spentUsd: budget.spentUsd,
      costUsd,
      seconds: (Date.now() - begun) / 1000,
      violations: [
        ...audit.violations,
        ...jobs.flatMap((job) => effectFaults(stage, job)),
        ...(jobs.length === plan.jobs ? [] : [`${jobs.length} of ${plan.jobs} jobs are left`]),
        ...(isLate() ? ['the jobs did not end in time'] : []),
        ...(costUsd <= budget.spentUsd + inDoubt + 1e-6
          ? []
          : [`$${costUsd} was spent, $${budget.spentUsd} is charged, $${inDoubt} in doubt`]),
        ...putBack.filter((reason) => !BAD_LUCK.test(reason)).map((reason) => `a job ended: ${reason}`),
      ],
      log: stage.log(),
    };
  } finally {
    for (const { process: child } of agents) tryKill(child.pid);
    stage.remove();
    server?.remove();
  }
}

async function begin(stage: ChaosStage, { jobs, agents, store, ...plan }: ChaosPlan): Promise<void> {
  // Room for all slots at once, and for every attempt that is charged as a whole.
  const slots = agents.reduce((sum, one) => sum + one, 0);
  const lost = (plan.killAgent + plan.freezeAgent + plan.stopServer) * slots + plan.killDriver;
  await stage.loop('init', '--budget', String(jobs + slots + 2 * lost));
  stage.repos.forEach((repo, index) => {
    const issues = Array.from({ length: jobs }, (_, number) => number)
      .filter((number) => number % stage.repos.length === index)
      .map((number) => ({ number, title: SPEC, url: `job-${number}` }));
    const path = join(stage.home, `jobs-${index}.json`);
    writeFileSync(path, JSON.stringify(issues));
  });
  for (const [index, repo] of stage.repos.entries()) {
    const from = join(stage.home, `jobs-${index}.json`);
    await stage.loop('add', '--from', from, '--repo', repo, '--check', CHECK, '--budget', String(JOB_USD));
  }
  const database =
    store === 'postgres'
      ? await connectPostgres(stage.env['LOOP_FLEET'] ?? '')
      : await openFolder(join(stage.folder, 'store'));
  await installAudit(database);
  await database.close();
}

/** The jobs, as a person asks for them; undefined while the store is away. */
async function look(stage: ChaosStage): Promise<readonly Job[] | undefined> {
  try {
    return (JSON.parse(await stage.loop('status', '--json')) as { readonly jobs?: readonly Job[] }).jobs;
  } catch {
    return undefined;
  }
}

/** Whether the effect of a job is there exactly once: one commit on its branch, which is the one on record. */
function effectFaults(stage: ChaosStage, { key, state, branch, commit }: Job): readonly string[] {
  if (state !== 'verified' || branch === null || commit === null) return [`${key} is ${state} on ${branch}`];
  const repo = stage.repos[Number(key.slice('job-'.length)) % stage.repos.length]!;
  try {
    const lines = stage.git(repo, 'show', `${commit}:made`).split('\n').length;
    const commits = stage.git(repo, 'rev-list', '--count', `main..${branch}`);
    const tip = stage.git(repo, 'rev-parse', branch);
    return [
      ...(tip === commit ? [] : [`${key}: its branch is at ${tip}, not at ${commit}`]),
      ...(commits === '1' ? [] : [`${key}: its branch has ${commits} commits`]),
      ...(lines >= 2 ? [] : [`${key}: the work is not there`]),
    ];
  } catch (error) {
    return [`${key}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
