import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { processesOf } from 'loopwright/test/support/processes.ts';
import { AUTHOR, bareEnv, LOOP } from 'loopwright/test/support/project.ts';
import { FLEET } from '../support/commands.ts';

/** What one client costs. */
export const CLIENT_USD = 0.25;

/** An agent as a process. */
export interface Agent {
  /** Unlike that of any other agent. */
  readonly name: string;
  readonly process: ChildProcess;
  readonly machine: number;
  readonly slots: number;
  isStopped: boolean;
  readonly log: () => string;
}

/** Where a stage keeps its jobs, who works for them, and on which repositories. */
interface StageCall {
  /** The URL of a server; left out: a folder. */
  readonly place: string | undefined;
  /** The program that stands for Claude. */
  readonly client: string;
  readonly repos: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ChaosStage {
  readonly home: string;
  readonly folder: string;
  readonly repos: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly git: (repo: string, ...args: readonly string[]) => string;
  readonly loop: (...args: readonly string[]) => Promise<string>;
  /** A variable that is undefined is not set. */
  readonly startAgent: (machine: number, slots: number, env?: NodeJS.ProcessEnv) => Agent;
  /** The drivers that work for an agent, by their process ids. */
  readonly driversOf: (agent: Agent) => readonly number[];
  /** True if this agent has the store of the folder. */
  readonly hasStore: (agent: Agent) => boolean;
  readonly dropLimit: () => void;
  readonly limitsTaken: () => number;
  readonly clients: () => number;
  readonly log: () => string;
  /** Ends every process of the stage, and removes its files. */
  readonly remove: () => void;
}

/** Bare repositories, a stand-in client, and agents on machines that differ by their state folder. */
export function createChaosStage({ place, client, repos: names, env: own = {} }: StageCall): ChaosStage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-chaos-')));
  for (const folder of ['bin', 'chaos']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'bin/claude'), client);
  chmodSync(join(home, 'bin/claude'), 0o755);
  const bare = bareEnv(home);
  const folder = join(home, 'fleet');
  const env = {
    ...bare,
    PATH: [join(home, 'bin'), bare['PATH']].join(delimiter),
    XDG_STATE_HOME: join(home, 'machine-0'),
    LOOP_FLEET: place ?? folder,
    CHAOS: join(home, 'chaos'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...AUTHOR,
    ...own,
  };
  const git = (repo: string, ...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: repo,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const repos = names.map((name) => {
    const repo = join(home, name);
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', repo], { env });
    git(repo, 'config', 'core.logAllRefUpdates', 'always');
    const tree = git(repo, 'hash-object', '-t', 'tree', '-w', '/dev/null');
    git(repo, 'update-ref', 'refs/heads/main', git(repo, 'commit-tree', tree, '-m', 'begin'));
    return repo;
  });
  const operatorLog = join(home, 'operator.log');
  const log = openSync(operatorLog, 'a');
  const agents: Agent[] = [];
  const notes = (name: string): number => readdirSync(env.CHAOS).filter((one) => one.startsWith(name)).length;

  return {
    home,
    folder,
    repos,
    env,
    git,
    loop: async (...args) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [FLEET, ...args], {
          cwd: home,
          env,
          stdio: ['ignore', 'pipe', log],
        });
        let text = '';
        child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
        child.on('error', reject).on('close', () => resolve(text));
      }),
    startAgent: (machine, slots, more = {}) => {
      const name = `agent-${agents.length + 1}`;
      const path = join(home, `${name}.log`);
      const said = openSync(path, 'a');
      const child = spawn(process.execPath, [FLEET, 'work', '--slots', String(slots)], {
        cwd: home,
        env: { ...env, XDG_STATE_HOME: join(home, `machine-${machine}`), CHAOS_AGENT: name, ...more },
        stdio: ['ignore', said, said],
      });
      closeSync(said);
      const agent: Agent = {
        name,
        process: child,
        machine,
        slots,
        isStopped: false,
        log: () => readFileSync(path, 'utf8'),
      };
      agents.push(agent);
      return agent;
    },
    driversOf: ({ process: { pid } }) =>
      processesOf(home)
        .filter(({ parent, command }) => parent === pid && command.includes(`${LOOP}\0run`))
        .map(({ id }) => id),
    hasStore: ({ process: { pid } }) => listens(pid, '@loopwright-fleet-'),
    dropLimit: () => writeFileSync(join(env.CHAOS, 'limit'), ''),
    limitsTaken: () => notes('limited.'),
    clients: () => {
      const path = join(env.CHAOS, 'clients');
      return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
    },
    log: () =>
      [
        readFileSync(operatorLog, 'utf8'),
        ...agents.map((agent) => `${agent.name}, machine ${agent.machine}:\n${agent.log()}`),
      ].join('\n'),
    remove: () => {
      for (const { process: child } of agents) if (child.exitCode === null) child.kill('SIGKILL');
      for (let turn = 0; turn < 5; turn += 1) {
        for (const { id } of processesOf(home)) tryKill(id);
      }
      closeSync(log);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** True if a process listens on an abstract socket with this beginning. */
function listens(pid: number | undefined, beginning: string): boolean {
  try {
    const inodes = readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const fields = line.trim().split(/\s+/);
        return fields[7]?.startsWith(beginning) && fields[3] === '00010000' ? [`socket:[${fields[6]}]`] : [];
      });
    return readdirSync(`/proc/${pid}/fd`).some((fd) =>
      inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)),
    );
  } catch {
    return false;
  }
}

export function tryKill(id: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (id !== undefined) process.kill(id, signal);
  } catch {
    // It has ended.
  }
}
