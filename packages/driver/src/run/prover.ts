import {
  type Criterion,
  type Evidence,
  isJudged,
  isOpen,
  type UsersChecks,
  type Verdict,
} from '@loopwright/core';
import {
  askJudge,
  handleStop,
  hookInput,
  openTasks,
  openWork,
  type ProofCall,
  ProofInterrupted,
  proveClaim,
  type SessionRun,
  type StopPorts,
} from '@loopwright/hooks';
import { parseStatusBlock, readSignals } from '@loopwright/transcript';
import type { ClientPlan } from '../client/client-call.ts';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** The end of a turn: the client's last words, and whether the stop before held it. */
export interface Turn {
  readonly lastMessage: string | undefined;
  readonly isContinuing: boolean;
}

/** Proves the work between two clients, and answers their claims. */
export interface Prover {
  /** The commands that this driver runs itself: the user asked for them, and they stood there before its first client. */
  readonly checks: readonly Criterion[];
  /**
   * Runs the checks of the user that this driver has not seen on the work tree as it is, and records the results. Runs
   * judges only at a claim. Returns the results for the next client; undefined if the drive is interrupted meanwhile.
   */
  prove(): Promise<UsersChecks | undefined>;
  /**
   * Asks the stop table about the end of a turn. Before the answer to a claim, runs the judges and the checks that
   * `prove` has not seen. Returns undefined if the drive is interrupted meanwhile.
   */
  stop(turn: Turn): Promise<Verdict | undefined>;
}

/** How long the checks between two clients may take together. */
const PROOF_MS = 60 * 60_000;

/** Creates the prover of a run, before its first client. */
export function createProver(
  driven: DrivenRun,
  { env, now, newId, onProgress }: DriverPorts,
  { command, program }: ClientPlan,
  signal: AbortSignal,
): Prover {
  const { root } = driven;
  // A client can write to the journal. The driver runs what stood there before its first client, and nothing else.
  const agreed = new Set(driven.run.frames.flatMap(({ criteria }) => criteria.map(checkKey)));
  // A client can forge records. The results that the driver itself has recorded stand here.
  const seen = new Set<string>();

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
        if (result) seen.add(evidenceKey(result));
        const number = driven.run.frames.at(-1)?.iteration ?? 0;
        onProgress({ kind: 'check', number, criterion, result });
      },
    },
    now,
    newId,
  };

  const session: SessionRun = {
    get run() {
      return driven.run;
    },
    work: openWork(driven, root, { env }),
    submit: (given) => driven.submit(given),
    audit: () => driven.audit(),
    prove: async (checks) => proveClaim(session, checks, proof),
    importEdits: () => driven.importEdits(),
    // The cost is paid before.
    countUsage: () => undefined,
    // The views are written once an iteration.
    project: () => undefined,
    isCurrent: () => driven.isCurrent(),
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

  /** Works on the run and the work tree as they are now. A client or an interrupted proof may have changed both. */
  async function onPresentWork<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await driven.untilRecorded(() => {
        session.work.forget();
        driven.refresh();
        return act();
      });
    } catch (error) {
      if (error instanceof ProofInterrupted) return undefined;
      throw error;
    }
  }

  /** The commands that the user asked for; none in a run that is over. */
  function usersChecks(): readonly Criterion[] {
    const { criteria = [] } = (isOpen(driven.run) && driven.run.frames.at(-1)) || {};
    return criteria.filter(({ check }) => check?.by === 'user' && !isJudged(check));
  }

  return {
    get checks() {
      return usersChecks().filter(proof.isAgreed);
    },
    prove: async () =>
      onPresentWork(async () => {
        if (signal.aborted) throw new ProofInterrupted();
        const checks = usersChecks();
        return checks.length === 0 ? { outputs: [], unseen: [] } : proveClaim(session, checks, proof);
      }),
    stop: async (turn) =>
      onPresentWork(async () => {
        const input = hookInput({ sessionId: driven.sessionId, cwd: root, ...turn });
        const answer = await handleStop(input, stopPorts);
        if (answer.kind !== 'stop') throw driven.lost();
        return answer.verdict;
      }),
  };
}

function evidenceKey({ id, passed, fingerprint }: Evidence): string {
  return JSON.stringify([id, passed, fingerprint]);
}

/** Identifies a check with all that it runs with. */
function checkKey({ name, check }: Criterion): string {
  const asked = isJudged(check) ? [check.judge, check.model, check.rounds] : check?.command;
  return JSON.stringify([name, asked, check?.folder, check?.timeoutMs]);
}
