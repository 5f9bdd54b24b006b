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

/** A process whose cost is measured, and what its answer must be. */
export interface Measured {
  readonly name: string;
  readonly prepare?: () => void;
  readonly invocation: () => Invocation;
  /** Throws when the answer is wrong: then there is nothing to measure. */
  readonly check: (ended: Ended) => void;
  /** Left out: a Node, which can tell what it used. */
  readonly isForeign?: boolean;
}

/** What a process costs. */
export interface Cost {
  readonly wallMs: readonly number[];
  /** Empty for processes that can't tell. */
  readonly cpuMs: readonly number[];
  readonly rssMb: readonly number[];
}

/** Measures processes in turns: by the clock without a probe in them, then their own account with one. */
export function measureCosts(measured: readonly Measured[], rounds: number): ReadonlyMap<string, Cost> {
  const timed = interleave(
    measured.map((one) => subjectOf(one, timeProcess)),
    rounds,
  );
  const probed = interleave<Ended & Usage>(
    measured.filter(({ isForeign }) => !isForeign).map((one) => subjectOf(one, probeProcess)),
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

/** The cost of something, which must have been measured. */
export function costOf(costs: ReadonlyMap<string, Cost>, name: string): Cost {
  const cost = costs.get(name);
  if (!cost) throw new Error(`${name} was not measured.`);
  return cost;
}

/** A row that holds one process against another, both measured in the same turns. */
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

/** The value in the middle. */
export function median(samples: readonly number[]): number {
  return summarize(samples).median;
}

/** Milliseconds, as rows say them. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
