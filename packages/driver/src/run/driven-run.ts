import { transcriptPathOf } from '../client/transcript-path.ts';
import { setTimeout as wait } from 'node:timers/promises';
import {
  begunMark,
  type Command,
  type Criterion,
  type Decision,
  type Evidence,
  isJudged,
  isOpen,
  type Run,
  unbilledSession,
  type UsersChecks,
  type Verdict,
} from '@loopwright/core';
import {
  askJudge,
  handle,
  ownPrices,
  parseHookInput,
  proveClaim,
  type ProofCall,
  type Ports as StopPorts,
} from '@loopwright/hooks';
import {
  claimRun,
  importEdits,
  type OpenRun,
  openRun,
  projectViews,
  readUsageMemory,
  writeUsageMemory,
} from '@loopwright/store';
import { DriverError } from '../driver-error.ts';
import type { DriverPorts } from '../ports.ts';
import { type Bill, billByTranscript, type Charge, chargeOf, NOTHING, parseBill, spentOf } from './bill.ts';
import { readSeenSpending, writeClientMemory } from './client-memory.ts';
import { createStopPorts } from './stop-ports.ts';

/** The run that a driver works on. It belongs to the session of the current client. */
export interface DrivenRun {
  readonly root: string;
  readonly run: Run;
  readonly sessionId: string;
  /** The commands that this driver runs itself: the user asked for them, and they stood there before its first client. */
  readonly checks: readonly Criterion[];
  /** Moves the run to the session of the next client; every other session loses it. */
  handTo(sessionId: string): Promise<void>;
  /** Records that the client of the session begins. */
  begin(): Promise<void>;
  /** Stores the cost of the working client so far, in case that this process is killed. */
  noteSpending(soFar: Bill): void;
  /** Stores when the rate limit ends that the client met, for other runs of the same user. */
  noteLimit(endsAt: number): void;
  /** Records a command. */
  record(command: Command): Promise<Decision>;
  /** Records the cost of the client that began. A run at rest takes no cost: the bill is saved until it resumes. */
  pay(bill: Bill): Promise<void>;
  /** Records a saved bill, or the charge for a client that ended together with its driver. Resolves with the charge. */
  payDebts(reservedUsd: number): Promise<Charge | undefined>;
  /**
   * Runs the checks of the user that this driver has not seen on the work tree as it is, and records the results. Runs
   * judges only at a claim. Returns the results for the next client. Rejects with `ProofInterrupted` when
   * the signal of the drive ends them.
   */
  prove(): Promise<UsersChecks>;
  /**
   * Asks the stop table about the end of a turn. Before the answer to a claim, runs the judges and the checks that
   * `prove` has not seen. Rejects with `ProofInterrupted` when the signal of the drive ends them.
   */
  stop(turn: Turn): Promise<Verdict>;
  /** Reads the run again, with the records of other processes. */
  refresh(): void;
}

/** The end of a turn. */
export interface Turn {
  readonly message: string | undefined;
  /** The stop before it continued the run. */
  readonly isContinuing: boolean;
}

/** The client, as a run needs to know it. */
export interface ClientOfRun {
  /** How Claude calls the loop command. */
  readonly command: string;
  /** The client, which also asks judges. */
  readonly program: string;
}

const NOTHING_PROVED: UsersChecks = { outputs: [], unseen: [] };

/** How long the driver retries a failing write before it gives up. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** How long the checks between two clients may take together. */
const PROOF_MS = 60 * 60_000;

/** One try of a write: its result, or why it is not on record. */
type Attempt<T> = { readonly done: T } | { readonly unrecorded: string };

/** Write errors that may pass, such as a full disk. */
const PASSING: ReadonlySet<string> = new Set(['short', 'failed', 'unreadable']);

