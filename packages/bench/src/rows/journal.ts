import { mainNode, type Measured, measureCosts, ratioFigure } from '../costs.ts';
import type { Figure } from '../figures.ts';
import { createProject, type Project, startLoop, stopHook, stopInput } from '../stage.ts';
import { checkContinues, ORDINARY_MESSAGE } from '../stops.ts';

/** Compares a stop with 10,000 events on record to one with ten. */
export function benchJournal(rounds: number): readonly Figure[] {
  const [short, long] = [withHistory(10), withHistory(10_000)];
  try {
    const cost = measureCosts([stopIn('short', short), stopIn('long', long)], rounds);
    const goal = { kind: 'at most', limit: 1.2 } as const;
    return [ratioFigure('10,000 events against 10', cost('long'), cost('short'), goal)];
  } finally {
    short.remove();
    long.remove();
  }
}

function stopIn(name: string, { path }: Project): Measured {
  const stdin = stopInput(path, { last_assistant_message: ORDINARY_MESSAGE });
  return { name, invocation: () => stopHook(mainNode().path, path, stdin), check: checkContinues };
}

/** A loop without limits, with this many recorded events. */
function withHistory(events: number): Project {
  const project = createProject('journal');
  const opened = startLoop(project.path, { limits: { iterations: null, budgetUsd: null } });
  while (opened.run.events < events) {
    const at = Date.now();
    opened.submit(
      opened.run.events % 2 === 0
        ? { type: 'stop', at, isContinuing: false, message: `message ${opened.run.events}` }
        : { type: 'observe', at, tools: 1, edits: [], errors: [] },
    );
  }
  opened.close();
  return project;
}
