import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTail, type OutputTail, runProgram } from '@loopwright/checks';
import { isFaultless, isOpen, isUnchanged, readRunEnd, type RunEnd, unbilledSession } from '@loopwright/core';
import { listRuns, rememberStart } from '@loopwright/store';
import type { DriverResult } from '../decide/weigh-result.ts';
import { reasonOf } from '../fleet-error.ts';
import type { Bundle, Claim } from '../model/fleet.ts';
import { packFolder, unpackFolder } from './bundle.ts';
import type { Checkout } from './checkout.ts';

/** The most characters to keep of the driver's answer, and of its messages on the way. */
const MAX_ANSWER = 4 * 1024 * 1024;
const MAX_NOISE = 64 * 1024;
const MAX_LOG = 8 * 1024;

/** The parts of an attempt that its agent provides. */
export interface DriveCall {
  /** The `loop` command: a program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  /** Further arguments of `loop run`: what the owner of this machine allows the client. */
  readonly driverArgs: readonly string[];
  /** What limits each job in place of its budget, where the cost of the client is unknown. */
  readonly limits?: readonly string[] | undefined;
  /** Ends the driver well: it stops its client, and keeps the work so far. */
  readonly signal: AbortSignal;
  /** Called after each whole iteration. A rejection counts as if nothing had been stored. */
  readonly onIteration: (bundle: Bundle) => Promise<void>;
}

/** How long a driver may take to end. */
const GRACE_MS = 20_000;
/** How soon work is stored again that the network did not take. */
const STORE_AGAIN_MS = 10_000;

/** The end of a driver. */
export interface Drive {
  readonly result: DriverResult;
  /** Why the last work could not be stored: the work tree alone has it; undefined if it could. */
  readonly unstored?: string;
  /** The end of what the driver said. */
  readonly log: string;
}

/**
 * Works on a job until its driver ends, from where an earlier attempt left off. Rejects only if the driver could not
 * even begin: whatever it cost is in the result.
 */
export async function driveJob(claim: Claim, checkout: Checkout, call: DriveCall): Promise<Drive> {
  const { job, bundle } = claim;
  const { folder: root, base } = checkout;
  const loopFolder = join(root, '.loop');
  if (bundle) {
    // A repository may have one of its own in git, or a link: neither is the journal of this job.
    rmSync(loopFolder, { recursive: true, force: true });
    mkdirSync(loopFolder, { recursive: true, mode: 0o700 });
    await unpackFolder(bundle.content, loopFolder);
    // The fleet started it, so it counts as started here.
    for (const { foreign } of listRuns(root)) if (foreign) rememberStart(root, foreign.id);
  }
  if (bundle?.isProved) {
    const reason = 'proved by an earlier attempt';
    return {
      result: { code: 0, reason, spentUsd: 0, isUnchanged: progressOf(root).isUnchanged },
      log: reason,
    };
  }
  const before = progressOf(root);
  let stored = before.iteration;
  const store = async (isProved: boolean): Promise<void> => {
    const now = progressOf(root);
    const { iteration } = now;
    const spentUsd = spentSince(before, now.spentUsd);
    const commit = await checkout.store(`WIP: iteration ${iteration} of ${job.key}`);
    const content = await packFolder(loopFolder);
    await call.onIteration({ iteration, spentUsd, isProved, branch: checkout.ref, commit, base, content });
  };
  let storing: Promise<unknown> = Promise.resolve();
  // The driver tells of each iteration that it begins, so all before it is whole.
  const onMessage = (): void => {
    const { iteration } = progressOf(root);
    if (iteration <= stored) return;
    stored = iteration;
    // An iteration that can't be stored is stored with the next one.
    storing = storing.then(async () => store(false)).catch(() => undefined);
  };
  const args = [...argumentsOf(claim, before, call), ...call.driverArgs];
  const { code, end, noise, log } = await runDriver(args, job.spec, root, call, onMessage);
  await storing;
  const after = progressOf(root);
  const total = Math.max(end.spentUsd ?? 0, after.spentUsd);
  const { failure, retryAt } = end.cause ?? {};
  const result: DriverResult = {
    code,
    reason: end.reason || noise || 'the driver said nothing',
    // Nobody knows the cost of a client whose driver was killed.
    spentUsd: after.isUnbilled ? undefined : spentSince(before, total),
    ...(retryAt !== undefined && { retryAt }),
    isUnchanged: after.isUnchanged,
    isFaultless: isFaultless(end.problem ?? '', failure),
  };
  while (existsSync(loopFolder)) {
    try {
      await store(code === 0);
      break;
    } catch (error) {
      const reason = reasonOf(error);
      if (call.signal.aborted || !isFaultless(reason)) return { result, unstored: reason, log };
      // The work is here, and the network comes back.
      await wait(STORE_AGAIN_MS, undefined, { signal: call.signal }).catch(() => undefined);
    }
  }
  return { result, log };
}

