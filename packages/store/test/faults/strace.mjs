import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The system calls through which a file can be touched. */
const CALLS =
  'openat,statx,newfstatat,fstat,lstat,stat,read,pread64,write,pwrite64,fsync,fdatasync,close,rename,renameat,renameat2,link,linkat,unlink,unlinkat,chmod,fchmod,fchmodat,mkdir,mkdirat,readlink,readlinkat,getdents64,statfs';

/** How often an injection that missed its place is tried again: Node's start shifts by a call now and then. */
const MAX_TRIES = 20;

const DEADLINE_MS = 20_000;

export const STOP = join(import.meta.dirname, '..', 'programs', 'stop.mjs');

/** Why strace can't be used here, or undefined when it can. */
export function straceProblem() {
  if (process.platform !== 'linux') return 'strace is there on Linux only';
  const probe = spawnSync('strace', [
    '-o',
    '/dev/null',
    '-e',
    'trace=close',
    '-e',
    'inject=close:error=EIO:when=9999',
    'true',
  ]);
  return probe.status === 0 ? undefined : 'strace is not installed or may not trace here';
}

/** Runs a command to its end. */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    // A fault that misses its call may hit a pipe of Node's own, which then waits for ever.
    const deadline = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), DEADLINE_MS);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => (stdout += chunk));
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    child.on('error', (error) => {
      clearTimeout(deadline);
      resolve({ code: null, signal: null, stdout, stderr: String(error) });
    });
    child.on('close', (code, signal) => {
      clearTimeout(deadline);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Lists the calls of a stop that touch `.loop`, each by its name and its place among the calls of that name. */
export async function traceStop(root, session) {
  const { lines, outcome } = await strace(['-e', `trace=${CALLS}`], [STOP, root, session]);
  const counts = new Map();
  const found = [];
  for (const line of lines) {
    const name = /^(\w+)\(/.exec(line)?.[1];
    if (name === undefined) continue;
    const ordinal = (counts.get(name) ?? 0) + 1;
    counts.set(name, ordinal);
    if (touches(line, root)) found.push({ name, ordinal });
  }
  // The answer itself: the last write to standard output.
  const answer = lines
    .filter((line) => line.startsWith('write('))
    .findLastIndex((line) => line.startsWith('write(1<'));
  if (answer !== -1) found.push({ name: 'write', ordinal: answer + 1, isAnswer: true });
  return { calls: found, outcome };
}

/** Runs a stop with a fault at one call, as often as it takes to hit that call; undefined when it can't be hit. */
export async function injectStop(root, session, { name, ordinal, isAnswer }, fault, prepare) {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    await prepare();
    const flags = ['-e', `trace=${name}`, '-e', `inject=${name}:${fault}:when=${ordinal}`];
    const { lines, outcome } = await strace(flags, [STOP, root, session]);
    const hit = lines.filter((line) => line.startsWith(`${name}(`))[ordinal - 1];
    if (hit !== undefined && (isAnswer ? hit.startsWith('write(1<') : touches(hit, root))) return outcome;
  }
  return undefined;
}

function touches(line, root) {
  // Also what this machine remembers of the start.
  return line.includes(`${root}/.loop`) || line.includes('/loopwright/starts/');
}

async function strace(flags, args) {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-strace-'));
  const file = join(folder, 'trace');
  const outcome = await runCommand('strace', [
    '-o',
    file,
    '-y',
    '-s',
    '4',
    ...flags,
    process.execPath,
    ...args,
  ]);
  const lines = readFileSync(file, 'utf8').split('\n');
  rmSync(folder, { recursive: true });
  return { lines, outcome };
}
