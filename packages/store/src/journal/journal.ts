import { randomNonce } from '../disk/digest.ts';
import { StoreError } from '../errors.ts';
import type { Appended, Log } from '../log/log.ts';
import { EMPTY, Fold, foldLog, type FoldStep, type Program } from './fold.ts';
import { encodeRecord, MAX_RECORD_BYTES, RECORD_VERSION, type RecordBody } from './record.ts';
import { readSnapshot, type SnapshotFile, type SnapshotRules, toSnapshotFile } from './snapshot.ts';

/** The number of new records that make a snapshot worth writing: writing takes as long as folding three records. */
export const RECORDS_PER_SNAPSHOT = 4;

/** How many earlier runs a journal remembers, to distinguish our views from edits. */
const REMEMBERED_RUNS = 64;

/** Why a command was not recorded, so that no answer may rely on it. */
export type Unrecorded = Exclude<Appended, 'written'> | 'too-large' | 'lost' | 'unreadable';

/** The result of a command. */
export type Submitted<Run, Decision> =
  /** It is in the journal. `before` and `run` are the runs directly before and after it. */
  | {
      readonly status: 'recorded';
      readonly decision: Decision;
      readonly before: Run | undefined;
      readonly run: Run | undefined;
    }
  /** It changes nothing, or its source is already on record, so nothing was recorded. */
  | { readonly status: 'answered'; readonly decision: Decision; readonly run: Run | undefined }
  /** It isn't on record, or that can't be verified. A stop is then allowed. */
  | { readonly status: 'unrecorded'; readonly reason: Unrecorded };

/** A record, ready to append. */
export interface Prepared<Decision> {
  readonly nonce: string;
  readonly record: Buffer;
  /** The decision if no other writer appends first. */
  readonly decision: Decision;
  readonly source: string | undefined;
}

export interface JournalRules {
  /** Without a path, no snapshot is read or written. */
  readonly snapshotPath?: string | undefined;
  /** Gives a new nonce of 72 random bits. */
  readonly nonce?: () => string;
}

/**
 * A run on disk: append, fold up to and including the own record, answer. The position in the file orders the
 * records. There is no lock, no retry and no second write.
 */
export class Journal<Run, Command, Event, Decision extends { readonly events: readonly Event[] }> {
  readonly log: Log;
  readonly program: Program<Run, Command, Event, Decision>;
  #fold: Fold<Run, Command, Event, Decision>;
  readonly #snapshots: SnapshotRules<Run> | undefined;
  readonly #nonce: () => string;
  readonly #runs: Run[] = [];
  #resume: number;
  #end: number;
  #snapshotCount: number;

  /** Opens the journal on a log and folds it. Throws the errors of the log. */
  constructor(program: Program<Run, Command, Event, Decision>, log: Log, rules: JournalRules = {}) {
    this.program = program;
    this.log = log;
    this.#nonce = rules.nonce ?? randomNonce;
    this.#snapshots =
      rules.snapshotPath === undefined
        ? undefined
        : { path: rules.snapshotPath, version: program.version, parseRun: program.parseRun };
    const snapshot = this.#snapshots && readSnapshot(log, this.#snapshots);
    const from = snapshot?.position ?? 0;
    this.#fold = new Fold(program, snapshot ? { ...snapshot, from } : EMPTY, startsBefore(log, from));
    this.#remember(snapshot?.run);
    this.#resume = from;
    this.#end = from;
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

  /** The runs after the latest records, newest first. */
  get recentRuns(): readonly Run[] {
    return this.#runs.toReversed();
  }

  /** True when there are older runs than the remembered ones. */
  get hasForgotten(): boolean {
    return this.#fold.count > this.#runs.length;
  }

  /** Reads and folds new records; returns true if there are any. */
  catchUp(onStep?: (step: FoldStep<Run, Command, Event, Decision>) => void): boolean {
    const { records, ignored, resume, end } = this.log.read(this.#resume);
    for (const record of records) {
      const step = this.#fold.add(record);
      if (step === undefined) continue;
      this.#remember(step.run);
      onStep?.(step);
    }
    this.#fold.ignored += ignored;
    const hasGrown = end > this.#end;
    this.#resume = resume;
    this.#end = end;
    return hasGrown;
  }

  /**
   * Decides on a command, records it, and returns the decision for the record's final position. A command from a file
   * names its source and counts once per source. Throws `StoreError` only for a command that readers could not parse.
   */
  submit(command: Command, source?: string): Submitted<Run, Decision> {
    const prepared = this.prepare(command, source);
    return 'record' in prepared ? this.commit(prepared) : prepared;
  }

  /** The first half of `submit`: reads, decides and frames the record. Other writers may append before `commit`. */
  prepare(command: Command, source?: string): Prepared<Decision> | Submitted<Run, Decision> {
    const wire = this.#parse(command);
    try {
      this.catchUp();
    } catch {
      return { status: 'unrecorded', reason: 'unreadable' };
    }
    const decision = this.program.decide(this.run, wire);
    if (decision.events.length === 0 || this.knows(source))
      return { status: 'answered', decision, run: this.run };
    const nonce = this.#nonce();
    const body = this.#body(nonce, wire, decision);
    const record = encodeRecord(source === undefined ? body : { ...body, s: source });
    if (record.length > MAX_RECORD_BYTES) return { status: 'unrecorded', reason: 'too-large' };
    return { nonce, record, decision, source };
  }

  /** The second half of `submit`: appends once, and folds up to and including that record. */
  commit(prepared: Prepared<Decision>): Submitted<Run, Decision> {
    const appended = this.log.append(prepared.record);
    return appended === 'written' ? this.#findOwn(prepared) : { status: 'unrecorded', reason: appended };
  }

  #parse(command: Command): Command {
    const parsed = this.program.parseCommand(JSON.parse(JSON.stringify(command)));
    if (parsed === undefined) {
      throw new StoreError('bad-argument', 'A command that its readers could not parse was not recorded.');
    }
    return parsed;
  }

  #body(n: string, c: Command, decision: Decision): RecordBody {
    return {
      v: RECORD_VERSION,
      n,
      at: this.#end,
      c,
      e: decision.events,
      d: this.program.summarize(decision),
    };
  }

