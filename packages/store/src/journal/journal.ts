import type { Command, Decision, Run } from '@loopwright/core';
import { randomNonce } from '../disk/digest.ts';
import { StoreError } from '../errors.ts';
import type { Appended, Log } from '../log/log.ts';
import { Fold, type FoldStep } from './fold.ts';
import type { Program } from './loop-program.ts';
import { encodeRecord, MAX_RECORD_BYTES } from './record.ts';
import { formatSnapshot, readSnapshot } from './snapshot.ts';

/** The number of new records that make a snapshot worth writing: writing takes as long as folding three records. */
export const RECORDS_PER_SNAPSHOT = 4;

/** Why a command was not recorded, so that no answer may rely on it. */
export type Unrecorded = Exclude<Appended, 'written'> | 'too-large' | 'lost' | 'unreadable';

/** The result of a command. */
export type Submitted<D extends Decision = Decision> =
  /** It is in the journal. `before` and `run` are the runs directly before and after it. */
  | {
      readonly status: 'recorded';
      readonly decision: D;
      readonly before: Run | undefined;
      readonly run: Run | undefined;
    }
  /** It changes nothing, or its source is already on record, so nothing was recorded. */
  | { readonly status: 'answered'; readonly decision: D; readonly run: Run | undefined }
  /** It isn't on record, or that can't be verified. A stop is then allowed. */
  | { readonly status: 'unrecorded'; readonly reason: Unrecorded };

/** A record, ready to append. */
export interface Prepared {
  readonly nonce: string;
  readonly record: Buffer;
  /** The decision if no other writer appends first. */
  readonly decision: Decision;
  readonly source: string | undefined;
}

/**
 * Decides on a command, on the run and the end of the log as its writer read them, and frames its record. Throws
 * `StoreError` for a command that readers could not parse.
 */
export function prepareRecord(
  program: Program,
  command: Command,
  {
    run,
    at,
    source,
  }: { readonly run: Run | undefined; readonly at: number; readonly source?: string | undefined },
): Prepared | Exclude<Submitted, { readonly status: 'recorded' }> {
  const wire = program.parseCommand(JSON.parse(JSON.stringify(command)));
  if (wire === undefined)
    throw new StoreError('bad-argument', 'A command that its readers could not parse was not recorded.');
  const decision = program.decide(run, wire);
  const { events } = decision;
  if (events.length === 0) return { status: 'answered', decision, run };
  const nonce = randomNonce();
  const summary = program.summarize(decision);
  const record = encodeRecord({ v: 1, n: nonce, at, c: wire, e: events, d: summary, s: source });
  if (record.length > MAX_RECORD_BYTES) return { status: 'unrecorded', reason: 'too-large' };
  return { nonce, record, decision, source };
}

/**
 * A run on disk: append, fold up to and including the own record, answer. The position in the file orders the
 * records. There is no lock, no retry and no second write.
 */
export class Journal {
  readonly log: Log;
  readonly program: Program;
  readonly #snapshotPath: string | undefined;
  #fold: Fold;
  #snapshotCount: number;

  /**
   * Opens the journal on a log and folds it. Without a path, no snapshot is read or written. Throws the errors of the
   * log.
   */
  constructor(program: Program, log: Log, snapshotPath?: string) {
    this.log = log;
    this.program = program;
    this.#snapshotPath = snapshotPath;
    const snapshot =
      snapshotPath === undefined ? undefined : readSnapshot(log, snapshotPath, program.version);
    this.#fold = new Fold(program, log, snapshot);
    this.#snapshotCount = snapshot?.count ?? 0;
    this.catchUp();
  }

  /** The run after all records read so far. */
  get run(): Run | undefined {
    return this.#fold.run;
  }

  /** The number of folded records, and of torn, damaged, repeated or unknown ones. */
  get counts(): { readonly records: number; readonly ignored: number } {
    return { records: this.#fold.count, ignored: this.#fold.ignored };
  }

  /** How many records stand before the place at which they were written. Complete after `history`. */
  get misplaced(): number {
    return this.#fold.misplaced;
  }

  /** Reads and folds the new records, and gives their steps. */
  catchUp(): readonly FoldStep[] {
    return this.#fold.catchUp();
  }

  /** Forgets the snapshot and folds every record again, from the first one. */
  history(): readonly FoldStep[] {
    const fold = new Fold(this.program, this.log);
    const steps = fold.catchUp();
    this.#fold = fold;
    this.#snapshotCount = 0;
    return steps;
  }

  /** True when a command from this source is on record. */
  knows(source: string | undefined): boolean {
    return source !== undefined && this.#fold.sources.has(source);
  }

  /**
   * Decides on a command, records it, and returns the decision for the record's final position. A command from a file
   * names its source and counts once per source. Throws `StoreError` only for a command that readers could not parse.
   */
  submit(command: Command, source?: string): Submitted {
    const prepared = this.prepare(command, source);
    return 'record' in prepared ? this.commit(prepared) : prepared;
  }

  /** The first half of `submit`: reads, decides and frames the record. Other writers may append before `commit`. */
  prepare(command: Command, source?: string): Prepared | Submitted {
    try {
      this.catchUp();
    } catch {
      return { status: 'unrecorded', reason: 'unreadable' };
    }
    const { run, end } = this.#fold;
    const prepared = prepareRecord(this.program, command, { run, at: end, source });
    return 'record' in prepared && this.knows(source)
      ? { status: 'answered', decision: prepared.decision, run }
      : prepared;
  }

  /** The second half of `submit`: appends once, and folds up to and including that record. */
  commit({ nonce, record, decision, source }: Prepared): Submitted {
    const appended = this.log.append(record);
    if (appended !== 'written') return { status: 'unrecorded', reason: appended };
    let own: FoldStep | undefined;
    try {
      own = this.catchUp().find((step) => step.record.nonce === nonce);
    } catch {
      return { status: 'unrecorded', reason: 'unreadable' };
    }
    if (own === undefined)
      return this.knows(source)
        ? { status: 'answered', decision, run: this.run }
        : { status: 'unrecorded', reason: 'lost' };
    // After a race all readers and the writer use the decision for the record's final position.
    return { status: 'recorded', decision: own.decision ?? decision, before: own.before, run: own.run };
  }

  /** Gives the file of the snapshot to write if enough records are new. It only saves time. */
  takeSnapshot(): { readonly path: string; readonly content: string } | undefined {
    const { run, count, ignored, sources, resume: position } = this.#fold;
    const path = this.#snapshotPath;
    if (path === undefined || run === undefined || count - this.#snapshotCount < RECORDS_PER_SNAPSHOT)
      return undefined;
    this.#snapshotCount = count;
    const snapshot = { run, position, count, ignored, sources: [...sources] };
    const content = formatSnapshot(this.log, snapshot, this.program.version);
    return content === undefined ? undefined : { path, content };
  }

  /** True while the path still leads to this journal. Deleting the journal ends the run. */
  isCurrent(): boolean {
    return this.log.isCurrent();
  }

  close(): void {
    this.log.close();
  }
}
