import assert from 'node:assert/strict';
import {
  planWaves,
  progressMarkdown,
  type Run,
  toCriteriaState,
  toStackState,
  toWorkflowState,
} from '@loopwright/core';
import { projectViews } from '@loopwright/store';
import type { Figure, Section } from '../figures/figure.ts';
import { summarize } from '../figures/statistics.ts';
import { ms } from '../process/cost.ts';
import { createProject } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';
import type { Plan } from './plan.ts';

const TASKS = 10_000;
const EDGES = 3;

/** Plans and shows ten thousand tasks, and writes the views of an ordinary loop. */
export function benchTasks({ rounds }: Plan): Section {
  const run = withTasks();
  const { tasks = [] } = run.frames.at(-1) ?? {};
  return {
    title: 'Tasks and views, in a warm process',
    figures: [
      time('waves of 10,000 tasks with 30,000 dependencies', rounds, () => {
        const { waves, cycles } = planWaves(tasks);
        assert.equal(waves.flat().length, TASKS);
        assert.equal(cycles.length, 0);
      }),
      time('PROGRESS.md of 10,000 tasks', rounds, () => {
        assert.match(progressMarkdown(run), /10000|10,000/);
      }),
      time('the three states of 10,000 tasks', rounds, () => {
        assert.equal(toCriteriaState(run)?.spec, 'make the tests pass');
        assert.equal(toStackState(run)?.schema, 1);
        toWorkflowState(run);
      }),
      benchViews(rounds),
    ],
  };
}

function benchViews(rounds: number): Figure {
  const project = createProject('views');
  const opened = startLoop(project.path, {
    criteria: Array.from({ length: 10 }, (_, index) => ({ name: `criterion ${index}` })),
    steps: Array.from({ length: 20 }, (_, index) => `step ${index}`),
    limits: { iterations: null },
  });
  try {
    return time('all views of a loop with 10 criteria and 20 steps, on disk', rounds, () => {
      opened.submit({ type: 'signal', at: Date.now(), isDone: !opened.run.frames.at(-1)?.exitSignal });
      const { failed } = projectViews(opened, Date.now());
      assert.deepEqual(failed, []);
      assert.deepEqual(failed, []);
    });
  } finally {
    opened.close();
    project.remove();
  }
}

function time(what: string, rounds: number, work: () => void): Figure {
  work();
  const samples = Array.from({ length: Math.max(10, rounds) }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  const { median, low, high, count } = summarize(samples);
  return { what, value: median, unit: 'ms', measured: `${ms(low)}–${ms(high)}, n ${count}` };
}

/** A run with this many tasks, each blocked by three earlier ones. Pseudo-random but the same on every run. */
function withTasks(): Run {
  const project = createProject('tasks');
  const opened = startLoop(project.path);
  opened.close();
  project.remove();
  const [frame] = opened.run.frames;
  assert.ok(frame);
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    id: String(index + 1),
    subject: `task ${index + 1}`,
    description: '',
    status: index < TASKS / 2 ? ('completed' as const) : ('pending' as const),
    blocks: [],
    blockedBy: Array.from({ length: index < EDGES ? 0 : EDGES }, () => String(random(index) + 1)),
    metadata: {},
  }));
  return { ...opened.run, frames: [{ ...frame, tasks }] };
}
