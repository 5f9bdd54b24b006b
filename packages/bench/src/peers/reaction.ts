import { ORDINARY_MESSAGE } from '../rows/stop-scenes.ts';
import { timeProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import type { Project } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';
import { stageLoopFor, stageProjectFor, stopPeer } from './stage-peer.ts';

/** What somebody's hook makes of an ordinary stop. */
export type Reaction = 'holds' | 'lets go' | 'fails';

/** Asks somebody's hook at an ordinary stop in this folder while its loop runs. */
export function reactionInLoop(peer: Peer, project: Project): Reaction {
  stageLoopFor(peer, project);
  return react(peer, project);
}

/** Asks somebody's hook at an ordinary stop in this folder where no loop runs. */
export function reactionOutside(peer: Peer, project: Project): Reaction {
  stageProjectFor(peer, project);
  return react(peer, project);
}

/** Why there is no active loop to be measured; undefined where there is one. */
export function obstacle(peer: Peer, reaction: Reaction): string | undefined {
  switch (reaction) {
    case 'holds':
      return undefined;
    case 'fails':
      return 'fails on this machine while its loop runs';
    case 'lets go':
      return peer.form
        ? 'lets go although its loop runs: no active loop'
        : 'how it writes a loop down is not known, and it holds nothing without one: no active loop';
  }
}

function react(peer: Peer, project: Project): Reaction {
  const ended = timeProcess(stopPeer(peer, project, ORDINARY_MESSAGE));
  if (keepsGoing(ended)) return 'holds';
  return ended.code === 0 ? 'lets go' : 'fails';
}
