import { type Run, sanitize } from '@loopwright/core';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** Commits the work of each turn. */
export interface TurnCommitter {
  /** Called at the end of a turn, before the stop table decides. */
  commitTurn(turn: EndedTurn): Promise<Committed>;
  /** Called after the decision, with the commit that `commitTurn` made; without one for the last commit of an earlier drive. */
  confirm(run: Run, commit: string | undefined): Promise<void>;
}

/** The turn whose work is to be committed. */
export interface EndedTurn {
  readonly run: Run;
  readonly number: number;
  /** The last words of the client. */
  readonly message: string | undefined;
  /** Aborted when the drive is interrupted. */
  readonly signal: AbortSignal;
}

/** What became of the work of an iteration. */
export type Committed =
  | { readonly status: 'committed'; readonly commit: string }
  | { readonly status: 'nothing' }
  /** A hook of the repository refused, or git failed. */
  | { readonly status: 'refused'; readonly output: string };

/** The commits of the turns of one drive. */
export interface TurnCommits {
  /**
   * Commits the work of a turn and returns the client's message. A refusal makes it a failed iteration: it is recorded as
   * an error, claims of the turn don't count, and undefined is returned.
   */
  commitTurn(message: string | undefined): Promise<string | undefined>;
  confirm(): Promise<void>;
  /** A note for the next client about a refusal; undefined otherwise. */
  readonly note: string | undefined;
}

/** The end of a hook's output that a client gets. */
const MAX_OUTPUT = 4000;

/** Binds a committer to a drive. Without a committer it does nothing. */
export function createTurnCommits(
  committer: TurnCommitter | undefined,
  driven: DrivenRun,
  { ports, signal }: { readonly ports: DriverPorts; readonly signal: AbortSignal },
): TurnCommits {
  let note: string | undefined;
  let commit: string | undefined;
  return {
    get note() {
      return note;
    },
    commitTurn: async (message) => {
      commit = undefined;
      note = undefined;
      if (!committer) return message;
      const { run } = driven;
      const number = Math.max(1, run.frames.at(-1)?.iteration ?? 1);
      const committed = await committer.commitTurn({ run, number, message, signal });
      if (committed.status === 'committed') ({ commit } = committed);
      // An interrupted hook has refused nothing.
      if (committed.status !== 'refused' || signal.aborted) return message;
      const output = sanitize(committed.output.slice(-MAX_OUTPUT));
      note = `The work of the last iteration is not committed, because git or a hook of the repository refused:\n\n${output}`;
      ports.onProgress({ kind: 'refused', number, output });
      const [first = ''] = committed.output.split('\n', 1);
      const errors = [`commit refused: ${first.slice(0, 200)}`];
      await driven.record({ type: 'observe', at: ports.now(), tools: 0, errors });
      if (driven.run.frames.some(({ exitSignal }) => exitSignal)) {
        await driven.record({ type: 'signal', at: ports.now(), isDone: false });
      }
      return undefined;
    },
    confirm: async () => {
      if (commit !== undefined) await committer?.confirm(driven.run, commit);
    },
  };
}