  #findOwn({ nonce, decision, source }: Prepared<Decision>): Submitted<Run, Decision> {
    let own: FoldStep<Run, Command, Event, Decision> | undefined;
    try {
      this.catchUp((step) => {
        if (step.record.nonce === nonce) own = step;
      });
    } catch {
      return { status: 'unrecorded', reason: 'unreadable' };
    }
    if (own === undefined) {
      return this.knows(source)
        ? { status: 'answered', decision, run: this.run }
        : { status: 'unrecorded', reason: 'lost' };
    }
    // After a race all readers and the writer use the decision for the record's final position.
    return { status: 'recorded', decision: own.decision ?? decision, before: own.before, run: own.run };
  }

  /** True when a command from this source is on record. */
  knows(source: string | undefined): boolean {
    return source !== undefined && this.#fold.sources.has(source);
  }

  /** Folds every record again from the first one, without a snapshot. */
  history(): readonly FoldStep<Run, Command, Event, Decision>[] {
    return foldLog(this.program, this.log).steps;
  }

  /** Folds every record again from the first one, without the snapshot. */
  refold(): readonly FoldStep<Run, Command, Event, Decision>[] {
    const steps: FoldStep<Run, Command, Event, Decision>[] = [];
    this.#fold = new Fold(this.program, EMPTY, () => undefined);
    this.#runs.length = 0;
    this.#resume = 0;
    this.#end = 0;
    this.#snapshotCount = 0;
    this.catchUp((step) => steps.push(step));
    return steps;
  }

  /** How many records stand before the place at which they were written. Complete after `refold`. */
  get misplaced(): number {
    return this.#fold.misplaced;
  }

  /** Gives the snapshot to write if enough records are new. It only saves time. */
  takeSnapshot(): SnapshotFile | undefined {
    const { run, count, ignored, sources } = this.#fold;
    if (!this.#snapshots || run === undefined || count - this.#snapshotCount < RECORDS_PER_SNAPSHOT)
      return undefined;
    this.#snapshotCount = count;
    const position = this.#resume;
    return toSnapshotFile(
      this.log,
      { run, position, count, ignored, sources: [...sources] },
      this.#snapshots,
    );
  }

  /** True while the path still leads to this journal. Deleting the journal ends the run. */
  isCurrent(): boolean {
    return this.log.isCurrent();
  }

  close(): void {
    this.log.close();
  }

  #remember(run: Run | undefined): void {
    if (run === undefined) return;
    this.#runs.push(run);
    if (this.#runs.length > REMEMBERED_RUNS) this.#runs.shift();
  }
}

/** Reads the records before a snapshot once, and only when a later record refers to them. */
function startsBefore(log: Log, from: number): (nonce: string) => number | undefined {
  let starts: Map<string, number> | undefined;
  return (nonce) => {
    starts ??= new Map(
      log
        .read(0)
        .records.filter(({ start }) => start < from)
        .map(({ start, body }) => [body.n, start]),
    );
    return starts.get(nonce);
  };
}
