// @module-tag deep
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelRequest, type Project, runInSandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { command, isFirst, silence } from '../support/drive.ts';
import { type Remote, setRemote } from '../support/remote.ts';
import { bash, COMPLETE, setStage, type Stage } from '../support/stage.ts';

interface FleetAnswer {
  readonly jobs: readonly {
    readonly key: string;
    readonly state: string;
    readonly attempts: number;
    readonly costUsd: number;
    readonly branch: string;
    readonly commit: string;
    readonly pullRequest: string;
  }[];
  readonly budget: { readonly capUsd: number; readonly spentUsd: number; readonly heldUsd: number };
}

/** A spec whose work is a file of its own name. */
function spec(name: string): string {
  return `The file ${name}.txt holds exactly the word ${name}. Change only ${name}.txt, no new dependencies. All tests pass. Done when the file is there.\n`;
}

/** Which spec a prompt is about. */
function nameIn({ body }: ModelRequest): string {
  return /word for word:\\n\\nThe file (\w+)\.txt/.exec(JSON.stringify(body))?.[1] ?? '?';
}

/** A further project with a bare repository of its own. */
async function secondProject({ sandbox }: Stage): Promise<{ project: Project; bare: string }> {
  const bare = join(sandbox.home, 'second.git');
  mkdirSync(bare);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main'], {
    cwd: bare,
    env: sandbox.env,
  });
  const project = await sandbox.createProject({
    git: 'committed',
    files: { 'README.md': 'Two\n', 'specs/delta.md': spec('delta'), 'specs/epsilon.md': spec('epsilon') },
  });
  await project.git('remote', 'add', 'origin', bare);
  await project.git('push', '--quiet', 'origin', 'main');
  return { project, bare };
}

/** The process ids and logs of the agents, which a shell started together. */
function agentOf({ sandbox }: Stage, name: string): { readonly pid: number; readonly log: string } {
  const read = (ending: string): string => readFileSync(join(sandbox.home, `${name}.${ending}`), 'utf8');
  return { pid: Number(read('pid')), log: read('log') };
}

/** Starts two agents; they share a folder, so they share a network namespace, too. */
const TWO_AGENTS = ['a', 'b']
  .map((name) => `"$@" > "$HOME/${name}.out" 2> "$HOME/${name}.log" & echo $! > "$HOME/${name}.pid";`)
  .join(' ');

test('six specs over two repositories: an agent is killed in the middle, all are proved, and each has its pull request', async () => {
  const clients = new Map<string, number>();
  let killed: string | undefined;
  let stage: Stage | undefined;
  /** Kills the agent of delta between its first two iterations. */
  const killOnce = async (name: string, client: number): Promise<void> => {
    if (name !== 'delta' || client !== 2 || killed !== undefined || !stage) return;
    const on = stage;
    const holds = (agent: string): boolean => agentOf(on, agent).log.includes('delta: iteration 1 stored');
    await expect.poll(() => ['a', 'b'].some(holds), { timeout: 30_000 }).toBe(true);
    killed = ['a', 'b'].find(holds);
    process.kill(agentOf(stage, killed ?? '').pid, 'SIGKILL');
    await silence();
  };
  stage = await setStage({
    main: async (request) => {
      const name = nameIn(request);
      const first = isFirst(request);
      if (first) clients.set(name, (clients.get(name) ?? 0) + 1);
      const client = clients.get(name) ?? 0;
      if (first) await killOnce(name, client);
      if (first) return bash(`printf ${name} > ${name}.txt`);
      return say(name === 'delta' && client === 1 ? 'Half of it.' : COMPLETE);
    },
  });
  const { sandbox, model } = stage;
  await sandbox.project.write({
    'specs/alpha.md': spec('alpha'),
    'specs/beta.md': spec('beta'),
    'specs/gamma.md': `---\nneeds: alpha, beta\n---\n${spec('gamma')}`,
  });
  const remote: Remote = await setRemote(stage);
  const second = await secondProject(stage);
  const env = { ...remote.env, LOOP_FLEET: join(sandbox.home, 'fleet') };
  const run = async (project: Project, words: readonly [string, ...string[]]): Promise<string> => {
    const ended = await runInSandbox({
      sandbox,
      model,
      command: words,
      cwd: project.path,
      env,
      timeoutMs: 300_000,
    });
    expect(ended.exitCode, ended.stderr + ended.stdout).toBe(0);
    return ended.stdout;
  };
  const fleet = async (project: Project, ...args: readonly string[]): Promise<FleetAnswer> =>
    JSON.parse(await run(project, [process.execPath, command, 'fleet', ...args, '--json'])) as FleetAnswer;

  await fleet(sandbox.project, 'init', '--budget', '4');
  const common = ['--pr', '--budget', '1', '--check', 'file=ls *.txt'];
  await fleet(sandbox.project, 'add', '--from', 'specs', ...common);
  await fleet(second.project, 'add', '--from', 'specs', ...common);
  const needs = ['--needs', 'delta', '--needs', 'gamma'];
  await fleet(second.project, 'add', spec('zeta'), '--key', 'zeta', ...needs, ...common);

  const work = ['fleet', 'work', '--until-empty', '--slots', '2', '--permission-mode', 'bypassPermissions'];
  await run(sandbox.project, ['sh', '-c', `${TWO_AGENTS} wait`, 'sh', process.execPath, command, ...work]);
  const heir = agentOf(stage, killed === 'a' ? 'b' : 'a').log;
  expect(heir).toContain('delta: begun, attempt 2');

  const { jobs, budget } = await fleet(sandbox.project, 'status');
  expect(jobs.map(({ key, state }) => [key, state])).toEqual(
    ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((key) => [key, 'verified']),
  );
  expect(jobs.find(({ key }) => key === 'delta')?.attempts).toBe(2);
  // The killed attempts are charged what they had reserved; all others cost cents.
  const deaths = jobs.filter(({ attempts }) => attempts > 1).length;
  expect(budget).toMatchObject({ capUsd: 4, heldUsd: 0 });
  expect(budget.spentUsd).toBeGreaterThan(deaths);
  expect(budget.spentUsd).toBeLessThan(deaths + 0.5);
  expect(budget.spentUsd).toBeCloseTo(
    jobs.reduce((sum, { costUsd }) => sum + costUsd, 0),
    6,
  );

  const requests = remote.pullRequests();
  expect(requests.map(({ url }) => url).toSorted()).toEqual(
    jobs.map(({ pullRequest }) => pullRequest).toSorted(),
  );
  for (const { branch, pullRequest } of jobs) {
    expect(requests.find(({ url }) => url === pullRequest)).toMatchObject({
      base: 'main',
      head: branch,
      draft: false,
      body: expect.stringContaining('Done and proved'),
    });
  }
  const branchOf = (key: string): string => jobs.find((job) => job.key === key)?.branch ?? '';
  const texts = (bare: string, key: string): readonly string[] =>
    execFileSync('git', ['ls-tree', '--name-only', branchOf(key)], { cwd: bare, encoding: 'utf8' })
      .split('\n')
      .filter((name) => name.endsWith('.txt'));
  // A job begins with the work of those that it needs in its repository.
  expect(texts(remote.path, 'gamma')).toEqual(['alpha.txt', 'beta.txt', 'gamma.txt']);
  expect(texts(second.bare, 'zeta')).toEqual(['delta.txt', 'zeta.txt']);
  expect(texts(second.bare, 'epsilon')).toEqual(['epsilon.txt']);
  const subjects = remote.git('log', '--format=%s', `${branchOf('alpha')}..${branchOf('gamma')}`);
  expect(subjects.trim().split('\n')).toHaveLength(3);
});
