import { writeFileSync } from 'node:fs';
import { installedNodes } from '@loopwright/testkit';
import { measureCosts, ratioFigure } from '../costs.ts';
import type { Figure, Goal } from '../figures.ts';
import { createProject } from '../stage.ts';
import { checkSilent, createStops } from '../stops.ts';

const NO_LOOP: Goal = { kind: 'at most', limit: 1.1 };
const ACTIVE: Goal = { kind: 'at most', limit: 2 };
/** Node 20 can't keep compiled code. */
const ACTIVE_ON_20: Goal = { kind: 'at most', limit: 2.3 };

/** Compares the hook with an empty Node file on every installed Node. */
export function benchColdStart(rounds: number): readonly Figure[] {
  const project = createProject('empty');
  const { stops, remove } = createStops();
  try {
    const file = project.at('empty.cjs');
    writeFileSync(file, '');
    const empty = (command: string) => ({ command, args: [file], stdin: stops[0]?.stdin ?? '', env: {} });
    const cost = measureCosts(
      installedNodes.flatMap(({ major, path }) => [
        { name: `empty ${major}`, invocation: () => empty(path), check: checkSilent },
        ...stops.map(({ name, prepare = () => undefined, invocation, check }) => ({
          name: `${name} ${major}`,
          prepare,
          invocation: () => invocation(path),
          check,
        })),
      ]),
      rounds,
    );
    return installedNodes.flatMap(({ major }) =>
      stops.map(({ name }): Figure => {
        const goal = name !== 'active loop' ? NO_LOOP : major === 20 ? ACTIVE_ON_20 : ACTIVE;
        const what = `Node ${major}: ${name}`;
        return ratioFigure(what, cost(`${name} ${major}`), cost(`empty ${major}`), goal);
      }),
    );
  } finally {
    project.remove();
    remove();
  }
}
