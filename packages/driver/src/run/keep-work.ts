import { type Run, sanitize } from '@loopwright/core';
import type { DriverPorts } from '../ports.ts';
import type { DrivenRun } from './driven-run.ts';

/** Keeps the work of an iteration somewhere, such as in a commit. */
export interface Keeper {
  /** Called at the end of a turn, before the stop table decides. */
  keep(turn: KeptTurn): Promise<Kept>;
  /** Called after the decision, with the commit that `keep` made; without one for the last commit of an earlier drive. */
  seal(run: Run, commit: string | undefined): Promise<void>;
}

/** The turn whose work is to be kept. */
export interface KeptTurn {
  readonly run: Run;
  readonly number: number;
  /** The last words of the client. */
  readonly message: string | undefined;
  /** Aborted when the drive is interrupted. */
  readonly signal: AbortSignal;
}

/** What became of the work of an iteration. */
export type Kept =
  | { readonly status: 'kept'; readonly commit: string }
  | { readonly status: 'nothing' }
  /** A hook of the repository refused, or git failed. */
  | { readonly status: 'refused'; readonly output: string };

/** Keeps the work of each turn of one drive. */
export interface WorkKeeping {
  /**
   * Keeps the work of a turn and returns the client's message. A refusal makes it a failed iteration: it is recorded as
   * an error, claims of the turn don't count, and undefined is returned.
   */
  keep(message: string | undefined): Promise<string | undefined>;
  seal(): Promise<void>;
  /** A note for the next client about a refusal; undefined otherwise. */
  readonly note: string | undefined;
}

/** The end of a hook's output that a client gets. */
const MAX_OUTPUT = 4000;

/** Binds a keeper to a drive. Without a keeper it does nothing. */
export function createKeeping(
  keeper: Keeper | undefined,
  driven: DrivenRun,
  { ports, signal }: { readonly ports: DriverPorts; readonly signal: AbortSignal },
): WorkKeeping {
  let note: string | undefined;
  let commit: string | undefined;
  return {
    get note() {
      return note;
    },
    keep: async (message) => {
      commit = undefined;
      note = undefined;
      if (!keeper) return message;
      const { run } = driven;
      const number = Math.max(1, run.frames.at(-1)?.iteration ?? 1);
      const kept = await keeper.keep({ run, number, message, signal });
      if (kept.status === 'kept') ({ commit } = kept);
      // An interrupted hook has refused nothing.
      if (kept.status !== 'refused' || signal.aborted) return message;
      const output = sanitize(kept.output.slice(-MAX_OUTPUT));
      note = `The work of the last iteration is not committed, because git or a hook of the repository refused:\n\n${output}`;
      ports.onProgress({ kind: 'refused', number, output });
      const [first = ''] = kept.output.split('\n', 1);
      const errors = [`commit refused: ${first.slice(0, 200)}`];
      await driven.record({ type: 'observe', at: ports.now(), tools: 0, errors });
      if (driven.run.frames.some(({ exitSignal }) => exitSignal)) {
        await driven.record({ type: 'signal', at: ports.now(), isDone: false });
      }
      return undefined;
    },
    seal: async () => {
      if (commit !== undefined) await keeper?.seal(driven.run, commit);
    },
  };
}