/** A rate limit shuts the account for all agents, so no driver waits for its end. */
function argumentsOf(
  { job }: Claim,
  { canResume, isUnbilled }: Progress,
  { limits }: Pick<DriveCall, 'limits'>,
): readonly string[] {
  const always = ['--json', '--progress', 'plain', '--max-wait', '1s'];
  // The driver charges a killed client with at most the rest of the budget; the fleet charged all of it. This attempt has
  // reserved anew, so the loop gets that much more.
  // This folder is the attempt's own: a driver that the journal names works for an earlier attempt, and has lost the job.
  if (canResume)
    return [
      'run',
      '--resume',
      '--take-over',
      ...always,
      ...(isUnbilled && !limits ? ['--budget', String(job.budgetUsd)] : []),
    ];
  // A driver that was killed after the end of its loop could not say how it ended: a new loop proves the work again.
  return [
    'run',
    '-',
    ...always,
    ...job.checks.flatMap((check) => ['--check', check]),
    // Without the consent of a person no check runs that the repository brings.
    `--trust-config=${job.consent}`,
    ...(job.force ? ['--force'] : []),
    ...(job.iterations === undefined ? [] : ['--iterations', String(job.iterations)]),
    ...(limits ?? ['--budget', String(job.budgetUsd)]),
  ];
}

/** How far the loop of a work tree is. */
interface Progress {
  readonly iteration: number;
  readonly spentUsd: number;
  /** Whether there is a loop to go on with. */
  readonly canResume: boolean;
  /** True while a client works, or after it was killed: its cost is not in the journal yet. */
  readonly isUnbilled: boolean;
  /** What such a client was allowed to spend. */
  readonly owedUsd: number;
  readonly isUnchanged: boolean;
}

function progressOf(root: string): Progress {
  const runs = listRuns(root).flatMap(({ run }) => run ?? []);
  const frames = runs.flatMap((run) => run.frames);
  const unbilled = runs.filter((run) => unbilledSession(run.usageMark) !== undefined);
  const left = unbilled
    .flatMap((run) => run.frames)
    .map(({ limits, spend }) => (limits.budgetUsd ?? 0) - spend.usd);
  return {
    iteration: Math.max(0, ...frames.map(({ iteration }) => iteration)),
    spentUsd: frames.reduce((sum, { spend }) => sum + spend.usd, 0),
    canResume: runs.some(isOpen),
    isUnbilled: unbilled.length > 0,
    isUnchanged: runs.some(({ ending }) => isUnchanged(ending)),
    owedUsd: left.reduce((sum, usd) => sum + Math.max(0, usd), 0),
  };
}

/** What an attempt spent. A client that was killed before it is on the books of an earlier attempt. */
function spentSince(before: Progress, spentUsd: number): number {
  return Math.max(0, spentUsd - before.spentUsd - before.owedUsd);
}

interface DriverEnd {
  readonly code: number | null;
  readonly end: RunEnd;
  /** How a signal ended it, or the last line that it said on the way. */
  readonly noise: string;
  readonly log: string;
}

async function runDriver(
  args: readonly string[],
  spec: string,
  cwd: string,
  { command, env, signal }: DriveCall,
  onMessage: () => void,
): Promise<DriverEnd> {
  const [answer, noise] = [createTail(MAX_ANSWER), createTail(MAX_NOISE)];
  const ended = await runProgram({
    command: [...dieWithParent(), ...command, ...args],
    cwd,
    env,
    input: spec,
    signal,
    askToEnd: { signal: 'SIGTERM', graceMs: GRACE_MS },
    onStdout: answer.add,
    onStderr: noise.add,
    onMessage,
  });
  const said = ended.failure === undefined ? textOf(noise) : ended.output;
  return {
    code: ended.exitCode,
    end: readRunEnd(textOf(answer)),
    // A store takes no NUL.
    log: said.slice(-MAX_LOG).replaceAll('\0', ''),
    noise:
      ended.signal === null
        ? (said.trim().split('\n').at(-1)?.slice(0, 500) ?? '')
        : `the driver was killed by ${ended.signal}`,
  };
}

function textOf(tail: OutputTail): string {
  return Buffer.from(tail.bytes()).toString();
}

/** On Linux a driver ends with its agent, also when the agent is killed: `setpriv` asks the kernel for it. */
function dieWithParent(): readonly string[] {
  const program = '/usr/bin/setpriv';
  return process.platform === 'linux' && existsSync(program) ? [program, '--pdeathsig', 'TERM', '--'] : [];
}
