import { rmSync } from 'node:fs';
import type { Figure, Section } from '../figures/figure.ts';
import { type Cost, costOf, type Measured, median, ms } from '../process/cost.ts';
import { timeProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { createProject } from '../stage/project.ts';
import { ORDINARY_MESSAGE } from '../rows/stop-scenes.ts';
import type { Peer } from './find-peers.ts';
import { stageLoopFor, stopPeer } from './stage-peer.ts';

/** Hooks of others, to be measured in the same turns as ours. */
export interface TimedPeers {
  readonly measured: readonly Measured[];
  readonly sections: (costs: ReadonlyMap<string, Cost>, major: number) => readonly Section[];
  readonly remove: () => void;
}

/** Prepares hooks of others: each in a folder without a loop, and in one with a loop if it goes on there. */
export function timePeers(peers: readonly Peer[]): TimedPeers {
  const stages = peers.map((peer) => {
    const [none, active] = [createProject('peer-none'), createProject('peer-active')] as const;
    const restore = (): void => {
      for (const folder of ['.claude', '.loop']) rmSync(active.at(folder), { recursive: true, force: true });
      stageLoopFor(active);
    };
    restore();
    const goesOn = keepsGoing(timeProcess(stopPeer(peer, active, ORDINARY_MESSAGE)));
    return { peer, none, active, restore, goesOn };
  });
  return {
    measured: stages.flatMap(({ peer, none, active, restore, goesOn }): Measured[] => {
      const idle = stopPeer(peer, none, ORDINARY_MESSAGE);
      const busy = stopPeer(peer, active, ORDINARY_MESSAGE);
      return [
        { name: `idle ${peer.name}`, invocation: () => idle, check: mustLetGo, isForeign: true },
        ...(goesOn
          ? [
              {
                name: `busy ${peer.name}`,
                prepare: restore,
                invocation: () => busy,
                check: mustGoOn,
                isForeign: true,
              },
            ]
          : []),
      ];
    }),
    sections: (costs, major) =>
      peers.length === 0
        ? []
        : [
            {
              title: 'Hooks of others, against ours',
              figures: stages.flatMap(({ peer, goesOn }) => [
                against(
                  `${peer.name}: no loop`,
                  costOf(costs, `idle ${peer.name}`),
                  costOf(costs, `no loop ${major}`),
                ),
                ...(goesOn ? [activeFigure(peer, costs, major)] : []),
              ]),
            },
          ],
    remove: () =>
      stages.forEach(({ none, active }) => {
        none.remove();
        active.remove();
      }),
  };
}

function activeFigure(peer: Peer, costs: ReadonlyMap<string, Cost>, major: number): Figure {
  const ours = costOf(costs, `active loop ${major}`);
  const figure = against(`${peer.name}: active loop`, costOf(costs, `busy ${peer.name}`), ours);
  return peer.language === 'bash' ? { ...figure, goal: { kind: 'at least', limit: 2.5 } } : figure;
}

/** How many times as long as ours theirs takes. */
function against(what: string, theirs: Cost, ours: Cost): Figure {
  const [their, our] = [median(theirs.wallMs), median(ours.wallMs)];
  return { what, value: their / our, unit: '×', measured: `ours ${ms(our)}, theirs ${ms(their)}` };
}

function mustGoOn(ended: Parameters<typeof keepsGoing>[0]): void {
  if (!keepsGoing(ended)) throw new Error('It went on before and no longer does.');
}

function mustLetGo(ended: Parameters<typeof keepsGoing>[0]): void {
  if (keepsGoing(ended)) throw new Error('It holds a session without a loop.');
}
