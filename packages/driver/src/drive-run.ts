import { endProcesses, type GroupWatch, runProgram, watchGroups } from '@loopwright/checks';
import {
  type CommandOf,
  restCauseOf,
  type Run,
  unbilledSession,
  type UsersChecks,
  type Verdict,
} from '@loopwright/core';
import {
  checkCommands,
  classifyEnd,
  type ClientEnd,
  INTERRUPT_CLIENT,
  ownPrices,
  ProofInterrupted,
} from '@loopwright/hooks';
import type { OpenRun } from '@loopwright/store';
import { tooOldText } from './client/client-age.ts';
import {
  budgetLeft,
  clientArguments,
  clientEnvironment,
  type ClientPlan,
  ITERATION_MARK,
} from './client/client-call.ts';
import { type ClientReader, createClientReader, type ToolBatch } from './client/client-reader.ts';
import { iterationPrompt } from './client/iteration-prompt.ts';
import { transcriptPathOf } from './client/transcript-path.ts';
import { DriverError } from './driver-error.ts';
import type { DriverPorts } from './ports.ts';
import { writeArtifacts } from './run/artifacts.ts';
import { type Bill, billOf } from './run/bill.ts';
import { createDrivenRun, type DrivenRun } from './run/driven-run.ts';
import { type DriverProcess, openDriverLease } from './run/driver-lease.ts';
import { createKeeping, type Keeper, type WorkKeeping } from './run/keep-work.ts';
import { isWorthWaiting, waitForLimit } from './run/wait-for-limit.ts';

