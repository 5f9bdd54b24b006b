import { addCounts } from './model/plans.ts';
import type { LoopEvent } from './model/event.ts';
import type { Run } from './model/run.ts';
import { criteria } from './evolve/criteria.ts';
import { lifecycle } from './evolve/lifecycle.ts';
import type { Reducers } from './evolve/change.ts';
import { tasks } from './evolve/tasks.ts';
import { usage } from './evolve/usage.ts';
import { workflow } from './evolve/workflow.ts';

/** Gives the run after an event. Total: it never throws, and an event that doesn't fit changes only the count. */
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
const reducers: Reducers = /* @__PURE__ */ Object.assign(
  {},
  lifecycle,
  criteria,
  /* @__PURE__ */ Object.assign({}, tasks, workflow, usage),
);

/** Gives the run that a history amounts to, beginning with `run` where one is given. Total, like `evolve`. */
export function fold(events: Iterable<LoopEvent>, run?: Run): Run | undefined {
  let folded = run;
  for (const event of events) folded = evolve(folded, event);
  return folded;
}