/** Wraps a run for a driver. Each method rejects with `DriverError` once another driver or session has the run. */
export function createDrivenRun(
  ports: DriverPorts,
  first: OpenRun,
  signal: AbortSignal,
  { command, program }: ClientOfRun,
): DrivenRun {
  const { root } = first;
  let { sessionId } = first;
  let { path, run } = first;
  first.close();
  // A client can write to the journal. The driver runs what stood there before its first client, and nothing else.
  const agreed = new Set(run.frames.flatMap(({ criteria }) => criteria.map(checkKey)));
  // A client can forge records. The results that the driver itself has recorded stand here.
  const seen = new Set<string>();

  function open(): OpenRun {
    const opened = openRun({ root, sessionId });
    if (opened.status !== 'open') throw lost(run);
    ({ path } = opened);
    return opened;
  }

  /** Retries until the record is written. An unwritten command was never decided, so a retry decides it once. */
  async function insist<T>(attempt: () => Attempt<T> | Promise<Attempt<T>>): Promise<T> {
    let pauseMs = FIRST_WAIT_MS;
    for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, LONGEST_WAIT_MS)) {
      const tried = await attempt();
      if ('done' in tried) return tried.done;
      const isPatient = PASSING.has(tried.unrecorded) && waitedMs < PATIENCE_MS && !signal.aborted;
      if (!isPatient) throw unrecorded(path, tried.unrecorded, run);
      if (waitedMs === 0) {
        ports.onProgress({ kind: 'unwritable', path, reason: tried.unrecorded });
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function record(command: Command): Promise<Decision> {
    return insist(() => {
      const opened = open();
      try {
        importEdits(opened, command.at);
        const submitted = opened.submit({ ...command, at: ports.now() });
        ({ run } = opened);
        if (submitted.status === 'unrecorded') return { unrecorded: submitted.reason };
        projectViews(opened, ports.now());
        return { done: submitted.decision };
      } finally {
        opened.close();
      }
    });
  }

  /** Works on the opened run; insists where a command could not be recorded. */
  async function withSession<T>(work: (opened: OpenRun, ports: StopPorts) => Promise<T>): Promise<T> {
    return insist(async () => {
      const opened = open();
      let reason: string | undefined;
      const onUnrecorded = (why: string): void => {
        reason = why;
      };
      try {
        const stopPorts = createStopPorts({ opened, env: ports.env, command, onUnrecorded });
        return { done: await work(opened, stopPorts) };
      } catch (error) {
        if (reason !== undefined) return { unrecorded: reason };
        throw error;
      } finally {
        ({ run } = opened);
        opened.close();
      }
    });
  }

  const proof: ProofCall = {
    root,
    isAgreed: (criterion) => agreed.has(checkKey(criterion)),
    env: ports.env,
    askJudge: (check, asked, call) =>
      askJudge(check, { root, run: asked, env: ports.env, program, askedBy: 'driver' }, call),
    limitMs: PROOF_MS,
    driver: {
      signal,
      hasSeen: (evidence) => seen.has(evidenceKey(evidence)),
      onCheck: (criterion, result) => {
        const { iteration = 0 } = run.frames.at(-1) ?? {};
        if (result) seen.add(evidenceKey(result));
        ports.onProgress({ kind: 'check', number: iteration, criterion, result });
      },
    },
    now: ports.now,
    newId: ports.newId,
  };

  function noteSpending(soFar: Bill): void {
    writeClientMemory({ root, runId: run.id, sessionId }, soFar);
  }

  async function pay(bill: Bill): Promise<void> {
    const of = unbilledSession(run.usageMark);
    if (of === undefined) return;
    await record({ type: 'observe', at: ports.now(), tools: 0, spent: spentOf(bill, of) });
    if (unbilledSession(run.usageMark) !== undefined) writeUsageMemory({ root, sessionId: of }, { bill });
  }

  return {
    root,
    get run() {
      return run;
    },
    get sessionId() {
      return sessionId;
    },
    get checks() {
      return usersChecks(run).filter((criterion) => agreed.has(checkKey(criterion)));
    },
    handTo: async (next) => {
      await insist(() => {
        const claimed = claimRun({ root, path, sessionId: next, at: ports.now() });
        if (claimed.status !== 'claimed') throw lost(run);
        ({ path, run } = claimed.opened);
        sessionId = next;
        claimed.opened.close();
        return { done: undefined };
      });
      // The journal has moved already; on a full disk only this record is missing.
      if (run.session !== next) await record({ type: 'claim', at: ports.now(), session: next });
    },
    begin: async () => {
      noteSpending(NOTHING);
      const spent = { usd: 0, tokens: 0, from: run.usageMark, to: begunMark(sessionId) };
      await record({ type: 'observe', at: ports.now(), tools: 0, spent });
    },
    noteSpending,
    noteLimit: (limitEndsAt) =>
      writeClientMemory({ root, runId: run.id, sessionId }, { ...NOTHING, limitEndsAt }),
    record,
    pay,
    payDebts: async (reservedUsd) => {
      const of = unbilledSession(run.usageMark);
      if (of === undefined) return undefined;
      const charge = chargeOf({
        saved: savedBill(readUsageMemory({ root, sessionId: of })),
        read: billByTranscript(transcriptPathOf(ports.env, root, of), ownPrices(root, ports.env)),
        seen: readSeenSpending({ root, runId: run.id, sessionId: of }),
        reservedUsd,
      });
      await pay(charge.bill);
      return charge;
    },
    prove: async () =>
      withSession(async (opened, { openRun: openSession }) => {
        const session = openSession();
        const users = usersChecks(opened.run);
        if (!session || users.length === 0) return NOTHING_PROVED;
        const proved = await proveClaim(session, users, proof);
        projectViews(opened, ports.now());
        return proved;
      }),
    stop: async ({ message, isContinuing }) =>
      withSession(async (_, stopPorts) => {
        const input = stopInput(root, sessionId, message, isContinuing);
        const answer = await handle('Stop', input, stopPorts, (session, checks) =>
          proveClaim(session, checks, proof),
        );
        if (answer.kind !== 'stop') throw lost(run);
        return answer.verdict;
      }),
    refresh: () => {
      const opened = open();
      ({ run } = opened);
      opened.close();
    },
  };
}

/** The commands that the user asked for; none in a run that is over. */
function usersChecks(run: Run): readonly Criterion[] {
  if (!isOpen(run)) return [];
  const { criteria = [] } = run.frames.at(-1) ?? {};
  return criteria.filter(({ check }) => check?.by === 'user' && !isJudged(check));
}

function evidenceKey({ id, passed, fingerprint }: Evidence): string {
  return JSON.stringify([id, passed, fingerprint]);
}

/** Identifies a check with all that it runs with. */
function checkKey({ name, check }: Criterion): string {
  const asked = isJudged(check) ? [check.judge, check.model, check.rounds] : check?.command;
  return JSON.stringify([name, asked, check?.folder, check?.timeoutMs]);
}

function stopInput(
  root: string,
  sessionId: string,
  message: string | undefined,
  isContinuing: boolean,
): NonNullable<ReturnType<typeof parseHookInput>> {
  const input = parseHookInput({
    hook_event_name: 'Stop',
    session_id: sessionId,
    cwd: root,
    stop_hook_active: isContinuing,
    ...(message !== undefined && { last_assistant_message: message }),
  });
  if (!input) throw new Error('the driver built a stop input that does not parse');
  return input;
}

function savedBill(memory: unknown): Bill | undefined {
  return parseBill((memory as { readonly bill?: unknown } | undefined)?.bill);
}

function lost(run: Run): DriverError {
  return new DriverError({
    code: 'lost',
    message: 'The loop is gone: another session or driver took it over, or its journal was removed.',
    run,
  });
}

function unrecorded(path: string, reason: string, run: Run): DriverError {
  return new DriverError({
    code: 'unrecorded',
    message: `${path} can't be written (${reason}), so the loop stands where its last record says.`,
    run,
  });
}
