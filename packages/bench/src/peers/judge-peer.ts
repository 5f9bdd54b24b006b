import { type Case, textOf } from '../accuracy/case.ts';
import type { FiledCase } from '../accuracy/load-corpus.ts';
import type { Outcome } from '../accuracy/score.ts';
import { runProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { createProject } from '../stage/project.ts';
import type { Peer } from './find-peers.ts';
import { stageLoopFor, stopPeer } from './stage-peer.ts';

/** The tags of our messages. */
const OURS = ['loop-done', 'loop-complete', 'LOOP_STATUS'];

/**
 * The cases that suit a hook of others: only about the last message, in a plain loop, with tags that it knows.
 * A hook with its own tag `promise` gets that tag in place of ours.
 */
export function casesFor(peer: Peer, cases: readonly FiledCase[]): readonly FiledCase[] {
  if (peer.tags.length === 0) return [];
  return cases.filter(isAboutWords).filter(({ message }) => {
    const text = textOf(message ?? []);
    const hasPromiseTag = text.includes('<promise>');
    return !hasPromiseTag && OURS.filter((tag) => text.includes(tag)).every((tag) => isKnown(peer, tag));
  });
}

/** Runs a case against a hook of others. If it lets go, the case counts as ended. */
export async function judgePeer(peer: Peer, testCase: FiledCase): Promise<Outcome> {
  const project = createProject('peer-case');
  try {
    stageLoopFor(peer, project);
    const message = textOf(testCase.message ?? [], testCase.lineEnd);
    const words = peer.tags.includes('loop-done') ? message : message.replaceAll('loop-done', 'promise');
    const ended = await runProcess(stopPeer(peer, project, words));
    const got = keepsGoing(ended) ? 'go on' : 'end';
    return {
      name: testCase.name,
      family: testCase.family,
      expect: testCase.expect,
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
