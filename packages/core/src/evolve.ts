import { addCounts } from './model/add-counts.ts';
import type { LoopEvent } from './model/event.ts';
import type { Run } from './model/run.ts';
import { criteria } from './evolve/criteria.ts';
import { lifecycle } from './evolve/lifecycle.ts';
import type { ReducersOf } from './evolve/change.ts';
import { tasks } from './evolve/tasks.ts';
import { usage } from './evolve/usage.ts';
import { workflow } from './evolve/workflow.ts';

/**
 * Gives the run after an event. Total: it never throws, and an event that doesn't fit changes only the count.
 */
export function evolve(run: Run | undefined, event: LoopEvent): Run {
  if (event.type === 'opened')
    return { ...event.run, updatedAt: event.at, events: addCounts(run?.events ?? 0, 1) };
  if (!run) return { ...NOWHERE, updatedAt: event.at, events: 1 };
  const reduce = Object.hasOwn(reducers, event.type)
    ? (reducers[event.type] as (run: Run, event: LoopEvent) => Run)
    : undefined;
  const next = reduce ? reduce(run, event) : run;
  return { ...next, updatedAt: event.at, events: addCounts(run.events, 1) };
}

/** The run of a history without a beginning: aborted. */
const NOWHERE: Run = {
  id: '',
  session: '',
  status: 'aborted',
  createdAt: 0,
  updatedAt: 0,
  ttlMs: 0,
  isHeadless: false,
  frames: [],
  closed: [],
  usageMark: '',
  extras: {},
  events: 0,
};

// A spread would keep them in every bundle.
const reducers: ReducersOf<Exclude<LoopEvent['type'], 'opened'>> = /* @__PURE__ */ Object.assign(
  {},
  lifecycle,
  criteria,
  /* @__PURE__ */ Object.assign({}, tasks, workflow, usage),
);
