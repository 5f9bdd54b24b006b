import { transcriptPathOf } from '../place/transcript-path.ts';
import { noticeText, type Verdict } from '@loopwright/core';
import { endProcesses } from '../processes/end-processes.ts';
import type { GroupWatch } from '../processes/watch-group.ts';
import type { Context } from '../program/context.ts';
import { type Bill, billOf, unbilledSession } from './bill.ts';
import { clientArguments, clientEnvironment, type ClientPlan } from './client-call.ts';
import { type ClientReader, createClientReader } from './client-reader.ts';
import type { DrivenRun } from './driven-run.ts';
import { iterationPrompt } from './iteration-prompt.ts';
import { type ClientEnd, judgeEnd } from './judge-end.ts';
import { ITERATION_MARK, runClient } from './run-client.ts';
import { beginLine, endLine, minuteLine, numberOf } from './watch-lines.ts';

/** What a driver drives with. */
export interface Driver {
  readonly context: Context;
  readonly driven: DrivenRun;
  readonly plan: ClientPlan;
  /** The client, as it is started. */
  readonly program: string;
  readonly iterationTimeoutMs: number;
  /** The run was begun just now. */
  readonly isNew: boolean;
  readonly watch: GroupWatch;
  /** Aborted when somebody wants an end. */
  readonly signal: AbortSignal;
}

const MINUTE_MS = 60_000;

/**
 * Drives a run until the stop table lets it go: a client with a fresh context for every iteration, told by the journal
 * alone. Decides nothing itself. Rejects with `CliError` when the run is no longer ours, or can't be recorded.
 */
export async function drive(driver: Driver): Promise<'over' | 'interrupted'> {
  const { context, driven } = driver;
  let verdict: SentOn | undefined;
  if (driver.isNew) {
    // Nobody has worked yet, so that this stop only lets the first iteration begin: `--iterations 3` is three clients.
    const { command } = driver.plan;
    const nothing = { usd: 0, tokens: 0 };
    const begun = await driven.stop({ message: undefined, isContinuing: false, bill: nothing, command });
    if (begun.kind !== 'block') return 'over';
    verdict = begun;
  }
  for (;;) {
    await driven.begin();
    const worked = await work(driver, verdict);
    if (driver.signal.aborted) return interrupt(driver, worked.bill);
    const next = await settle(driver, worked, verdict);
    if (next === 'over') return 'over';
    verdict = next === 'again' ? verdict : next;
    await driven.handTo(context.newId());
  }
}

type SentOn = Extract<Verdict, { readonly kind: 'block' }>;

/** What a client did. */
interface Worked {
  readonly end: ClientEnd;
  readonly bill: Bill;
  readonly timeMs: number;
}

/** Lets a client work on one iteration, and takes down what it does while it does it. */
async function work(driver: Driver, verdict: SentOn | undefined): Promise<Worked> {
  const { context, driven, plan, program, signal, watch } = driver;
  const { run, root, sessionId } = driven;
  const reader = createClientReader();
  const began = context.now();
  // Records are made one after the other, however fast the client works.
  let recorded: Promise<unknown> = Promise.resolve();
  tell(context, beginLine(run, sessionId));
  const lost = new AbortController();
  const stopTelling = everyMinute(context, (passedMs) => minuteLine(run, reader, passedMs));
  try {
    const end = await runClient({
      program,
      args: clientArguments(plan, run, sessionId),
      cwd: root,
      env: clientEnvironment(context.env, plan, sessionId),
      prompt: iterationPrompt(run, verdict, plan.command),
      sessionId,
      timeoutMs: driver.iterationTimeoutMs,
      signal: AbortSignal.any([signal, lost.signal]),
      reader,
      watch,
      onNews: (news) => {
        recorded = recorded.then(async () =>
          driven.record({
            type: 'observe',
            at: context.now(),
            ...news,
            edits: [...news.edits],
            errors: [...news.errors],
          }),
        );
        // Work that can't be put on record is none; it is waited for below.
        recorded.catch(() => lost.abort());
      },
    });
    await recorded;
    driven.refresh();
    return { end, bill: billFor(driver, reader, sessionId), timeMs: context.now() - began };
  } finally {
    stopTelling();
  }
}

function billFor({ context, driven }: Driver, reader: ClientReader, sessionId: string): Bill {
  return billOf(reader, transcriptPathOf(context.env, driven.root, sessionId));
}

/** Puts the end of a client before the run: a turn before the stop table, a failure before its own rule. */
async function settle(
  { context, driven, plan }: Driver,
  { end, bill, timeMs }: Worked,
  before: SentOn | undefined,
): Promise<SentOn | 'again' | 'over'> {
  const outcome = judgeEnd(end);
  const number = numberOf(driven.run);
  if (outcome.kind === 'failure') {
    await driven.pay(bill);
    const decision = await driven.record({
      type: 'failure',
      at: context.now(),
      ...outcome.failure,
      canRetry: true,
    });
    tell(context, `[LOOP] Iteration ${number} failed: ${outcome.failure.reason}`);
    for (const notice of decision.notices) tell(context, `[LOOP] ${noticeText(notice)}`);
    return decision.notices.some(({ code }) => code === 'retry') ? 'again' : 'over';
  }
  const isContinuing = before !== undefined;
  const verdict = await driven.stop({ message: outcome.message, isContinuing, bill, command: plan.command });
  tell(context, endLine(driven.run, { number, usd: bill.usd, verdict, timeMs }));
  return verdict.kind === 'block' ? verdict : 'over';
}

/** Pays for what was begun, and pauses. */
async function interrupt({ context, driven }: Driver, bill: Bill): Promise<'interrupted'> {
  await driven.pay(bill);
  await driven.record({ type: 'pause', at: context.now(), reason: 'interrupted' });
  return 'interrupted';
}

/** Ends what a client left running whose driver was killed. On other systems than Linux it can't be found. */
export async function endLeftovers({ run }: DrivenRun): Promise<void> {
  const mark = unbilledSession(run.usageMark);
  const nobodysGroup = -1;
  if (mark === undefined || process.platform !== 'linux') return;
  await endProcesses({ group: nobodysGroup, variable: ITERATION_MARK, mark });
}

function tell({ messages }: Context, line: string): void {
  messages.write(`${line}\n`);
}

/** Says something once a minute; gives the way to end it. */
function everyMinute(context: Context, line: (passedMs: number) => string): () => void {
  const began = context.now();
  const timer = setInterval(() => tell(context, line(context.now() - began)), MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
