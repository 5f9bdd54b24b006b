import { type GroupWatch, runProgram } from '@loopwright/checks';
import type { Run, UsersChecks, Verdict } from '@loopwright/core';
import {
  checkCommands,
  classifyEnd,
  type ClientEnd,
  INTERRUPT_CLIENT,
  ownPrices,
  ProofInterrupted,
  type ToolFacts,
} from '@loopwright/hooks';
import { tooOldText } from './client/client-age.ts';
import { clientArguments, clientEnvironment, type ClientPlan, ITERATION_MARK } from './client/client-call.ts';
import { createClientReader } from './client/client-reader.ts';
import { iterationPrompt } from './client/iteration-prompt.ts';
import { transcriptPathOf } from './client/transcript-path.ts';
import type { DriverPorts } from './ports.ts';
import { type Bill, billOf } from './run/bill.ts';
import type { DrivenRun } from './run/driven-run.ts';
import type { TurnCommits } from './run/commit-turns.ts';
import { isWorthWaiting, waitForLimit } from './run/wait-for-limit.ts';

/** One drive: the options with their defaults, and its open resources. */
export interface Drive {
  readonly ports: DriverPorts;
  readonly client: ClientPlan;
  readonly driven: DrivenRun;
  readonly commits: TurnCommits;
  readonly iterationTimeoutMs: number;
  readonly maxWaitMs: number;
  readonly watch: GroupWatch;
  readonly signal: AbortSignal;
  readonly atOnce: AbortSignal | undefined;
}

type Block = Extract<Verdict, { readonly kind: 'block' }>;

/** What the next client is told of the iteration before, or how the drive ends. */
export type Next =
  | { readonly proved: UsersChecks; readonly verdict: Block | undefined }
  | 'over'
  | 'interrupted';

const MINUTE_MS = 60_000;

/** One iteration: a client with a fresh context works, its cost and its work are recorded, and the stop table decides. */
export async function iterate(
  drive: Drive,
  before: Extract<Next, { readonly proved: UsersChecks }>,
): Promise<Next> {
  const { driven, ports, signal } = drive;
  await driven.begin();
  const worked = await work(drive, before.verdict, before.proved);
  await driven.pay(worked.bill);
  if (signal.aborted) return 'interrupted';
  const proved = await prove(drive);
  if (!proved) return 'interrupted';
  const next = await recordEnd(drive, worked, before.verdict);
  if (next === 'over' || next === 'interrupted') return next;
  driven.project();
  await driven.handTo(ports.newId());
  return { proved, verdict: next === 'again' ? before.verdict : next };
}

/** Runs the checks of the user on the work tree as it is; undefined if the drive is interrupted meanwhile. */
export async function prove({ driven }: Drive): Promise<UsersChecks | undefined> {
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
  const reader = createClientReader({
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
  const onTools = (batch: ToolFacts | undefined): void => {
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
      input: iterationPrompt(run, { verdict, proved, command: client.command, note: drive.commits.note }),
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
async function recordEnd(
  drive: Drive,
  { end, bill, timeMs }: Worked,
  before: Block | undefined,
): Promise<Block | 'again' | 'over' | 'interrupted'> {
  const { ports, driven, signal } = drive;
  const outcome = classifyEnd(end);
  const number = numberOf(driven.run);
  if (outcome.kind === 'failure') {
    const failure = await withOldClient(drive, outcome.failure, end);
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
    if (until === undefined) return 'again';
    driven.project();
    return waitForLimit(ports, driven, { number, until, signal });
  }
  const lastMessage = await drive.commits.commitTurn(outcome.message);
  if (signal.aborted) return 'interrupted';
  const verdict = await driven
    .stop({ lastMessage, isContinuing: before !== undefined })
    .catch(unlessInterrupted);
  await drive.commits.confirm();
  if (!verdict) return 'interrupted';
  ports.onProgress({ kind: 'decided', run: driven.run, number, usd: bill.usd, verdict, timeMs });
  return verdict.kind === 'block' ? verdict : 'over';
}

/** A client that is too old ends without a result, for a reason that doesn't say so. */
async function withOldClient(
  { client, ports }: Drive,
  failure: Failure,
  { result, signal, failure: unstarted }: ClientEnd,
) {
  if (failure.kind !== 'unknown' || result || signal !== null || unstarted !== undefined) return failure;
  const reason = await tooOldText(client.program, clientEnvironment(ports.env, client));
  return reason === undefined ? failure : { ...failure, kind: 'blocking' as const, reason };
}

type Failure = Extract<ReturnType<typeof classifyEnd>, { readonly kind: 'failure' }>['failure'];

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
