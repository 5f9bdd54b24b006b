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
export const LINES = 2;

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
export const SPEC = `Make the file \`made\` hold ${LINES} lines. Done when the check passes.`;
export const CHECK = `lines=test "$(wc -l < made)" -ge ${LINES}`;

/** An agent as a process. */
export interface Agent {
  readonly process: ChildProcess;
  readonly machine: number;
  readonly slots: number;
  isStopped: boolean;
}

export interface ChaosStage {
  readonly home: string;
  readonly folder: string;
  readonly repos: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly git: (repo: string, ...args: readonly string[]) => string;
  readonly loop: (...args: readonly string[]) => Promise<string>;
  readonly startAgent: (machine: number, slots: number) => Agent;
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

/** Two bare repositories, a stand-in client, and agents on two machines that differ by their state folder alone. */
export function createChaosStage(place: string | undefined, workSeconds: number): ChaosStage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-chaos-')));
  for (const folder of ['bin', 'chaos']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'bin/claude'), CLIENT);
  chmodSync(join(home, 'bin/claude'), 0o755);
  const bare = bareEnv(home);
  const folder = join(home, 'fleet');
  const env = {
    ...bare,
    PATH: [join(home, 'bin'), bare['PATH']].join(delimiter),
    XDG_STATE_HOME: join(home, 'machine-0'),
    LOOP_FLEET: place ?? folder,
    CHAOS: join(home, 'chaos'),
    CHAOS_WORK: String(workSeconds),
    GIT_CONFIG_NOSYSTEM: '1',
    ...AUTHOR,
  };
  const git = (repo: string, ...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: repo,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const repos = ['one.git', 'two.git'].map((name) => {
    const repo = join(home, name);
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', repo], { env });
    git(repo, 'config', 'core.logAllRefUpdates', 'always');
    const tree = git(repo, 'hash-object', '-t', 'tree', '-w', '/dev/null');
    git(repo, 'update-ref', 'refs/heads/main', git(repo, 'commit-tree', tree, '-m', 'begin'));
    return repo;
  });
  const log = openSync(join(home, 'agents.log'), 'a');
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
    startAgent: (machine, slots) => {
      const child = spawn(process.execPath, [FLEET, 'work', '--slots', String(slots)], {
        cwd: home,
        env: { ...env, XDG_STATE_HOME: join(home, `machine-${machine}`) },
        stdio: ['ignore', log, log],
      });
      const agent = { process: child, machine, slots, isStopped: false };
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
    log: () => readFileSync(join(home, 'agents.log'), 'utf8'),
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
