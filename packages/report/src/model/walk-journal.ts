import {
  type Check,
  decide,
  type Decision,
  type Ending,
  eventText,
  type Evidence,
  evolve,
  type Frame,
  type LoopEvent,
  type Run,
  type StopCommand,
} from '@loopwright/core';
import type { HistoryStep } from './history.ts';

/** What time can be spent on. */
export const TIME_KINDS = ['working', 'checks', 'waiting', 'user', 'rest'] as const;
export type TimeKind = (typeof TIME_KINDS)[number];

/** One iteration of a frame, from the stop that began it to the stop that ended it. */
export interface IterationTrace {
  readonly number: number;
  readonly startedAt: number;
  /** The frame as the last event of the iteration left it. */
  frame: Frame;
  /** Without pauses. */
  ms: number;
  /** The last stop in it. */
  stop?: StopTrace;
}

/** A frame from its push to its end. */
export interface FrameTrace {
  readonly id: string;
  /** How many frames lay below it. */
  readonly depth: number;
  readonly startedAt: number;
  endedAt: number;
  frame: Frame;
  /** Only for a frame that left the stack. */
  ending?: Ending;
  readonly iterations: Map<number, IterationTrace>;
}

/** A stop that left something on record. */
export interface StopTrace {
  /** Counted from 1 over the whole run. */
  readonly number: number;
  readonly before: Run;
  readonly after: Run;
  /** The top frame before the stop. */
  readonly frame: Frame;
  readonly command: StopCommand;
  /** As this version decides; another rule or verdict than on record means that the stop table has changed. */
  readonly decision: Decision;
  readonly rule: string;
  readonly verdict: 'allow' | 'block';
  readonly isRaced: boolean;
}

/** A check that ran. */
export interface CheckTrace {
  /** Counted from 1 over the whole run. */
  readonly number: number;
  readonly frame: Frame;
  readonly criterion: string;
  readonly check: Check | undefined;
  readonly evidence: Evidence;
}

/** An event in words. */
export interface Moment {
  readonly at: number;
  readonly frame: string;
  readonly iteration: number;
  readonly text: string;
}

/** Everything that happened to one run, in order. */
export interface RunTrace {
  readonly run: Run;
  readonly frames: ReadonlyMap<string, FrameTrace>;
  readonly stops: readonly StopTrace[];
  readonly checks: readonly CheckTrace[];
  readonly moments: readonly Moment[];
  readonly time: Readonly<Record<TimeKind, number>>;
  readonly records: number;
}

/** Walks a journal once, from its first record on; one trace for each run that was opened in it. */
export function walkJournal(steps: Iterable<HistoryStep>): readonly RunTrace[] {
  const walks: Walk[] = [];
  for (const step of steps) {
    const isOpening = step.record.events.some(({ type }) => type === 'opened');
    // A draft that is started is one run; a start after an end is another.
    if (walks.length === 0 || (isOpening && step.before?.status !== 'draft')) walks.push(new Walk());
    walks.at(-1)?.add(step);
  }
  return walks.flatMap((walk) => (walk.run ? [{ ...walk, run: walk.run }] : []));
}

class Walk {
  readonly frames = new Map<string, FrameTrace>();
  readonly stops: StopTrace[] = [];
  readonly checks: CheckTrace[] = [];
  readonly moments: Moment[] = [];
  readonly time: Record<TimeKind, number> = { working: 0, checks: 0, waiting: 0, user: 0, rest: 0 };
  records = 0;
  run: Run | undefined;
  #quiet: 'waiting' | 'user' | undefined;
  #at: number | undefined;

  add(step: HistoryStep): void {
    const { command, events } = step.record;
    this.records += 1;
    this.#spend(command.at, events);
    this.#quiet = undefined;
    this.run = step.before;
    for (const event of events) this.#addEvent(event, this.run);
    if (command.type === 'stop' && step.before && this.run) this.#addStop(step, command, this.run);
  }

