import type { Section } from '../figures/figure.ts';
import { costOf, measureCosts, type Measured, ratioFigure } from '../process/cost.ts';
import { mainNode } from '../process/nodes.ts';
import { stopHook, stopInput } from '../stage/hook.ts';
import { createProject, type Project } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';
import type { Plan } from './plan.ts';
import { checkContinues, ORDINARY_MESSAGE } from './stop-setups.ts';

const SHORT = 10;
const LONG = 10_000;

/** Compares a stop with a long history to one with a short history. */
export function benchJournal({ rounds }: Plan): Section {
  const projects = [SHORT, LONG].map((events) => ({ events, project: withHistory(events) }));
  try {
    const costs = measureCosts(
      projects.map(({ events, project }) => stopIn(String(events), project)),
      rounds,
    );
    return {
      title: 'A long journal',
      figures: [
        ratioFigure('10,000 events against 10', costOf(costs, String(LONG)), costOf(costs, String(SHORT)), {
          kind: 'at most',
          limit: 1.2,
        }),
      ],
    };
  } finally {
    projects.forEach(({ project }) => project.remove());
  }
}

function stopIn(name: string, project: Project): Measured {
  const stdin = stopInput(project.path, { last_assistant_message: ORDINARY_MESSAGE });
  const { path } = mainNode();
  return { name, invocation: () => stopHook(path, project.path, stdin), check: checkContinues };
}

/** A loop without limits, with this many recorded events. */
function withHistory(events: number): Project {
  const project = createProject('journal');
  const opened = startLoop(project.path, { limits: { iterations: null, budgetUsd: null } });
  try {
    while (opened.run.events < events) {
      const isStop = opened.run.events % 2 === 0;
      const at = Date.now();
      opened.submit(
        isStop
          ? { type: 'stop', at, isContinuing: false, message: `message ${opened.run.events}` }
          : { type: 'observe', at, tools: 1, edits: [], errors: [] },
      );
    }
    return project;
  } finally {
    opened.close();
  }
}
