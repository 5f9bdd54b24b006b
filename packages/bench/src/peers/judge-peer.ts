import { type Case, textOf } from '../accuracy/case.ts';
import type { FiledCase } from '../accuracy/load-corpus.ts';
import type { Outcome } from '../accuracy/score.ts';
import { runProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { createProject } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';
import { stageLoopFor, stopPeer } from './stage-peer.ts';

/** What says something in our messages. */
const OURS = ['loop-done', 'loop-complete', 'LOOP_STATUS'];

/**
 * The cases that can be put to a hook of others: about the last message alone, in a plain loop, with the tags that
 * it knows. A hook whose own tag is `promise` is given that one in place of ours.
 */
export function casesFor(peer: Peer, cases: readonly FiledCase[]): readonly FiledCase[] {
  if (peer.tags.length === 0) return [];
  return cases.filter(isAboutWords).filter(({ message }) => {
    const text = textOf(message ?? []);
    const isOtherwiseMeant = text.includes('<promise>');
    return !isOtherwiseMeant && OURS.filter((tag) => text.includes(tag)).every((tag) => isKnown(peer, tag));
  });
}

/** Puts a case to a hook of others. That it lets go is all that can be seen of an end. */
export async function judgePeer(peer: Peer, one: FiledCase): Promise<Outcome> {
  const project = createProject('peer-case');
  try {
    stageLoopFor(peer, project);
    const message = textOf(one.message ?? [], one.lineEnd);
    const words = peer.tags.includes('loop-done') ? message : message.replaceAll('loop-done', 'promise');
    const ended = await runProcess(stopPeer(peer, project, words));
    const got = keepsGoing(ended) ? 'go on' : 'end';
    return {
      name: one.name,
      family: one.family,
      expect: one.expect,
      got,
      answer: ended.stdout || ended.stderr,
    };
  } finally {
    project.remove();
  }
}

function isKnown({ tags }: Peer, tag: string): boolean {
  return tags.includes(tag) || (tag === 'loop-done' && tags.includes('promise'));
}

function isAboutWords({ expect, loop, before, transcript, stop, env, message }: Case): boolean {
  const isPlain = [loop, before, transcript, stop, env].every((part) => part === undefined);
  return isPlain && message !== null && expect !== 'let go';
}
