import {
  decide,
  evolve,
  type Check,
  type Decision,
  type Evidence,
  type Frame,
  type LoopEvent,
  type Run,
  type StopCommand,
} from '@loopwright/core';
import type { HistoryStep } from './history.ts';

/** What time can be spent on. */
export const TIME_KINDS = ['working', 'checks', 'waiting', 'user', 'rest'] as const;
export type TimeKind = (typeof TIME_KINDS)[number];
export type TimeSpent = Readonly<Record<TimeKind, number>>;

/** One iteration of a frame, from the stop that began it to the stop that ended it. */
export interface IterationTrace {
  readonly number: number;
  readonly startedAt: number;
  /** The frame as the last event of the iteration left it. */
  readonly frame: Frame;
  readonly time: TimeSpent;
  /** Places in `RunTrace.stops`. */
  readonly stops: readonly number[];
}

/** A frame from its push to its end. */
export interface FrameTrace {
  readonly id: string;
  /** How many frames lay below it. */
  readonly depth: number;
  readonly frame: Frame;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Ordered by their beginning. */
  readonly iterations: readonly IterationTrace[];
}

/** A stop that left something on record. */
export interface StopTrace {
  readonly at: number;
  readonly frameId: string;
  readonly iteration: number;
  readonly before: Run;
  readonly after: Run;
  readonly command: StopCommand;
  readonly decision: Decision;
  /** The rule that the record names; another one in `decision` means that today's table would differ. */
  readonly rule: string;
  readonly verdict: 'allow' | 'block';
  readonly isRaced: boolean;
}

/** A check that ran. */
export interface CheckTrace {
  readonly frameId: string;
  readonly iteration: number;
  readonly criterion: string;
  readonly check: Check | undefined;
  readonly evidence: Evidence;
}

/** An event, the run right after it, and the frame that was on top before it. */
export interface EventTrace {
  readonly event: LoopEvent;
  readonly frame: Frame | undefined;
  readonly after: Run;
}

/** Everything that happened to one run, in order, with nothing put into words yet. */
export interface RunTrace {
  readonly run: Run;
  readonly frames: readonly FrameTrace[];
  readonly stops: readonly StopTrace[];
  readonly checks: readonly CheckTrace[];
  readonly events: readonly EventTrace[];
  readonly time: TimeSpent;
  readonly records: number;
}

