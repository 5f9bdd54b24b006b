import { transcriptPathOf } from '../place/transcript-path.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command, Decision, Run, Verdict } from '@loopwright/core';
import { handle, parseHookInput } from '@loopwright/hooks';
import {
  claimRun,
  importEdits,
  type OpenRun,
  openRun,
  projectViews,
  readUsageMemory,
  writeUsageMemory,
} from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { type Bill, billByTranscript, begunMark, spentOf, unbilledSession } from './bill.ts';
import { createStopPorts } from './stop-ports.ts';
import { shortId } from '../place/short-id.ts';

/** The run that a driver works on: it belongs to the session of whichever client works now. */
export interface DrivenRun {
  readonly root: string;
  readonly run: Run;
  readonly sessionId: string;
  /** Hands the run to the session of the next client: from now on it is nobody else's. */
  handTo(sessionId: string): Promise<void>;
  /** Takes down that the client of the session begins. */
  begin(): Promise<void>;
  /** Puts a command on record. */
  record(command: Command): Promise<Decision>;
  /** Pays for the client that began; what can't be paid while the run is at rest is kept until it goes on. */
  pay(bill: Bill): Promise<void>;
  /** Pays what was kept, and what a client cost that ended together with its driver. */
  payDebts(): Promise<void>;
  /** Asks the stop table about the end of a turn, on which the bill goes on record too. */
  stop(turn: Turn): Promise<Verdict>;
  /** Reads what others did to the run meanwhile. */
  refresh(): void;
}

/** The end of a turn. */
export interface Turn {
  readonly message: string | undefined;
  /** A stop before it sent Claude on. */
  readonly isContinuing: boolean;
  readonly bill: Bill;
  /** How Claude calls the loop command. */
  readonly command: string;
}

/** How long a disk that refuses is tried again before the driver gives up. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** What may pass by itself: a full disk, above all. */
const PASSING: ReadonlySet<string> = new Set(['short', 'failed', 'unreadable']);

/** Takes a run into a driver's hands. Ends with `CliError` once another driver or session has it. */
export function createDrivenRun(context: Context, first: OpenRun, signal: AbortSignal): DrivenRun {
  const { root } = first;
  let { sessionId } = first;
  let { path, run } = first;
  first.close();

  function open(): OpenRun {
    const opened = openRun({ root, sessionId });
    if (opened.status !== 'open') throw lost(run);
    ({ path } = opened);
    return opened;
  }

  /** Tries until it is on record; nothing is decided anew meanwhile, since nothing was. */
  async function insist<T>(
    attempt: () => { readonly done: T } | { readonly unrecorded: string },
  ): Promise<T> {
    let pauseMs = FIRST_WAIT_MS;
    for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, LONGEST_WAIT_MS)) {
      const tried = attempt();
      if ('done' in tried) return tried.done;
      const isPatient = PASSING.has(tried.unrecorded) && waitedMs < PATIENCE_MS && !signal.aborted;
      if (!isPatient) throw unrecorded(path, tried.unrecorded, run);
      if (waitedMs === 0) {
        context.messages.write(
          `[LOOP] ${path} can't be written (${tried.unrecorded}); is the disk full? Trying again.\n`,
        );
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function record(command: Command): Promise<Decision> {
    return insist(() => {
      const opened = open();
      try {
        importEdits(opened, command.at);
        const submitted = opened.submit({ ...command, at: context.now() });
        ({ run } = opened);
        if (submitted.status === 'unrecorded') return { unrecorded: submitted.reason };
        projectViews(opened, context.now());
        return { done: submitted.decision };
      } finally {
        opened.close();
      }
    });
  }

  async function pay(bill: Bill): Promise<void> {
    const of = unbilledSession(run.usageMark);
    if (of === undefined) return;
    await record({ type: 'observe', at: context.now(), tools: 0, spent: spentOf(bill, of) });
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
    handTo: async (next) => {
      await insist(() => {
        const claimed = claimRun({ root, path, sessionId: next, at: context.now() });
        if (claimed.status !== 'claimed') throw lost(run);
        ({ path, run } = claimed.opened);
        sessionId = next;
        claimed.opened.close();
        return { done: undefined };
      });
      // The journal has moved already; on a full disk only the word of it is missing.
      if (run.session !== next) await record({ type: 'claim', at: context.now(), session: next });
    },
    begin: async () => {
      const spent = { usd: 0, tokens: 0, from: run.usageMark, to: begunMark(sessionId) };
      await record({ type: 'observe', at: context.now(), tools: 0, spent });
    },
    record,
    pay,
    payDebts: async () => {
      const of = unbilledSession(run.usageMark);
      if (of === undefined) return;
      const kept = keptBill(readUsageMemory({ root, sessionId: of }));
      await pay(kept ?? billByTranscript(transcriptPathOf(context.env, root, of)) ?? { usd: 0, tokens: 0 });
    },
    stop: async ({ message, isContinuing, bill, command }) => {
      const verdict = await insist(() => {
        const opened = open();
        let reason: string | undefined;
        const ports = createStopPorts({
          opened,
          env: context.env,
          command,
          bill,
          onUnrecorded: (why) => {
            reason = why;
          },
        });
        try {
          const answer = handle('Stop', stopInput(root, sessionId, message, isContinuing), ports);
          ({ run } = opened);
          if (answer.kind !== 'stop') throw lost(run);
          return { done: answer.verdict };
        } catch (error) {
          if (reason !== undefined) return { unrecorded: reason };
          throw error;
        } finally {
          opened.close();
        }
      });
      // A run that came to rest in the middle of the turn takes no bill with its stop.
      await pay(bill);
      return verdict;
    },
    refresh: () => {
      const opened = open();
      ({ run } = opened);
      opened.close();
    },
  };
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
  if (!input) throw new Error('a stop of our own making could not be read');
  return input;
}

function keptBill(memory: unknown): Bill | undefined {
  const { bill } = (memory ?? {}) as { readonly bill?: Partial<Bill> };
  const isWhole = typeof bill?.usd === 'number' && typeof bill.tokens === 'number';
  return isWhole ? { usd: bill.usd as number, tokens: bill.tokens as number } : undefined;
}

function lost({ id }: Run): CliError {
  return new CliError({
    exit: 'no-loop',
    message: 'The loop is gone: another session or driver took it over, or its journal was removed.',
    next: { words: ['status', '--run', shortId(id)] },
  });
}

function unrecorded(path: string, reason: string, { id }: Run): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} can't be written (${reason}), so the loop stands where its last record says.`,
    next: { words: ['run', '--resume', '--run', shortId(id)], when: 'once the disk takes it again' },
  });
}
