import { endProcesses, watchGroups } from '@loopwright/checks';
import { type CommandOf, restCauseOf, type Run, unbilledSession } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { budgetLeft, type ClientPlan, hostOf, markOf, recordedAgent } from './client/client-call.ts';
import { DriverError } from './driver-error.ts';
import type { Drive, Next } from './drive.ts';
import type { TurnCommitter } from './git/committer.ts';
import { iterate } from './iterate.ts';
import type { DriverPorts } from './ports.ts';
import { writeArtifacts } from './run/artifacts.ts';
import { DrivenRun } from './run/driven-run.ts';
import { DriverLease } from './run/driver-lease.ts';
import { Ledger } from './run/ledger.ts';
import { Prover } from './run/prover.ts';

/** The run to drive, and the client. */
export interface DriveOptions {
  /** The open run. The driver closes it at its end. */
  readonly opened: OpenRun;
  readonly client: ClientPlan;
  readonly ports: DriverPorts;
  /** How long one client may work; an hour by default. */
  readonly iterationTimeoutMs?: number | undefined;
  /** The longest wait for a rate limit to end; six hours by default. A longer limit pauses the run. */
  readonly maxWaitMs?: number | undefined;
  /** Continues a run that was begun before; its limits and shape are added. Without it the run is new. */
  readonly resume?: CommandOf<'resume'> | undefined;
  /** Resumes the run although another living driver works on it; that driver then loses the run. */
  readonly takeOver?: boolean | undefined;
  /** A folder for `state.json`, `iterations.jsonl` and `summary.md`. Without it nothing is written there. */
  readonly artifacts?: string | undefined;
  /** Keeps the work of each iteration, such as in a commit. */
  readonly committer?: TurnCommitter | undefined;
  /** When aborted, the client is interrupted, its cost is recorded, and the run pauses. */
  readonly signal?: AbortSignal | undefined;
  /** When aborted after `signal`, the client is killed without its last words. */
  readonly atOnce?: AbortSignal | undefined;
}

/** How a drive ended. */
export interface Driven {
  readonly ended: 'over' | 'interrupted';
  readonly run: Run;
  /** The folder of the artifacts; null without a requested folder, or after a failed write. */
  readonly artifacts: string | null;
}

const HOUR_MS = 3_600_000;
/** Longer than the five hours of the client's plan limits, shorter than its weekly ones. */
export const MAX_WAIT_MS = 6 * HOUR_MS;

/**
 * Drives a run until the stop table lets it go: each iteration is a client with a fresh context that knows the journal
 * alone. The driver itself decides nothing. Rejects with `DriverError` when another session has taken the run over,
 * when the run refuses `resume`, when another living driver works on it, or when the journal can't be written. Once the
 * drive has begun, the artifacts are written in every case.
 */
export async function driveRun(options: DriveOptions): Promise<Driven> {
  const { opened, client, ports, committer, atOnce, signal = new AbortController().signal } = options;
  const { iterationTimeoutMs = HOUR_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const lease = new DriverLease(opened.root, opened.run.id);
  const { holder } = lease;
  if (holder && options.takeOver !== true) {
    opened.close();
    throw new DriverError('driven', `Another driver, process ${holder.pid}, works on this run.`, opened.run);
  }
  lease.take();
  const driven = new DrivenRun(opened, ports, signal, recordedAgent(hostOf(client)));
  const ledger = new Ledger(driven, ports, hostOf(client).name);
  const prover = new Prover(driven, ports, client, signal);
  const watch = watchGroups();
  const bounds = { iterationTimeoutMs, maxWaitMs, signal, atOnce };
  const drive: Drive = { ports, client, driven, ledger, prover, committer, watch, ...bounds };
  let artifacts: string | null;
  let next: Next;
  try {
    next = await begin(drive, options.resume);
    while (typeof next === 'object') next = await iterate(drive, next);
    if (next === 'interrupted')
      await driven.record({ type: 'pause', at: ports.now(), reason: 'interrupted' });
  } finally {
    driven.project();
    artifacts = writeOrReport(drive, options.artifacts);
    driven.close();
    await watch.close();
    lease.release();
  }
  return { ended: next, run: driven.run, artifacts };
}

/** Proves what is green already, and begins the iteration of the first client. */
async function begin(drive: Drive, command: CommandOf<'resume'> | undefined): Promise<Next> {
  const { driven, ports, prover } = drive;
  const begins = command ? await resume(drive, command) : 'next';
  // The first prompt names checks that are green already. A red result shows that the check can fail.
  const proved = await prover.prove();
  if (!proved) return 'interrupted';
  const { checks } = prover;
  const isAllGreen = checks.length > 0 && checks.every(({ evidence }) => evidence?.passed === true);
  if (isAllGreen && driven.run.frames.at(-1)?.iteration === 0) ports.onProgress({ kind: 'all-green' });
  // A killed client may have used up the budget.
  if (begins === 'present' && (budgetLeft(driven.run) ?? Infinity) > 0) return { proved, verdict: undefined };
  // This stop only begins the iteration, so that a limit of three iterations means three clients.
  const verdict = await prover.stop(undefined, false);
  if (!verdict) return 'interrupted';
  driven.project();
  return verdict.kind === 'block' ? { proved, verdict } : 'over';
}

/**
 * Resumes a run at rest, takes it from its last driver, and settles the leftovers of a killed driver. Tells which
 * iteration the next client works on: a run that paused at its limit of iterations has ended the present one.
 */
async function resume(
  { driven, ledger, ports }: Drive,
  command: CommandOf<'resume'>,
): Promise<'present' | 'next'> {
  const cause = restCauseOf(driven.run.ending);
  const hasEndedIteration = cause?.kind === 'limit' && cause.limit === 'iterations';
  // What a killed client was allowed to spend, before the user allows more.
  const allowed = budgetLeft(driven.run) ?? 0;
  const isExtension = command.add !== undefined || command.shape !== undefined;
  if (driven.run.status !== 'active' || isExtension) {
    const { rejected } = await driven.record(command);
    if (rejected)
      throw new DriverError('rejected', `the run refused to go on: ${rejected.code}`, driven.run, rejected);
  }
  // The driver before us has to lose the run first, or it would start another client once its client has ended.
  await driven.handTo(ports.newId());
  // Its client may still work. Only Linux lets us find it.
  const session = unbilledSession(driven.run.usageMark);
  if (session !== undefined) await endProcesses({ mark: markOf(session) });
  const charge = await ledger.payDebts(allowed);
  if (charge?.guess && charge.bill.usd > 0) {
    ports.onProgress({ kind: 'charged', usd: charge.bill.usd, guess: charge.guess });
  }
  return hasEndedIteration ? 'next' : 'present';
}

function writeOrReport({ ports, driven }: Drive, folder: string | undefined): string | null {
  if (folder === undefined) return null;
  const reason = writeArtifacts(driven.root, driven.run, folder);
  if (reason === undefined) return folder;
  ports.onProgress({ kind: 'artifacts-failed', folder, reason });
  return null;
}