  #addEvent(event: LoopEvent, before: Run | undefined): void {
    const top = before?.frames.at(-1);
    const run = evolve(before, event);
    this.run = run;
    if (event.type === 'opened') this.frames.clear();
    if (event.type === 'closed' && top) {
      const closed = this.frames.get(top.id);
      if (closed) Object.assign(closed, { ending: event.ending, endedAt: event.at });
    }
    if (event.type === 'let-go' && event.rule === 'waiting') this.#quiet = 'waiting';
    if (event.type === 'let-go' && event.rule === 'needs-user') this.#quiet = 'user';
    if (event.type === 'proved' && top) {
      const { name: criterion, evidence } = event;
      const check = top.criteria.find(({ name }) => name === criterion)?.check;
      this.checks.push({ number: this.checks.length + 1, frame: top, criterion, check, evidence });
    }
    for (const [depth, frame] of run.frames.entries()) this.#keepFrame(frame, depth, event.at);
    const { id = '', iteration = 0 } = top ?? run.frames.at(-1) ?? {};
    if (isShown(event))
      this.moments.push({ at: event.at, frame: id, iteration, text: eventText(event, before) });
  }

  #keepFrame(frame: Frame, depth: number, at: number): void {
    const { id, iteration: number } = frame;
    const trace = this.frames.get(id) ?? {
      id,
      depth,
      startedAt: at,
      endedAt: at,
      frame,
      iterations: new Map<number, IterationTrace>(),
    };
    this.frames.set(id, trace);
    trace.frame = frame;
    trace.endedAt = Math.max(trace.endedAt, at);
    const iteration = trace.iterations.get(number);
    if (iteration) iteration.frame = frame;
    else trace.iterations.set(number, { number, startedAt: at, frame, ms: 0 });
  }

  #addStop({ before, decision: decidedAgain, record }: HistoryStep, command: StopCommand, after: Run): void {
    const frame = before?.frames.at(-1);
    if (!before || !frame) return;
    const decision = decidedAgain ?? decide(before, command);
    const recorded = recordedVerdict(record.summary) ?? decision.verdict;
    if (!recorded) return;
    const stop: StopTrace = {
      number: this.stops.length + 1,
      before,
      after,
      frame,
      command,
      decision,
      rule: recorded.rule,
      verdict: 'kind' in recorded ? recorded.kind : recorded.verdict,
      isRaced: record.isRaced,
    };
    this.stops.push(stop);
    const iteration = this.#iterationOf(frame);
    if (!iteration) return;
    iteration.stop = stop;
    // The stop marks stale proofs in the same event that begins the next iteration.
    const found = after.frames.find(({ id }) => id === frame.id);
    if (found) iteration.frame = { ...iteration.frame, criteria: found.criteria };
  }

  /** Counts the time since the last record for the kind of work in that time. */
  #spend(at: number, events: readonly LoopEvent[]): void {
    const gap = Math.max(0, at - (this.#at ?? at));
    this.#at = Math.max(this.#at ?? at, at);
    const kind = this.run && TIME_OF[this.run.status];
    if (!kind) return;
    const checksMs = kind === 'working' && !this.#quiet ? Math.min(gap, checkTime(events)) : 0;
    this.time.checks += checksMs;
    this.time[kind === 'working' ? (this.#quiet ?? kind) : kind] += gap - checksMs;
    const frame = this.run?.frames.at(-1);
    const iteration = frame && this.#iterationOf(frame);
    if (iteration && kind !== 'rest') iteration.ms += gap;
  }

  #iterationOf(frame: Frame): IterationTrace | undefined {
    return this.frames.get(frame.id)?.iterations.get(frame.iteration);
  }
}

/** How time is spent in each status of a run; time after an end doesn't count. */
const TIME_OF: Readonly<Record<Run['status'], TimeKind | undefined>> = {
  active: 'working',
  draft: 'user',
  paused: 'rest',
  stuck: 'rest',
  completed: undefined,
  aborted: undefined,
  cancelled: undefined,
};

function checkTime(events: readonly LoopEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'proved' ? event.evidence.durationMs : 0), 0);
}

/** Counters and costs have their own places in a report, and a note is shown where it tells of trouble. */
function isShown(event: LoopEvent): boolean {
  switch (event.type) {
    case 'heard':
    case 'left':
    case 'observed':
    case 'spent':
    case 'kept':
      return false;
    case 'noted':
      return ['tick-undone', 'edit-refused', 'budget'].includes(event.note.kind);
    default:
      return true;
  }
}

/** The verdict on record. The decision is computed again and may come from another version. */
function recordedVerdict(summary: unknown): Pick<StopTrace, 'rule' | 'verdict'> | undefined {
  if (typeof summary !== 'object' || summary === null) return undefined;
  const { rule, verdict } = summary as { readonly rule?: unknown; readonly verdict?: unknown };
  if (typeof rule !== 'string' || (verdict !== 'allow' && verdict !== 'block')) return undefined;
  return { rule, verdict };
}
