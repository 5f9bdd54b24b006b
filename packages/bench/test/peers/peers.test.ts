import { expect, test } from 'vitest';
import { loadCorpus } from '../../src/accuracy/load-corpus.ts';
import { runCases } from '../../src/accuracy/run-case.ts';
import { score } from '../../src/accuracy/score.ts';
import { findPeers, type Peer } from '../../src/peers/find-peers.ts';
import { casesFor, judgePeer } from '../../src/peers/judge-peer.ts';
import { timePeers } from '../../src/peers/time-peers.ts';
import { measureCosts } from '../../src/process/cost.ts';
import { CARELESS, createFolder, HOOKS_FILE, SHELL } from '../support/stand-ins.ts';

const FILES = {
  'careless/hooks/hooks.json': HOOKS_FILE,
  'careless/hooks/careless.mjs': CARELESS,
  'shell/hooks/stop-hook.sh': SHELL,
  'shell/hooks/session-start.sh': 'exit 0\n',
  'shell/tests/stop-hook-test.sh': 'exit 1\n',
  'broken/hooks/hooks.json': '{"hooks": ',
  'python/stop_check.py': 'pass\n',
  'notes/how-to-stop.md': '# text\n',
};

function found(folder: string, name: string): Peer {
  const peer = findPeers(folder).find((one) => one.name === name);
  if (!peer) throw new Error(`${name} was not found.`);
  return peer;
}

test('the Stop hooks of a hooks.json and scripts named after stopping are found, and nothing else', () => {
  const peers = findPeers(createFolder(FILES));
  expect(peers.map(({ name, language }) => `${name} ${language}`).toSorted()).toEqual([
    'careless/hooks/careless.mjs node',
    'python/stop_check.py python',
    'shell/hooks/stop-hook.sh bash',
  ]);
});

test('hooks of others are measured without a loop, and with one where they go on', () => {
  const peers = findPeers(createFolder(FILES)).filter(({ language }) => language !== 'python');
  const timed = timePeers(peers);
  try {
    const costs = new Map([
      ...measureCosts(timed.measured, 1),
      ['no loop 24', { wallMs: [10], cpuMs: [], rssMb: [] }] as const,
      ['active loop 24', { wallMs: [20], cpuMs: [], rssMb: [] }] as const,
    ]);
    const figures = timed.sections(costs, 24).flatMap((section) => section.figures);
    expect(figures.map(({ what }) => what).toSorted()).toEqual([
      'careless/hooks/careless.mjs: active loop',
      'careless/hooks/careless.mjs: no loop',
      'shell/hooks/stop-hook.sh: active loop',
      'shell/hooks/stop-hook.sh: no loop',
    ]);
    expect(
      figures.find(({ what }) => what.startsWith('shell/') && what.endsWith('active loop'))?.goal,
    ).toEqual({
      kind: 'at least',
      limit: 2.5,
    });
  } finally {
    timed.remove();
  }
});

test('where there are no hooks of others, nothing is said about them', () => {
  expect(timePeers([]).sections(new Map(), 24)).toEqual([]);
});

test('a careless hook ends the loop by a signal that is only shown, and ours are put to it as its own', async () => {
  const peer = found(createFolder(FILES), 'careless/hooks/careless.mjs');
  const cases = casesFor(peer, loadCorpus()).filter(({ name }) =>
    ['the signal alone', 'in a fence', 'the bare word'].includes(name),
  );
  const outcomes = await runCases(cases, (one) => judgePeer(peer, one));
  const { falseCompletions, missedCompletions } = score(outcomes);
  expect(outcomes).toHaveLength(3);
  expect(falseCompletions.map(({ name }) => name)).toEqual(['in a fence']);
  expect(missedCompletions).toEqual([]);
});

test('a hook that knows no tag is asked nothing about words', () => {
  const peer = found(createFolder(FILES), 'shell/hooks/stop-hook.sh');
  expect(casesFor(peer, loadCorpus())).toEqual([]);
});
