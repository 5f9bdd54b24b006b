import type { Figure, Section, Unmeasured } from '../figures/figure.ts';
import { type Cost, costOf, type Measured, median, ms } from '../process/cost.ts';
import type { Ended } from '../process/run-process.ts';
import { ORDINARY_MESSAGE } from '../rows/stop-setups.ts';
import { keepsGoing } from '../stage/answer.ts';
import { createProject, type Project } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';
import { obstacle, type Reaction, reactionInLoop, reactionOutside } from './reaction.ts';
import { stageLoopFor, stageProjectFor, stopPeer } from './stage-peer.ts';

/** Hooks of others, measured in the same turns as ours. */
export interface TimedPeers {
  readonly measured: readonly Measured[];
  readonly sections: (costs: ReadonlyMap<string, Cost>, major: number) => readonly Section[];
  readonly remove: () => void;
}

interface Stage {
  readonly peer: Peer;
  readonly none: Project;
  readonly active: Project;
  readonly outside: Reaction;
  readonly inLoop: Reaction;
}

/** Prepares hooks of others: without a loop if the hook lets go there, and with a loop if it holds there. */
export function timePeers(peers: readonly Peer[]): TimedPeers {
  const stages = peers.map((peer): Stage => {
    const [none, active] = [createProject('peer-none'), createProject('peer-active')] as const;
    const outside = reactionOutside(peer, none);
    return { peer, none, active, outside, inLoop: reactionInLoop(peer, active) };
  });
  return {
    measured: stages.flatMap((stage) => [...idle(stage), ...busy(stage)]),
    sections: (costs, major) => (peers.length === 0 ? [] : [compare(stages, costs, major)]),
    remove: () =>
      stages.forEach(({ none, active }) => {
        none.remove();
        active.remove();
      }),
  };
}

function idle({ peer, none, outside }: Stage): Measured[] {
  if (outside !== 'lets go') return [];
  const invocation = stopPeer(peer, none, ORDINARY_MESSAGE);
  return [
    {
      name: `idle ${peer.name}`,
      prepare: () => stageProjectFor(peer, none),
      invocation: () => invocation,
      check: mustLetGo,
      isForeign: true,
    },
  ];
}

function busy({ peer, active, inLoop }: Stage): Measured[] {
  if (inLoop !== 'holds') return [];
  const invocation = stopPeer(peer, active, ORDINARY_MESSAGE);
  return [
    {
      name: `busy ${peer.name}`,
      prepare: () => stageLoopFor(peer, active),
      invocation: () => invocation,
      check: mustHold,
      isForeign: true,
    },
  ];
}

function compare(stages: readonly Stage[], costs: ReadonlyMap<string, Cost>, major: number): Section {
  return {
    title: 'Hooks of others, against ours',
    figures: stages.flatMap(({ peer, outside, inLoop }) => [
      ...(outside === 'lets go' ? [idleFigure(peer, costs, major)] : []),
      ...(inLoop === 'holds' ? [activeFigure(peer, costs, major)] : []),
    ]),
    unmeasured: stages.flatMap(({ peer, outside, inLoop }): Unmeasured[] => {
      const why = obstacle(peer, inLoop);
      return [
        ...(outside === 'lets go'
          ? []
          : [{ what: `${peer.name}: no loop`, why: `${outside} without a loop` }]),
        ...(why === undefined ? [] : [{ what: `${peer.name}: active loop`, why }]),
      ];
    }),
  };
}

function idleFigure(peer: Peer, costs: ReadonlyMap<string, Cost>, major: number): Figure {
  return against(
    `${peer.name}: no loop`,
    costOf(costs, `idle ${peer.name}`),
    costOf(costs, `no loop ${major}`),
  );
}

function activeFigure(peer: Peer, costs: ReadonlyMap<string, Cost>, major: number): Figure {
  const ours = costOf(costs, `active loop ${major}`);
  const figure = against(`${peer.name}: active loop`, costOf(costs, `busy ${peer.name}`), ours);
  return peer.language === 'bash' ? { ...figure, goal: { kind: 'at least', limit: 2.5 } } : figure;
}

/** The ratio of their time to ours. */
function against(what: string, theirs: Cost, ours: Cost): Figure {
  const [their, our] = [median(theirs.wallMs), median(ours.wallMs)];
  return { what, value: their / our, unit: '×', measured: `ours ${ms(our)}, theirs ${ms(their)}` };
}

function mustHold(ended: Ended): void {
  if (!keepsGoing(ended)) throw new Error('It held before and no longer does.');
}

function mustLetGo(ended: Ended): void {
  if (keepsGoing(ended)) throw new Error('It let go before and no longer does.');
}
