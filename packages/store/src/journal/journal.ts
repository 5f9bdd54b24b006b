import { randomNonce } from '../disk/random.ts';
import { StoreError } from '../errors.ts';
import type { Appended, Log } from '../log/log.ts';
import { EMPTY, Fold, type FoldStep, type Program } from './fold.ts';
import { foldLog } from './fold-log.ts';
import { encodeRecord, MAX_RECORD_BYTES, RECORD_VERSION, type RecordBody } from './record.ts';
import { readSnapshot, writeSnapshot, type SnapshotRules } from './snapshot.ts';

/** After this many records beyond the last snapshot the next one is worth writing: it takes as long as folding three. */
export const RECORDS_PER_SNAPSHOT = 4;

/** How many runs of the past a journal keeps at hand, to tell a view of ours from an edit. */
const REMEMBERED_RUNS = 64;

/** Why a command isn't on record, so that nothing may rest on it. */
export type Unrecorded = Exclude<Appended, 'written'> | 'too-large' | 'lost' | 'unreadable';

/** What came of a command. */
export type Submitted<Run, Decision> =
  /** It stands in the journal; `run` is the run right after it, whatever came later, and `before` right before it. */
  | {
      readonly status: 'recorded';
      readonly decision: Decision;
      readonly before: Run | undefined;
      readonly run: Run | undefined;
    }
  /** It changes nothing, or what it was read from is on record already; there was nothing to record. */
  | { readonly status: 'answered'; readonly decision: Decision; readonly run: Run | undefined }
  /** It isn't on record, or can't be shown to be. A stop is then let go. */
  | { readonly status: 'unrecorded'; readonly reason: Unrecorded };

/** A record that is ready to be appended. */
export interface Prepared<Decision> {
  readonly nonce: string;
  readonly record: Buffer;
  /** What holds if nobody gets in between. */
  readonly decision: Decision;
  readonly source: string | undefined;
}

export interface JournalRules {
  /** Left out: no snapshot is read or written. */
  readonly snapshotPath?: string | undefined;
  /** Gives a new nonce of 72 random bits. */
  readonly nonce?: () => string;
}

/**
 * A run on disk: append, fold up to and including one's own record, answer. The place of a record in the file
 * orders it; there is no lock, no retry and no second write.
 */
export class Journal<Run, Command, Event, Decision extends { readonly events: readonly Event[] }> {
  readonly log: Log;
  readonly #program: Program<Run, Command, Event, Decision>;
  readonly #fold: Fold<Run, Command, Event, Decision>;
  readonly #snapshots: SnapshotRules<Run> | undefined;
  readonly #nonce: () => string;
  readonly #runs: Run[] = [];
  #resume: number;
  #end: number;
  #snapshotCount: number;

  /** Opens the journal on a log and folds it. Throws what the log throws. */
  constructor(program: Program<Run, Command, Event, Decision>, log: Log, rules: JournalRules = {}) {
    this.#program = program;
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

  /** The run as of everything read. */
  get run(): Run | undefined {
    return this.#fold.run;
  }

  /** Records folded, and what was left out as torn, damaged, repeated or unknown. */
  get counts(): { readonly records: number; readonly ignored: number } {
    return { records: this.#fold.count, ignored: this.#fold.ignored };
  }

  /** The run as it was after the latest records, newest first. */
  get recentRuns(): readonly Run[] {
    return this.#runs.toReversed();
  }

  /** True when older runs than the recent ones are known only to the journal itself. */
  get hasForgotten(): boolean {
    return this.#fold.count > this.#runs.length;
  }

  /** Reads and folds what was added since; reports true if there was anything. */
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
   * Decides on a command, records it, and answers with what the decision is at the place where the record came
   * to lie. A command that was read from somewhere names its source, and counts once for each source. Throws
   * `StoreError` only for a command that its own readers could not parse.
   */
  submit(command: Command, source?: string): Submitted<Run, Decision> {
    const prepared = this.prepare(command, source);
    return 'record' in prepared ? this.commit(prepared) : prepared;
  }

  /** The first half of `submit`: looks, decides, and frames the record. Others may get in before `commit`. */
  prepare(command: Command, source?: string): Prepared<Decision> | Submitted<Run, Decision> {
    const wire = this.#parse(command);
    try {
      this.catchUp();
    } catch {
      return { status: 'unrecorded', reason: 'unreadable' };
    }
    const decision = this.#program.decide(this.run, wire);
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
    const parsed = this.#program.parseCommand(JSON.parse(JSON.stringify(command)));
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
      d: this.#program.summarize(decision),
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
    // After a race everybody, the writer too, takes the decision at the place where the record came to lie.
    return { status: 'recorded', decision: own.decision ?? decision, before: own.before, run: own.run };
  }

  /** True when a command that was read from this source is on record. */
  knows(source: string | undefined): boolean {
    return source !== undefined && this.#fold.sources.has(source);
  }

  /** Folds every record again from the first one, without a snapshot. */
  history(): readonly FoldStep<Run, Command, Event, Decision>[] {
    return foldLog(this.#program, this.log).steps;
  }

  /** Writes a snapshot if enough has been added since the last; best effort, for after the answer. */
  saveSnapshot(): void {
    const { run, count, ignored, sources } = this.#fold;
    if (!this.#snapshots || run === undefined || count - this.#snapshotCount < RECORDS_PER_SNAPSHOT) return;
    writeSnapshot(
      this.log,
      { run, position: this.#resume, count, ignored, sources: [...sources] },
      this.#snapshots,
    );
    this.#snapshotCount = count;
  }

  /** True while the path still leads to this journal; deleting it ends everything that rests on it. */
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

/** Reads the stretch before a snapshot once, and only when a record reaches back into it. */
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
