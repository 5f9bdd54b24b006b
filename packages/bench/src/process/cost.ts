import type { Figure, Goal } from '../figures/figure.ts';
import { summarize } from '../figures/statistics.ts';
import {
  type Ended,
  type Invocation,
  probeProcess,
  timeProcess,
  type Timed,
  type Usage,
} from './run-process.ts';
import { interleave, samplesOf, type Subject } from './interleave.ts';

/** A process to measure, with a check of its answer. */
export interface Measured {
  readonly name: string;
  readonly prepare?: () => void;
  readonly invocation: () => Invocation;
  /** Throws on a wrong answer, which gets no figure. */
  readonly check: (ended: Ended) => void;
  /** Set if the process isn't Node and can't report its own usage. */
  readonly isForeign?: boolean;
}

/** The cost of a process. */
export interface Cost {
  readonly wallMs: readonly number[];
  /** Empty for processes without a report. */
  readonly cpuMs: readonly number[];
  readonly rssMb: readonly number[];
}

/** Measures processes in turns: first wall time without a probe, then their own usage with one. */
export function measureCosts(measured: readonly Measured[], rounds: number): ReadonlyMap<string, Cost> {
  const timed = interleave(
    measured.map((each) => subjectOf(each, timeProcess)),
    rounds,
  );
  const probed = interleave<Ended & Usage>(
    measured.filter(({ isForeign }) => !isForeign).map((each) => subjectOf(each, probeProcess)),
    Math.max(3, Math.ceil(rounds / 3)),
  );
  return new Map(
    measured.map(({ name }) => {
      const usages = probed.get(name) ?? [];
      return [
        name,
        {
          wallMs: samplesOf<Timed>(timed, name).map(({ wallMs }) => wallMs),
          cpuMs: usages.map(({ cpuMs }) => cpuMs),
          rssMb: usages.map(({ rssMb }) => rssMb),
        },
      ];
    }),
  );
}

function subjectOf<Sample extends Ended>(
  { name, prepare, invocation, check }: Measured,
  run: (invocation: Invocation) => Sample,
): Subject<Sample> {
  return {
    name,
    ...(prepare && { prepare }),
    measure: () => {
      const sample = run(invocation());
      try {
        check(sample);
      } catch (cause) {
        throw new Error(`${name} gave a wrong answer: ${sample.stdout}${sample.stderr}`, { cause });
      }
      return sample;
    },
  };
}

/** The cost by name; throws if it wasn't measured. */
export function costOf(costs: ReadonlyMap<string, Cost>, name: string): Cost {
  const cost = costs.get(name);
  if (!cost) throw new Error(`${name} was not measured.`);
  return cost;
}

/** A row that compares two processes measured in the same turns. */
export function ratioFigure(what: string, cost: Cost, base: Cost, goal?: Goal): Figure {
  const [own, other] = [summarize(cost.wallMs), summarize(base.wallMs)];
  const cpu =
    cost.cpuMs.length > 0 && base.cpuMs.length > 0
      ? `; processor ${ms(median(base.cpuMs))} → ${ms(median(cost.cpuMs))}, ${(median(cost.cpuMs) / median(base.cpuMs)).toFixed(2)} ×`
      : '';
  return {
    what,
    value: own.median / other.median,
    unit: '×',
    ...(goal && { goal }),
    measured: `${ms(other.median)} → ${ms(own.median)} (${own.low.toFixed(1)}–${own.high.toFixed(1)}, n ${own.count})${cpu}`,
  };
}

/** The middle value. */
export function median(samples: readonly number[]): number {
  return summarize(samples).median;
}

/** Formats milliseconds for a row. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
