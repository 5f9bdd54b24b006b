import { ORDINARY_MESSAGE } from '../rows/stop-setups.ts';
import { timeProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import type { Project } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';
import { stageLoopFor, stageProjectFor, stopPeer } from './stage-peer.ts';

/** A peer's answer to an ordinary stop. */
export type Reaction = 'holds' | 'lets go' | 'fails';

/** Runs a peer on an ordinary stop in this folder while its loop runs. */
export function reactionInLoop(peer: Peer, project: Project): Reaction {
  stageLoopFor(peer, project);
  return react(peer, project);
}

/** Runs a peer on an ordinary stop in this folder without a loop. */
export function reactionOutside(peer: Peer, project: Project): Reaction {
  stageProjectFor(peer, project);
  return react(peer, project);
}

/** Why the bench can't measure an active loop; undefined if it can. */
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
