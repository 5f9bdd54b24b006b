import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { createGit, findProgram, type Git, runProgram } from '@loopwright/checks';
import { durationText, isFaultless } from '@loopwright/core';
import { reasonOf } from '../fleet-error.ts';
import type { Job } from '../model/job.ts';
import { fatalLine } from './checkout.ts';

/** What a machine is asked before its first job. */
export interface PreflightCall {
  /** The folder of the agent. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The command that asks the client for its version; empty for one without. Throws where there is no client. */
  readonly client: () => readonly string[];
  /** The jobs that may come. */
  readonly jobs: readonly Pick<Job, 'repo' | 'pr'>[];
  /** The clock of the store. */
  readonly storeTime: () => Promise<Date>;
  readonly signal: AbortSignal;
}

/** A full clone and the packages of a project. */
const LEAST_FREE = 1024 ** 3;
/** Tokens and certificates are taken for invalid by a clock that is further off. */
const MAX_SKEW_MS = 5 * 60_000;
const ANSWER_MS = 30_000;
/** The most repositories to ask; one of each server is enough. */
const MAX_SERVERS = 10;

/** What this machine lacks for its jobs, and what to do about it, a line each. Costs nothing: no client works for it. */
export async function preflight(call: PreflightCall): Promise<readonly string[]> {
  const git = createGit(call.folder, call.env);
  const lacks = [lacksClient(call), lacksGit(call, git), lacksGh(call, git), lacksTime(call)];
  return [...(await Promise.all(lacks)).flat(), ...lacksDisk(call)];
}

async function lacksClient({ client, folder, env, signal }: PreflightCall): Promise<readonly string[]> {
  try {
    const command = client();
    if (command.length === 0) return [];
    const call = { command, cwd: folder, env, input: '', timeoutMs: ANSWER_MS, signal };
    const { exitCode, failure, output } = await runProgram(call);
    if (exitCode === 0) return [];
    const said = failure ?? (output.trim().split('\n').at(-1) || 'it said nothing');
    return [`${command.join(' ')} does not answer: ${said}. Run it as this user.`];
  } catch (error) {
    return [reasonOf(error)];
  }
}

async function lacksGit(call: PreflightCall, git: Git): Promise<readonly string[]> {
  const own = join(call.folder, 'preflight.git');
  const { code, output } = await git.run(['init', '--quiet', '--bare', own]);
  if (code !== 0)
    return [`git does not work: ${fatalLine(output.trim())}. Install it, or mend its settings.`];
  const repos = new Map(call.jobs.map(({ repo }) => [serverOf(repo), repo]));
  const some = [...repos.values()].slice(0, MAX_SERVERS);
  return (await Promise.all(some.map(async (repo) => lacksPush(call, git, own, repo)))).flat();
}

/** Signs in as for a push, and changes nothing. What is wrong with one repository is for its jobs to say. */
async function lacksPush(
  { signal }: PreflightCall,
  git: Git,
  own: string,
  repo: string,
): Promise<readonly string[]> {
  const push = ['-C', own, 'push', '--dry-run', '--no-verify', '--', repo, ':refs/loopwright/preflight'];
  const { code, output } = await git.run(push, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  if (code === 0 || (code !== null && !isFaultless(output))) return [];
  const said = fatalLine(output.trim()).replace(/^fatal: /, '') || 'no answer';
  return [`git can't push to ${repo}: ${said}. Mend the network, or give this user a key or a token.`];
}

/** The server of a repository; all that is on the disk has one. */
function serverOf(repo: string): string {
  return /^(?:\w+:\/\/)?(?:[^@/]*@)?([^:/]*):?/.exec(repo)?.[1] ?? '';
}

async function lacksGh({ jobs }: PreflightCall, git: Git): Promise<readonly string[]> {
  const count = jobs.filter(({ pr }) => pr).length;
  if (count === 0) return [];
  const wanted = count === 1 ? 'a job wants a pull request' : `${count} jobs want pull requests`;
  const gh = findProgram(git.env, 'gh', git.cwd);
  if (gh === undefined) return [`gh is not on PATH, and ${wanted}. Install it from https://cli.github.com.`];
  const { code, output } = await git.runOther(gh, ['auth', 'status'], {
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (code === 0) return [];
  return [`gh is not signed in, and ${wanted}: ${firstLine(output)}. Set GH_TOKEN, or run gh auth login.`];
}

function lacksDisk({ folder }: PreflightCall): readonly string[] {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= LEAST_FREE) return [];
  const [has, needs] = [free, LEAST_FREE].map((bytes) => Math.floor(bytes / 1024 ** 2));
  return [`The disk of ${folder} has ${has} MB left, and jobs need ${needs} MB. Make room.`];
}

async function lacksTime({ storeTime }: PreflightCall): Promise<readonly string[]> {
  const ahead = Date.now() - (await storeTime()).getTime();
  if (Math.abs(ahead) <= MAX_SKEW_MS) return [];
  const side = ahead > 0 ? 'ahead of' : 'behind';
  return [
    `The clock here is ${durationText(Math.abs(ahead))} ${side} that of the database. Set both by the network.`,
  ];
}

function firstLine(output: string): string {
  return output.trim().split('\n')[0] ?? '';
}
