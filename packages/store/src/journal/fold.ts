import type { Log } from '../log/log.ts';
import type { PlacedRecord } from './record.ts';

/**
 * Defines the commands of a journal, the decisions on them, and the state that they build. All functions are pure:
 * every reader of a race decides again and must get the same result.
 */
export interface Program<Run, Command, Event, Decision extends { readonly events: readonly Event[] }> {
  readonly decide: (run: Run | undefined, command: Command) => Decision;
  /** Total: never throws on any history of parsed events. */
  readonly evolve: (run: Run | undefined, event: Event) => Run;
  /** Undefined for a value that isn't a command of this version. */
  readonly parseCommand: (value: unknown) => Command | undefined;
  readonly parseEvent: (value: unknown) => Event | undefined;
  readonly parseRun: (value: unknown) => Run | undefined;
  /** The decision in short, for people who read the journal. */
  readonly summarize: (decision: Decision) => unknown;
  /** Part of every snapshot; a snapshot of another version is ignored. */
  readonly version: string;
}

/** One folded record. */
export interface FoldedRecord<Command, Event> {
  readonly start: number;
  readonly nonce: string;
  readonly command: Command;
  /** The effective events: the recorded ones, or after a race those of the second decision. */
  readonly events: readonly Event[];
  /** Another writer appended between this writer's read and its append. */
  readonly isRaced: boolean;
  readonly summary: unknown;
}

/** The result of one record. */
export interface FoldStep<Run, Command, Event, Decision> {
  readonly before: Run | undefined;
  readonly run: Run | undefined;
  readonly record: FoldedRecord<Command, Event>;
  /** Only after a race: the decision that replaced the writer's own. */
  readonly decision?: Decision;
}

/** Where a fold begins: at the start, or at a snapshot. */
export interface FoldBegin<Run> {
  readonly run: Run | undefined;
  readonly count: number;
  readonly ignored: number;
  readonly sources: readonly string[];
  /** The position in the log. */
  readonly from: number;
}

/** The fold of nothing. */
export const EMPTY: FoldBegin<never> = { run: undefined, count: 0, ignored: 0, sources: [], from: 0 };

/** The last position of a nonce before the start of the fold, or undefined. */
export type StartBefore = (nonce: string) => number | undefined;

/**
 * Folds records in file order. The same bytes always give the same run: a record keeps its events if its writer had
 * read all records before it; otherwise it is decided again on those records.
 */
export class Fold<Run, Command, Event, Decision extends { readonly events: readonly Event[] }> {
  run: Run | undefined;
  /** Records folded, from the first one of the journal. */
  count: number;
  /** The number of skipped lines and records. */
  ignored: number;
  /** The number of records before the place at which their writer appended them: something was cut out. */
  misplaced = 0;

  readonly #program: Program<Run, Command, Event, Decision>;
  /** The start of this fold; the snapshot covers the records before it. */
  readonly #from: number;
  readonly #startBefore: StartBefore;
  readonly #lastStart = new Map<string, number>();
  /** The sources of commands: a file that two readers find at once is imported once. */
  readonly sources: Set<string>;

  constructor(
    program: Program<Run, Command, Event, Decision>,
    begin: FoldBegin<Run>,
    startBefore: StartBefore,
  ) {
    this.#program = program;
    this.run = begin.run;
    this.count = begin.count;
    this.ignored = begin.ignored;
    this.#from = begin.from;
    this.sources = new Set(begin.sources);
    this.#startBefore = startBefore;
  }

  /** Folds one record, or counts it as ignored and returns undefined. Never throws. */
  add({ start, body }: PlacedRecord): FoldStep<Run, Command, Event, Decision> | undefined {
    const isNew = body.s === undefined || !this.sources.has(body.s);
    const step = isNew && this.#isValid(start, body.n, body.at) ? this.#tryTake({ start, body }) : undefined;
    if (body.at > start) this.misplaced += 1;
    if (step === undefined) {
      this.ignored += 1;
      return undefined;
    }
    this.#lastStart.set(body.n, start);
    if (body.s !== undefined) this.sources.add(body.s);
    this.run = step.run;
    this.count += 1;
    return step;
  }

  /** A writer can't have read records after its own, and its nonce can't be older than its read. */
  #isValid(start: number, nonce: string, at: number): boolean {
    if (at > start) return false;
    // A copy repeats its original, which lies between that read and the copy.
    if ((this.#lastStart.get(nonce) ?? -1) >= at) return false;
    return at >= this.#from || (this.#startBefore(nonce) ?? -1) < at;
  }

  /** A program fails on a record in the same way for every reader, so all readers skip it. */
  #tryTake(record: PlacedRecord): FoldStep<Run, Command, Event, Decision> | undefined {
    try {
      return this.#take(record);
    } catch {
      return undefined;
    }
  }

  #take({ start, body }: PlacedRecord): FoldStep<Run, Command, Event, Decision> | undefined {
    const command = this.#program.parseCommand(body.c);
    if (command === undefined) return undefined;
    const record = { start, nonce: body.n, command, summary: body.d };
    if (body.at === start) {
      const events = this.#parseEvents(body.e);
      return (
        events && {
          before: this.run,
          run: this.#evolve(events),
          record: { ...record, events, isRaced: false },
        }
      );
    }
    const decision = this.#program.decide(this.run, command);
    return {
      before: this.run,
      run: this.#evolve(decision.events),
      record: {
        ...record,
        events: decision.events,
        isRaced: true,
        summary: this.#program.summarize(decision),
      },
      decision,
    };
  }

  #parseEvents(values: readonly unknown[]): readonly Event[] | undefined {
    const events: Event[] = [];
    for (const value of values) {
      const event = this.#program.parseEvent(value);
      if (event === undefined) return undefined;
      events.push(event);
    }
    return events;
  }

  #evolve(events: readonly Event[]): Run | undefined {
    let run = this.run;
    for (const event of events) run = this.#program.evolve(run, event);
    return run;
  }
}

/**
 * Folds a log once, from its first record, without a snapshot: every step in order, and how many lines are no
 * records. Throws the errors of the log.
 */
export function foldLog<Run, Command, Event, Decision extends { readonly events: readonly Event[] }>(
  program: Program<Run, Command, Event, Decision>,
  log: Log,
): { readonly steps: readonly FoldStep<Run, Command, Event, Decision>[]; readonly ignored: number } {
  const fold = new Fold(program, EMPTY, () => undefined);
  const { records, ignored } = log.read(0);
  const steps = records.flatMap((record) => fold.add(record) ?? []);
  return { steps, ignored: ignored + fold.ignored };
}
