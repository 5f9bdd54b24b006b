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
  handleStop,
  hookInput,
  openTasks,
  openWork,
  ownPrices,
  type ProofCall,
  proveClaim,
  type SessionRun,
  type StopPorts,
} from '@loopwright/hooks';
import { auditJournal, claimRun, importEdits, type OpenRun, projectViews } from '@loopwright/store';
import { parseStatusBlock, readSignals } from '@loopwright/transcript';
import { transcriptPathOf } from '../client/transcript-path.ts';
import { DriverError } from '../driver-error.ts';
import type { DriverPorts } from '../ports.ts';
import { type Bill, billByTranscript, type Charge, chargeOf, NOTHING, spentOf } from './bill.ts';
import { type ClientMemory, readClientMemory, writeClientMemory } from './client-memory.ts';

/** The run that a driver works on, open for the whole drive. It belongs to the session of the current client. */
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
  stop(turn: { readonly lastMessage: string | undefined; readonly isContinuing: boolean }): Promise<Verdict>;
  /** Reads the records of other processes. */
  refresh(): void;
  /** Writes the views, unless the run is lost. */
  project(): void;
  close(): void;
}

/** The client, as a run needs to know it. */
export interface ClientOfRun {
  /** How Claude calls the loop command. */
  readonly command: string;
  /** The client, which also asks judges. */
  readonly program: string;
}

/** How long the driver retries a failing write before it gives up. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** How long the checks between two clients may take together. */
const PROOF_MS = 60 * 60_000;

/** Write errors that may pass, such as a full disk. */
const PASSING: ReadonlySet<string> = new Set(['short', 'failed', 'unreadable']);

/** A command that is not on record. */
class Unrecorded extends Error {}