/** Follows a journal from its first record on; one trace for each run that was opened in it. */
export function traceRuns(steps: Iterable<HistoryStep>): readonly RunTrace[] {
  const tracers: Tracer[] = [];
  for (const step of steps) {
    const isOpening = step.record.events.some(({ type }) => type === 'opened');
    // A draft that is started is one run; a start after an end is another.
    if (tracers.length === 0 || (isOpening && step.before?.status !== 'draft')) tracers.push(new Tracer());
    tracers.at(-1)?.add(step);
  }
  return tracers.flatMap((tracer) => tracer.trace() ?? []);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OpenIteration = Mutable<Omit<IterationTrace, 'time' | 'stops'>> & {
  time: Mutable<TimeSpent>;
  stops: number[];
};
type OpenFrame = Mutable<Omit<FrameTrace, 'iterations'>> & { iterations: Map<number, OpenIteration> };

class Tracer {
  readonly #frames = new Map<string, OpenFrame>();
  readonly #stops: StopTrace[] = [];
  readonly #checks: CheckTrace[] = [];
  readonly #events: EventTrace[] = [];
  readonly #time = noTime();
  #run: Run | undefined;
  #quiet: 'waiting' | 'user' | undefined;
  #at: number | undefined;
  #records = 0;

  add(step: HistoryStep): void {
    const { command, events } = step.record;
    this.#records += 1;
    this.#spend(command.at, events);
    this.#quiet = undefined;
    let run = step.before;
    for (const event of events) {
      const frame = run?.frames.at(-1);
      run = evolve(run, event);
      this.#addEvent(event, frame, run);
    }
    if (command.type === 'stop' && step.before && step.run)
      this.#addStop(step, step.before, command, step.run);
    this.#run = run;
  }

  trace(): RunTrace | undefined {
    if (!this.#run) return undefined;
    return {
      run: this.#run,
      frames: [...this.#frames.values()].map((one) => ({ ...one, iterations: [...one.iterations.values()] })),
      stops: this.#stops,
      checks: this.#checks,
      events: this.#events,
      time: this.#time,
      records: this.#records,
    };
  }

  #addEvent(event: LoopEvent, frame: Frame | undefined, run: Run): void {
    if (event.type === 'opened') this.#frames.clear();
    const closing = event.type === 'closed' && frame ? this.#frames.get(frame.id) : undefined;
    if (closing) closing.endedAt = Math.max(closing.endedAt, event.at);
    if (event.type === 'let-go') {
      if (event.rule === 'waiting') this.#quiet = 'waiting';
      if (event.rule === 'needs-user') this.#quiet = 'user';
    }
    if (event.type === 'proved' && frame) {
      const check = frame.criteria.find(({ name }) => name === event.name)?.check;
      this.#checks.push({
        frameId: frame.id,
        iteration: frame.iteration,
        criterion: event.name,
        check,
        evidence: event.evidence,
      });
    }
    run.frames.forEach((one, depth) => this.#keepFrame(one, depth, event.at));
    this.#events.push({ event, frame, after: run });
  }

  #keepFrame(frame: Frame, depth: number, at: number): void {
    const known = this.#frames.get(frame.id);
    // Most events leave the frames below the top as they are.
    if (known?.frame === frame) {
      known.endedAt = Math.max(known.endedAt, at);
      return;
    }
    const open = known ?? {
      id: frame.id,
      depth,
      frame,
      startedAt: at,
      endedAt: at,
      iterations: new Map<number, OpenIteration>(),
    };
    this.#frames.set(frame.id, open);
    open.frame = frame;
    open.endedAt = Math.max(open.endedAt, at);
    const iteration = open.iterations.get(frame.iteration);
    if (iteration) iteration.frame = frame;
    else {
      open.iterations.set(frame.iteration, {
        number: frame.iteration,
        startedAt: at,
        frame,
        time: noTime(),
        stops: [],
      });
    }
  }

  #addStop(step: HistoryStep, before: Run, command: StopCommand, after: Run): void {
    const frame = before.frames.at(-1);
    const decision = step.decision ?? decide(before, command);
    const recorded = recordedVerdict(step.record.summary) ?? decision.verdict;
    if (!frame || !recorded) return;
    const iteration = this.#iterationOf(frame);
    if (iteration) {
      iteration.stops.push(this.#stops.length);
      // The stop marks stale proofs in the same event that begins the next iteration.
      const found = after.frames.find(({ id }) => id === frame.id);
      if (found) iteration.frame = { ...iteration.frame, criteria: found.criteria };
    }
    this.#stops.push({
      at: command.at,
      frameId: frame.id,
      iteration: frame.iteration,
      before,
      after,
      command,
      decision,
      rule: recorded.rule,
      verdict: 'kind' in recorded ? recorded.kind : recorded.verdict,
      isRaced: step.record.isRaced,
    });
  }

  /** Counts the time since the last record for the kind of work in that time. */
  #spend(at: number, events: readonly LoopEvent[]): void {
    const gap = Math.max(0, at - (this.#at ?? at));
    this.#at = Math.max(this.#at ?? at, at);
    const kind = this.#run && kindOf(this.#run, this.#quiet);
    if (!this.#run || !kind) return;
    const frame = this.#run.frames.at(-1);
    const iteration = frame && this.#iterationOf(frame);
    const buckets = iteration ? [this.#time, iteration.time] : [this.#time];
    const checksMs = kind === 'working' ? Math.min(gap, checkTime(events)) : 0;
    for (const bucket of buckets) {
      bucket.checks += checksMs;
      bucket[kind] += gap - checksMs;
    }
  }

  #iterationOf(frame: Frame): OpenIteration | undefined {
    return this.#frames.get(frame.id)?.iterations.get(frame.iteration);
  }
}

function noTime(): Mutable<TimeSpent> {
  return { working: 0, checks: 0, waiting: 0, user: 0, rest: 0 };
}

function kindOf({ status }: Run, quiet: 'waiting' | 'user' | undefined): TimeKind | undefined {
  switch (status) {
    case 'active':
      return quiet ?? 'working';
    case 'draft':
      return 'user';
    case 'paused':
    case 'stuck':
      return 'rest';
    case 'completed':
    case 'aborted':
    case 'cancelled':
      return undefined;
  }
}

function checkTime(events: readonly LoopEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'proved' ? event.evidence.durationMs : 0), 0);
}

/** The verdict on record. The decision is computed again and may come from another version. */
function recordedVerdict(
  summary: unknown,
): { readonly rule: string; readonly verdict: 'allow' | 'block' } | undefined {
  if (typeof summary !== 'object' || summary === null) return undefined;
  const { rule, verdict } = summary as { readonly rule?: unknown; readonly verdict?: unknown };
  if (typeof rule !== 'string' || (verdict !== 'allow' && verdict !== 'block')) return undefined;
  return { rule, verdict };
}
