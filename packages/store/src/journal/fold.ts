import type { Command, Decision, LoopEvent, Run } from '@loopwright/core';
import type { Log } from '../log/log.ts';
import { loopProgram, type Program } from './loop-program.ts';
import type { PlacedRecord } from './record.ts';
import type { Snapshot } from './snapshot.ts';

/** One folded record. */
export interface FoldedRecord {
  readonly start: number;
  readonly nonce: string;
  readonly command: Command;
  /** The effective events: the recorded ones, or after a race those of the second decision. */
  readonly events: readonly LoopEvent[];
  /** Another writer appended between this writer's read and its append. */
  readonly isRaced: boolean;
  readonly summary: unknown;
}

/** The result of one record. */
export interface FoldStep {
  readonly before: Run | undefined;
  readonly run: Run | undefined;
  readonly record: FoldedRecord;
  /** Only after a race: the decision that replaced the writer's own. */
  readonly decision?: Decision;
}

/**
 * Folds the records of a log in file order, from its start or from a snapshot. The same bytes always give the same
 * run: a record keeps its events if its writer had read all records before it; otherwise it is decided again on those
 * records.
 */
export class Fold {
  run: Run | undefined;
  /** Records folded, from the first one of the journal. */
  count = 0;
  /** The number of skipped lines and records. */
  ignored = 0;
  /** The number of records before the place at which their writer appended them: something was cut out. */
  misplaced = 0;
  /** Where the next read begins. */
  resume: number;
  /** The end of all bytes read, which a writer records as `at`. */
  end: number;
  /** The sources of commands: a file that two readers find at once is imported once. */
  readonly sources: Set<string>;

  readonly #log: Log;
  readonly #program: Program;
  /** The start of this fold; the snapshot covers the records before it. */
  readonly #from: number;
  /** The last place of each nonce since then. */
  readonly #starts = new Map<string, number>();
  /** The same for the records before it, read once and only when a later record refers to them. */
  #startsBefore: ReadonlyMap<string, number> | undefined;

  constructor(program: Program, log: Log, snapshot?: Snapshot) {
    this.#log = log;
    this.#program = program;
    this.#from = snapshot?.position ?? 0;
    this.resume = this.#from;
    this.end = this.#from;
    this.run = snapshot?.run;
    this.count = snapshot?.count ?? 0;
    this.ignored = snapshot?.ignored ?? 0;
    this.sources = new Set(snapshot?.sources);
  }

  /** Reads and folds the new records, and gives their steps. Throws the errors of the log. */
  catchUp(): readonly FoldStep[] {
    const { records, ignored, resume, end } = this.#log.read(this.resume);
    const steps = records.flatMap((record) => this.#add(record) ?? []);
    this.ignored += ignored;
    this.resume = resume;
    this.end = end;
    return steps;
  }

  /** Folds one record, or counts it as ignored. */
  #add(record: PlacedRecord): FoldStep | undefined {
    const { start, body } = record;
    const isNew = body.s === undefined || !this.sources.has(body.s);
    const step = isNew && this.#isValid(record) ? this.#take(record) : undefined;
    if (body.at > start) this.misplaced += 1;
    if (step === undefined) {
      this.ignored += 1;
      return undefined;
    }
    this.#starts.set(body.n, start);
    if (body.s !== undefined) this.sources.add(body.s);
    this.run = step.run;
    this.count += 1;
    return step;
  }

  /** A writer can't have read records after its own, and its nonce can't be older than its read. */
  #isValid({ start, body: { n: nonce, at } }: PlacedRecord): boolean {
    if (at > start) return false;
    // A copy repeats its original, which lies between that read and the copy.
    if ((this.#starts.get(nonce) ?? -1) >= at) return false;
    return at >= this.#from || (this.#startBefore(nonce) ?? -1) < at;
  }

  #startBefore(nonce: string): number | undefined {
    this.#startsBefore ??= new Map(
      this.#log
        .read(0)
        .records.filter(({ start }) => start < this.#from)
        .map(({ start, body }) => [body.n, start]),
    );
    return this.#startsBefore.get(nonce);
  }

  /** Undefined for a record that is none of this version, or on which the program fails: it fails for every reader. */
  #take({ start, body }: PlacedRecord): FoldStep | undefined {
    const { decide, evolve, parseCommand, parseEvent, summarize } = this.#program;
    const before = this.run;
    try {
      const command = parseCommand(body.c);
      if (command === undefined) return undefined;
      const decision = body.at === start ? undefined : decide(before, command);
      const parsed = decision?.events ?? body.e.map(parseEvent);
      const events = parsed.filter((event) => event !== undefined);
      if (events.length < parsed.length) return undefined;
      const isRaced = decision !== undefined;
      const summary = isRaced ? summarize(decision) : body.d;
      const run = events.reduce(evolve, before);
      const record = { start, nonce: body.n, command, events, isRaced, summary };
      return { before, run, record, ...(isRaced && { decision }) };
    } catch {
      return undefined;
    }
  }
}

/**
 * Folds a log once, from its first record, without a snapshot: every step in order, and how many lines are no
 * records. Throws the errors of the log.
 */
export function foldLog(log: Log): { readonly steps: readonly FoldStep[]; readonly ignored: number } {
  const fold = new Fold(loopProgram, log);
  return { steps: fold.catchUp(), ignored: fold.ignored };
}
