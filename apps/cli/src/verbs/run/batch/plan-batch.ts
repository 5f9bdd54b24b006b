import { planWaves } from '@loopwright/core';
import type { Job } from './batch-memory.ts';

/** The working order of jobs, or the reasons against one. */
export type BatchPlan =
  | { readonly status: 'ok'; readonly order: readonly string[] }
  | { readonly status: 'impossible'; readonly problems: readonly string[] };

/** Orders jobs by their needs. Unknown names, circles and equal names are problems, one line each. */
export function planBatch(jobs: readonly Job[]): BatchPlan {
  const names = jobs.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  const { waves, cycles, missing } = planWaves(
    jobs.map(({ name, needs }) => ({ id: name, blockedBy: needs })),
  );
  const problems = [
    ...twice.map((name) => `Two specs are called ${name}.`),
    ...missing.map(({ id, blockedBy }) => `${id} needs ${blockedBy}, which is not among the specs.`),
    ...cycles.map((names) => `These need each other: ${names.join(' → ')}.`),
  ];
  return problems.length > 0 ? { status: 'impossible', problems } : { status: 'ok', order: waves.flat() };
}