/** Wraps a run for a driver. Each method rejects with `DriverError` once another driver or session has the run. */
export function createDrivenRun(
  ports: DriverPorts,
  first: OpenRun,
  signal: AbortSignal,
  { command, program }: ClientOfRun,
): DrivenRun {
  let opened = first;
  let isClosed = false;
  const { root } = first;
  const { env, now, newId } = ports;
  // A client can write to the journal. The driver runs what stood there before its first client, and nothing else.
  const agreed = new Set(first.run.frames.flatMap(({ criteria }) => criteria.map(checkKey)));
  // A client can forge records. The results that the driver itself has recorded stand here.
  const seen = new Set<string>();

  /** False once another driver or session has the run, or its journal is gone. */
  const isOurs = (): boolean => !isClosed && opened.isCurrent();

  function close(): void {
    if (!isClosed) opened.close();
    isClosed = true;
  }

  function refresh(): void {
    // A client may have changed the work tree since, or a proof was interrupted.
    session.work.forget();
    if (!isOurs()) throw lost(opened.run);
    opened.journal.catchUp();
  }

  function submit(given: Command): Extract<ReturnType<OpenRun['submit']>, { readonly decision: Decision }> {
    if (!isOurs()) throw lost(opened.run);
    const submitted = opened.submit({ ...given, at: now() });
    if (submitted.status === 'unrecorded') throw new Unrecorded(submitted.reason);
    return submitted;
  }

  /** Retries until everything is on record. An unwritten command was never decided, so a retry decides it once. */
  async function untilRecorded<T>(attempt: () => T | Promise<T>): Promise<T> {
    let pauseMs = FIRST_WAIT_MS;
    for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, LONGEST_WAIT_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Unrecorded)) throw error;
        const { message: reason } = error;
        const isPatient = PASSING.has(reason) && waitedMs < PATIENCE_MS && !signal.aborted;
        if (!isPatient) throw unrecorded(opened, reason);
        if (waitedMs === 0) ports.onProgress({ kind: 'unwritable', path: opened.path, reason });
        await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function record(given: Command): Promise<Decision> {
    return untilRecorded(() => {
      if (isOurs()) importEdits(opened, now());
      return submit(given).decision;
    });
  }

  const proof: ProofCall = {
    root,
    isAgreed: (criterion) => agreed.has(checkKey(criterion)),
    env,
    askJudge: (check, run, call) => askJudge(check, { root, run, env, program, askedBy: 'driver' }, call),
    limitMs: PROOF_MS,
    driver: {
      signal,
      hasSeen: (evidence) => seen.has(evidenceKey(evidence)),
      onCheck: (criterion, result) => {
        const { iteration = 0 } = opened.run.frames.at(-1) ?? {};
        if (result) seen.add(evidenceKey(result));
        ports.onProgress({ kind: 'check', number: iteration, criterion, result });
      },
    },
    now,
    newId,
  };

  const session: SessionRun = {
    get run() {
      return opened.run;
    },
    work: openWork(first, root, { env }),
    submit,
    audit: () => auditJournal(opened.journal),
    prove: (checks) => proveClaim(session, checks, proof),
    importEdits: () => importEdits(opened, now()).status !== 'nothing',
    // The cost is paid before.
    countUsage: () => undefined,
    // The views are written once an iteration.
    project: () => undefined,
    isCurrent: isOurs,
  };

  /** The facts and rules of a stop are those of a session, except that no user can answer. */
  const stopPorts: StopPorts = {
    environment: { isHeadless: true, command },
    now,
    reader: { readSignals, parseStatusBlock },
    openRun: () => session,
    // The driver has the run already.
    adoptRun: () => undefined,
    openTasks: () => openTasks(env),
  };

  let known: Omit<ClientMemory, 'session'> = NOTHING;
  function remember(more: typeof known): void {
    known = more;
    writeClientMemory({ root, runId: opened.run.id }, { ...known, session: opened.sessionId });
  }

  async function pay(bill: Bill): Promise<void> {
    const of = unbilledSession(opened.run.usageMark);
    if (of === undefined) return;
    await record({ type: 'observe', at: now(), tools: 0, spent: spentOf(bill, of) });
    if (unbilledSession(opened.run.usageMark) !== undefined) remember({ ...bill, isFinal: true });
  }

  return {
    root,
    get run() {
      return opened.run;
    },
    get sessionId() {
      return opened.sessionId;
    },
    get checks() {
      return usersChecks(opened.run).filter((criterion) => agreed.has(checkKey(criterion)));
    },
    handTo: async (sessionId) => {
      // Writes the snapshot, which moves along.
      close();
      const claimed = claimRun({ root, path: opened.path, sessionId, at: now() });
      if (claimed.status !== 'claimed') throw lost(opened.run);
      ({ opened } = claimed);
      isClosed = false;
      // The journal has moved already; on a full disk only this record is missing.
      if (opened.run.session !== sessionId) await record({ type: 'claim', at: now(), session: sessionId });
    },
    begin: async () => {
      remember(NOTHING);
      const spent = { usd: 0, tokens: 0, from: opened.run.usageMark, to: begunMark(opened.sessionId) };
      await record({ type: 'observe', at: now(), tools: 0, spent });
    },
    noteSpending: remember,
    noteLimit: (limitEndsAt) => remember({ ...known, limitEndsAt }),
    record,
    pay,
    payDebts: async (reservedUsd) => {
      const sessionId = unbilledSession(opened.run.usageMark);
      if (sessionId === undefined) return undefined;
      const memory = readClientMemory({ root, runId: opened.run.id });
      const charge = chargeOf({
        seen: memory?.session === sessionId ? memory : undefined,
        read: billByTranscript(transcriptPathOf(env, root, sessionId), ownPrices(root, env)),
        reservedUsd,
      });
      await pay(charge.bill);
      return charge;
    },
    prove: async () => {
      refresh();
      const checks = usersChecks(opened.run);
      if (checks.length === 0) return { outputs: [], unseen: [] };
      return untilRecorded(() => proveClaim(session, checks, proof));
    },
    stop: async (turn) =>
      untilRecorded(async () => {
        refresh();
        const input = hookInput({ sessionId: opened.sessionId, cwd: root, ...turn });
        const answer = await handleStop(input, stopPorts);
        if (answer.kind !== 'stop') throw lost(opened.run);
        return answer.verdict;
      }),
    refresh,
    project: () => {
      if (!isOurs()) return;
      projectViews(opened, now());
    },
    close,
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

function lost(run: Run): DriverError {
  return new DriverError({
    code: 'lost',
    message: 'The loop is gone: another session or driver took it over, or its journal was removed.',
    run,
  });
}

function unrecorded({ path, run }: OpenRun, reason: string): DriverError {
  return new DriverError({
    code: 'unrecorded',
    message: `${path} can't be written (${reason}), so the loop stands where its last record says.`,
    run,
  });
}
