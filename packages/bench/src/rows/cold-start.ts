import { writeFileSync } from 'node:fs';
import type { Figure, Goal, Section } from '../figures/figure.ts';
import { type Cost, costOf, measureCosts, type Measured, median, ratioFigure } from '../process/cost.ts';
import { installedNodes, mainNode } from '../process/nodes.ts';
import { timePeers } from '../peers/time-peers.ts';
import type { Peer } from '../peers/find-peers.ts';
import { createProject } from '../stage/project.ts';
import { checkSilent, createStopSetups, type StopSetup } from './stop-setups.ts';
import type { Plan } from './plan.ts';

const NO_LOOP: Goal = { kind: 'at most', limit: 1.1 };
const ACTIVE: Goal = { kind: 'at most', limit: 2 };
/** Node 20 can't keep compiled code. */
const ACTIVE_ON_20: Goal = { kind: 'at most', limit: 2.3 };

/** Compares the hook with an empty Node file on every installed Node, and with hooks of others if given. */
export function benchColdStart({ rounds }: Plan, peers: readonly Peer[]): readonly Section[] {
  const empty = createProject('empty');
  const { setups, remove } = createStopSetups();
  const foreign = timePeers(peers);
  try {
    writeFileSync(empty.at('empty.cjs'), '');
    const nodes = installedNodes();
    const costs = measureCosts(
      [
        ...nodes.flatMap(({ major, path }) => [
          emptyFile(`empty ${major}`, path, empty.at('empty.cjs'), setups[0]?.stdin ?? ''),
          ...setups.map((setup) => ours(`${setup.name} ${major}`, path, setup)),
        ]),
        ...foreign.measured,
      ],
      rounds,
    );
    const figures = nodes.flatMap(({ major }) =>
      setups.map(({ name }): Figure => {
        const goal = name !== 'active loop' ? NO_LOOP : major === 20 ? ACTIVE_ON_20 : ACTIVE;
        const what = `Node ${major}: ${name}, against an empty file`;
        return ratioFigure(what, costOf(costs, `${name} ${major}`), costOf(costs, `empty ${major}`), goal);
      }),
    );
    return [
      { title: 'A stop, as a process', figures },
      { title: 'Memory of a stop', figures: memoryFigures(costs, mainNode(nodes).major) },
      ...foreign.sections(costs, mainNode(nodes).major),
    ];
  } finally {
    empty.remove();
    remove();
    foreign.remove();
  }
}

function memoryFigures(costs: ReadonlyMap<string, Cost>, major: number): Figure[] {
  const emptyMb = median(costOf(costs, `empty ${major}`).rssMb);
  return ['no loop', 'active loop'].map((name) => {
    const { rssMb } = costOf(costs, `${name} ${major}`);
    return {
      what: `Node ${major}: ${name}, beyond an empty file`,
      value: median(rssMb) - emptyMb,
      unit: 'MB',
      measured: `${emptyMb.toFixed(1)} → ${median(rssMb).toFixed(1)} MB at the most`,
    };
  });
}

function emptyFile(name: string, node: string, file: string, stdin: string): Measured {
  return { name, invocation: () => ({ command: node, args: [file], stdin, env: {} }), check: checkSilent };
}

function ours(name: string, node: string, setup: StopSetup): Measured {
  return { name, prepare: setup.prepare, invocation: () => setup.invocation(node), check: setup.check };
}