/** The run to drive, and the client. */
export interface DriveOptions {
  /** The open run. The driver closes it and opens it again whenever it records something. */
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
  readonly keeper?: Keeper | undefined;
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

/** How long one iteration may take by default. */
const ITERATION_TIMEOUT_MS = 3_600_000;
/** Longer than the five hours of the client's plan limits, shorter than its weekly ones. */
export const MAX_WAIT_MS = 6 * 3_600_000;
const MINUTE_MS = 60_000;

/** One drive: the options with their defaults, and its open resources. */
interface Drive extends Required<Pick<DriveOptions, 'ports' | 'client'>> {
  readonly driven: DrivenRun;
  readonly keeping: WorkKeeping;
  readonly iterationTimeoutMs: number;
  readonly maxWaitMs: number;
  readonly watch: GroupWatch;
  readonly signal: AbortSignal;
  readonly atOnce: AbortSignal | undefined;
}

type Block = Extract<Verdict, { readonly kind: 'block' }>;

/**
 * Drives a run until the stop table lets it go: each iteration is a client with a fresh context that knows the journal
 * alone. The driver itself decides nothing. Rejects with `DriverError` when another session has taken the run over,
 * when the run refuses `resume`, when another living driver works on it, or when the journal can't be written. Once the
 * drive has begun, the artifacts are written in every case.
 */
export async function driveRun(options: DriveOptions): Promise<Driven> {
  const { opened, client, ports } = options;
  const signal = options.signal ?? new AbortController().signal;
  const lease = openDriverLease(opened.root, opened.run.id);
  const { holder } = lease;
  if (holder && options.takeOver !== true) throw alreadyDriven(opened, holder);
  lease.take();
  const watch = watchGroups();
  const driven = createDrivenRun(ports, opened, signal, client);
  const drive: Drive = {
    ports,
    client,
    driven,
    keeping: createKeeping(options.keeper, driven, { ports, signal }),
    iterationTimeoutMs: options.iterationTimeoutMs ?? ITERATION_TIMEOUT_MS,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
    watch,
    signal,
    atOnce: options.atOnce,
  };
  let ended: Driven['ended'];
  try {
    const begins = options.resume ? await resume(drive, options.resume) : 'next';
    ended = await iterate(drive, begins === 'next');
  } catch (error) {
    keepArtifacts(drive, options.artifacts);
    throw error;
  } finally {
    await watch.close();
    lease.release();
  }
  return { ended, run: driven.run, artifacts: keepArtifacts(drive, options.artifacts) };
}

/** Refuses a run that another driver works on. */
function alreadyDriven(opened: OpenRun, { pid }: DriverProcess): DriverError {
  const { run } = opened;
  opened.close();
  return new DriverError({
    code: 'driven',
    message: `Another driver, process ${pid}, works on this run.`,
    run,
  });
}

/**
 * Resumes a run at rest, takes it from its last driver, and settles the leftovers of a killed driver. Tells which
 * iteration the next client works on: a run that paused at its limit of iterations has ended the present one.
 */
async function resume({ driven, ports }: Drive, command: CommandOf<'resume'>): Promise<'present' | 'next'> {
  const cause = restCauseOf(driven.run.ending);
  const hasEndedIteration = cause?.kind === 'limit' && cause.limit === 'iterations';
  // What a killed client was allowed to spend, before the user allows more.
  const allowed = budgetLeft(driven.run) ?? 0;
  const isExtension = command.add !== undefined || command.shape !== undefined;
  if (driven.run.status !== 'active' || isExtension) {
    const { rejected } = await driven.record(command);
    if (rejected) {
      const message = `the run refused to go on: ${rejected.code}`;
      throw new DriverError({ code: 'rejected', message, run: driven.run, rejected });
    }
  }
  // The driver before us has to lose the run first, or it would start another client once its client has ended.
  await driven.handTo(ports.newId());
  await endLeftovers(driven);
  const charge = await driven.payDebts(allowed);
  if (charge?.guess && charge.bill.usd > 0) {
    ports.onProgress({ kind: 'charged', usd: charge.bill.usd, guess: charge.guess });
  }
  return hasEndedIteration ? 'next' : 'present';
}

async function iterate(drive: Drive, beginsNext: boolean): Promise<Driven['ended']> {
  const { driven, ports, signal } = drive;
  // The first prompt names checks that are green already. A red result shows that the check can fail.
  let proved = await prove(drive);
  if (!proved) return interrupt(drive);
  if (driven.run.frames.at(-1)?.iteration === 0 && isAllGreen(driven)) {
    ports.onProgress({ kind: 'all-green' });
  }
  let verdict: Block | undefined;
  // A killed client may have used up the budget.
  if (beginsNext || (budgetLeft(driven.run) ?? Infinity) <= 0) {
    // This stop only begins the iteration, so that a limit of three iterations means three clients.
    const begun = await driven.stop({ message: undefined, isContinuing: false });
    if (begun.kind !== 'block') return 'over';
    verdict = begun;
  }
  for (;;) {
    await driven.begin();
    const worked = await work(drive, verdict, proved);
    await driven.pay(worked.bill);
    if (signal.aborted) return interrupt(drive);
    proved = await prove(drive);
    if (!proved) return interrupt(drive);
    const next = await settle(drive, worked, verdict);
    if (next === 'interrupted') return interrupt(drive);
    if (next === 'over') return 'over';
    verdict = next === 'again' ? verdict : next;
    await driven.handTo(ports.newId());
  }
}

/** True if the user gave checks, and all of them pass. */
function isAllGreen({ checks }: DrivenRun): boolean {
  return checks.length > 0 && checks.every(({ evidence }) => evidence?.passed === true);
}

/** Runs the checks of the user on the work tree as it is; undefined if the drive is interrupted meanwhile. */
async function prove({ driven }: Drive): Promise<UsersChecks | undefined> {
  return driven.prove().catch(unlessInterrupted);
}

function unlessInterrupted(error: unknown): undefined {
  if (error instanceof ProofInterrupted) return undefined;
  throw error;
}

/** The work of one client. */
interface Worked {
  readonly end: ClientEnd;
  readonly bill: Bill;
  readonly timeMs: number;
}

/** Runs a client for one iteration and records its tool calls while it works. */
async function work(drive: Drive, verdict: Block | undefined, proved: UsersChecks): Promise<Worked> {
  const { ports, driven, client, signal, watch } = drive;
  const { run, root, sessionId } = driven;
  const prices = ownPrices(root, ports.env);
  const reader: ClientReader = createClientReader({
    prices,
    checks: checkCommands(run.frames.at(-1)),
    root,
    onAct: (act) =>
      ports.onProgress({ kind: 'act', number: numberOf(run), ...act, usd: reader.priced().usd }),
    onAnswer: () => driven.noteSpending(reader.priced()),
  });
  const startedAt = ports.now();
  // Records are made one after the other, however fast the client works.
  let recorded: Promise<unknown> = Promise.resolve();
  ports.onProgress({ kind: 'begun', run, sessionId });
  const recordFailed = new AbortController();
  const stopReporting = everyMinute(() => {
    const { calls, lastTool } = reader;
    ports.onProgress({
      kind: 'working',
      number: numberOf(run),
      passedMs: ports.now() - startedAt,
      calls,
      lastTool,
    });
  });
  const onTools = (batch: ToolBatch | undefined): void => {
    if (!batch) return;
    recorded = recorded.then(async () => driven.record({ type: 'observe', at: ports.now(), ...batch }));
    // Ends the client when its work can't be recorded; the error itself surfaces at the await below.
    recorded.catch(() => recordFailed.abort());
  };
  try {
    const exit = await runProgram({
      command: [client.program, ...clientArguments(client, run, sessionId, driven.checks)],
      cwd: root,
      env: clientEnvironment(ports.env, client),
      input: iterationPrompt(run, { verdict, proved, command: client.command, note: drive.keeping.note }),
      mark: { variable: ITERATION_MARK, value: sessionId },
      timeoutMs: drive.iterationTimeoutMs,
      signal: AbortSignal.any([signal, recordFailed.signal]),
      atOnce: drive.atOnce,
      askToEnd: INTERRUPT_CLIENT,
      onStart: (group) => watch.tell([group]),
      onLine: (line) => onTools(reader.take(line)),
    });
    watch.tell([]);
    onTools(reader.rest());
    await recorded;
    driven.refresh();
    const bill = billOf(reader, transcriptPathOf(ports.env, root, sessionId), prices);
    const end: ClientEnd = { ...exit, result: reader.result, retryAt: reader.retryAt };
    return { end, bill, timeMs: ports.now() - startedAt };
  } finally {
    stopReporting();
  }
}

/** Records how a client ended: a turn goes to the stop table, a failure to the rule for failures. */
async function settle(
  drive: Drive,
  { end, bill, timeMs }: Worked,
  before: Block | undefined,
): Promise<Block | 'again' | 'over' | 'interrupted'> {
  const { ports, driven, signal } = drive;
  const outcome = classifyEnd(end);
  const number = numberOf(driven.run);
  if (outcome.kind === 'failure') {
    const failure = await explained(drive, outcome.failure, end);
    const at = ports.now();
    if (failure.kind === 'rate-limit' && failure.retryAt !== undefined) driven.noteLimit(failure.retryAt);
    // A rate limit is never retried before its end.
    const canRetry =
      failure.kind !== 'rate-limit' ||
      isWorthWaiting(driven.run, failure.retryAt, { now: at, maxWaitMs: drive.maxWaitMs });
    const { notices } = await driven.record({ type: 'failure', at, ...failure, canRetry });
    ports.onProgress({ kind: 'failed', number, reason: failure.reason, notices });
    if (!notices.some(({ code }) => code === 'retry')) return 'over';
    const { retryAt: until } = failure;
    return until === undefined ? 'again' : waitForLimit(ports, driven, { number, until, signal });
  }
  const message = await drive.keeping.keep(outcome.message);
  if (signal.aborted) return 'interrupted';
  const verdict = await driven.stop({ message, isContinuing: before !== undefined }).catch(unlessInterrupted);
  await drive.keeping.seal();
  if (!verdict) return 'interrupted';
  ports.onProgress({ kind: 'decided', run: driven.run, number, usd: bill.usd, verdict, timeMs });
  return verdict.kind === 'block' ? verdict : 'over';
}

/** A client that is too old ends without a result, for a reason that doesn't say so. */
async function explained(
  { client, ports }: Drive,
  failure: Failure,
  { result, signal, failure: unstarted }: ClientEnd,
) {
  if (failure.kind !== 'unknown' || result || signal !== null || unstarted !== undefined) return failure;
  const reason = await tooOldText(client.program, clientEnvironment(ports.env, client));
  return reason === undefined ? failure : { ...failure, kind: 'blocking' as const, reason };
}

type Failure = Extract<ReturnType<typeof classifyEnd>, { readonly kind: 'failure' }>['failure'];

async function interrupt({ ports, driven }: Drive): Promise<'interrupted'> {
  await driven.record({ type: 'pause', at: ports.now(), reason: 'interrupted' });
  return 'interrupted';
}

/** Ends the processes that a client left running when its driver was killed. Only Linux lets us find them. */
async function endLeftovers({ run }: DrivenRun): Promise<void> {
  const value = unbilledSession(run.usageMark);
  if (value !== undefined) await endProcesses({ mark: { variable: ITERATION_MARK, value } });
}

function keepArtifacts({ ports, driven }: Drive, folder: string | undefined): string | null {
  if (folder === undefined) return null;
  const written = writeArtifacts(driven.root, driven.run, folder);
  if ('folder' in written) return written.folder;
  ports.onProgress({ kind: 'artifacts-failed', folder, reason: written.failure });
  return null;
}

/** The number of the current iteration; the turn that starts a run belongs to the first. */
function numberOf({ frames }: Run): number {
  return Math.max(1, frames.at(-1)?.iteration ?? 1);
}

/** Calls back once a minute; returns the function that ends it. */
function everyMinute(report: () => void): () => void {
  const timer = setInterval(report, MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
