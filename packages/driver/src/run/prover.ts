import {
  type Criterion,
  type Evidence,
  isJudged,
  isOpen,
  type Run,
  type UsersChecks,
  type Verdict,
} from '@loopwright/core';
import {
  handleStop,
  hookInput,
  openWork,
  type ProofCall,
  ProofInterrupted,
  proveClaim,
  type SessionRun,
  type StopPorts,
} from '@loopwright/hooks';
import { auditJournal, importEdits, importTasks } from '@loopwright/store';
import { parseStatusBlock, readSignals } from '@loopwright/transcript';
import { type ClientPlan, withRunVariables } from '../client/client-call.ts';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** How long the checks between two clients may take together. */
const PROOF_MS = 60 * 60_000;

/** Proves the work between two clients, and answers their claims. Create it before the first client. */
export class Prover {
  readonly #driven: DrivenRun;
  readonly #session: SessionRun;
  readonly #proof: ProofCall;
  readonly #stopPorts: StopPorts;

  constructor(driven: DrivenRun, ports: DriverPorts, client: ClientPlan, signal: AbortSignal) {
    const { command, program } = client;
    const { root } = driven;
    const { env, now } = ports;
    // A client can write to the journal. The driver runs what stood there before its first client, and nothing else.
    const agreed = new Set(driven.run.frames.flatMap(({ criteria }) => criteria.map(checkKey)));
    // A client can forge records. The results that the driver itself has recorded stand here.
    const seen = new Set<string>();
    const proof: ProofCall = {
      root,
      isAgreed: (criterion) => agreed.has(checkKey(criterion)),
      env,
      program,
      limitMs: PROOF_MS,
      driver: {
        signal,
        hasSeen: (evidence) => seen.has(evidenceKey(evidence)),
        onCheck: (criterion, result) => {
          if (result) seen.add(evidenceKey(result));
          const number = driven.run.frames.at(-1)?.iteration ?? 0;
          ports.onProgress({ kind: 'check', number, criterion, result });
        },
      },
      now,
    };
    const session: SessionRun = {
      get run() {
        return driven.run;
      },
      work: openWork(driven, root, { env }),
      submit: (given) => driven.submit(given),
      audit: () => auditJournal(driven.opened.journal),
      prove: async (checks) => proveClaim(session, checks, { ...proof, isClaim: true }),
      importEdits: () => {
        const isEdited = importEdits(driven.opened, now()).status !== 'nothing';
        return importTasks(driven.opened, withRunVariables(env, client, driven.run), now()) || isEdited;
      },
      // The cost is paid before.
      countUsage: () => undefined,
      // The views are written once an iteration.
      project: () => undefined,
      isCurrent: () => driven.isCurrent(),
    };
    this.#driven = driven;
    this.#session = session;
    this.#proof = proof;
    // The facts and rules of a stop are those of a session, except that no user can answer.
    this.#stopPorts = {
      environment: { isHeadless: true, command },
      now,
      reader: { readSignals, parseStatusBlock },
      openRun: () => session,
      // The driver has the run already.
      adoptRun: () => undefined,
      // Only of a session without a run.
      openTasks: () => undefined,
    };
  }

  /** The commands that this driver runs itself: the user asked for them, and they stood there before its first client. */
  get checks(): readonly Criterion[] {
    return usersChecks(this.#driven.run).filter(this.#proof.isAgreed);
  }

  /**
   * Runs the checks of the user that this driver has not seen on the work tree as it is, and records the results. Runs
   * judges only at a claim. Returns the results for the next client; undefined if the drive is interrupted meanwhile.
   */
  async prove(): Promise<UsersChecks | undefined> {
    return this.#onPresentWork(async () => {
      const checks = usersChecks(this.#driven.run);
      if (checks.length === 0) return { outputs: [], unseen: [] };
      return proveClaim(this.#session, checks, this.#proof);
    });
  }

  /**
   * Asks the stop table about the end of a turn. Before the answer to a claim, runs the judges and the checks that
   * `prove` has not seen. Returns undefined if the drive is interrupted meanwhile.
   */
  async stop(lastMessage: string | undefined, isContinuing: boolean): Promise<Verdict | undefined> {
    const { root: cwd, sessionId } = this.#driven;
    return this.#onPresentWork(async () => {
      const input = hookInput({ sessionId, cwd, lastMessage, isContinuing });
      const answer = await handleStop(input, this.#stopPorts);
      if (answer.kind !== 'stop') throw this.#driven.lost();
      return answer.verdict;
    });
  }

  /** Works on the run and the work tree as they are now. A client or an interrupted proof may have changed both. */
  async #onPresentWork<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#driven.untilRecorded(() => {
        this.#session.work.forget();
        this.#driven.refresh();
        return act();
      });
    } catch (error) {
      if (error instanceof ProofInterrupted) return undefined;
      throw error;
    }
  }
}

/** The commands that the user asked for; none in a run that is over. */
function usersChecks(run: Run): readonly Criterion[] {
  const { criteria = [] } = (isOpen(run) && run.frames.at(-1)) || {};
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
