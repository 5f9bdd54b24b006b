import { statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { loadCorpus } from '../../src/accuracy/load-corpus.ts';
import { runCases } from '../../src/accuracy/run-case.ts';
import { score } from '../../src/accuracy/score.ts';
import type { Section } from '../../src/figures/figure.ts';
import { findPeers, type Peer } from '../../src/peers/find-peers.ts';
import { casesFor, judgePeer } from '../../src/peers/judge-peer.ts';
import { stageLoopFor } from '../../src/peers/stage-peer.ts';
import { timePeers } from '../../src/peers/time-peers.ts';
import { measureCosts } from '../../src/process/cost.ts';
import { createProject } from '../../src/stage/project.ts';
import {
  AS_A_MODEL,
  AT_HOME,
  BESIDE,
  CARELESS,
  createFolder,
  HOOKS_FILE,
  IN_REPOSITORY,
  SHELL,
} from '../support/stand-ins.ts';

const FILES = {
  'careless/hooks/hooks.json': HOOKS_FILE,
  'careless/hooks/careless.mjs': CARELESS,
  'careless/scripts/stop-loop.sh': 'exit 1\n',
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

test('finds the Stop hooks of a hooks.json and scripts named after stopping, and nothing else', () => {
  const peers = findPeers(createFolder(FILES));
  expect(peers.map(({ name, language }) => `${name} ${language}`).toSorted()).toEqual([
    'careless/hooks/careless.mjs node',
    'python/stop_check.py python',
    'shell/hooks/stop-hook.sh bash',
  ]);
});

test('a command of a hooks.json names its plugin’s folder with and without braces', () => {
  const folder = createFolder({
    'plain/hooks/hooks.json': HOOKS_FILE.replace('${CLAUDE_PLUGIN_ROOT}', '$CLAUDE_PLUGIN_ROOT'),
    'plain/hooks/careless.mjs': CARELESS,
  });
  expect(findPeers(folder).map(({ name, tags }) => [name, tags])).toEqual([
    ['plain/hooks/careless.mjs', ['promise']],
  ]);
});

test('measures hooks of others without a loop, and with a loop if they hold there', () => {
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

function compare(files: Readonly<Record<string, string>>): Section {
  const timed = timePeers(findPeers(createFolder(files)));
  try {
    const costs = new Map([
      ...measureCosts(timed.measured, 2),
      ['no loop 24', { wallMs: [10], cpuMs: [], rssMb: [] }] as const,
      ['active loop 24', { wallMs: [20], cpuMs: [], rssMb: [] }] as const,
    ]);
    const [section] = timed.sections(costs, 24);
    if (!section) throw new Error('Nothing was compared.');
    return section;
  } finally {
    timed.remove();
  }
}

test('rewrites a loop before every turn, in the hook’s own format', () => {
  const { figures, unmeasured } = compare({
    'beside/hooks/stop.sh': BESIDE,
    'home/hooks/stop.sh': AT_HOME,
    'repository/hooks/stop.sh': IN_REPOSITORY,
  });
  expect(figures.map(({ what }) => what).toSorted()).toEqual([
    'beside/hooks/stop.sh: active loop',
    'beside/hooks/stop.sh: no loop',
    'home/hooks/stop.sh: active loop',
    'home/hooks/stop.sh: no loop',
    'repository/hooks/stop.sh: active loop',
    'repository/hooks/stop.sh: no loop',
  ]);
  expect(unmeasured).toEqual([]);
});

test('a hook that holds no loop is recognised and gets no figure for an active loop', () => {
  const { figures, unmeasured } = compare({
    'always/stop.sh': 'echo go on >&2; exit 2\n',
    'broken/stop.sh': '[ -e .gsd/STATE.md ] && exit 1; exit 0\n',
    'model/stop.sh': AS_A_MODEL,
    'unknown/stop.sh': 'exit 0\n',
  });
  expect(figures.map(({ what }) => what).toSorted()).toEqual([
    'always/stop.sh: active loop',
    'broken/stop.sh: no loop',
    'model/stop.sh: no loop',
    'unknown/stop.sh: no loop',
  ]);
  expect(unmeasured?.toSorted((one, other) => one.what.localeCompare(other.what))).toEqual([
    { what: 'always/stop.sh: no loop', why: 'holds without a loop' },
    { what: 'broken/stop.sh: active loop', why: 'fails on this machine while its loop runs' },
    { what: 'model/stop.sh: active loop', why: 'lets go although its loop runs: no active loop' },
    {
      what: 'unknown/stop.sh: active loop',
      why: 'how it writes a loop down is not known, and it holds nothing without one: no active loop',
    },
  ]);
});

test('the files of a loop are older than a hook’s waiting time for new files', () => {
  const peer = found(createFolder({ 'beside/stop.sh': BESIDE }), 'beside/stop.sh');
  const project = createProject('peer-age');
  onTestFinished(() => project.remove());
  stageLoopFor(peer, project);
  expect(Date.now() - statSync(project.at('.gsd/STATE.md')).mtimeMs).toBeGreaterThan(30_000);
});

test('without hooks of others the table has no section about them', () => {
  expect(timePeers([]).sections(new Map(), 24)).toEqual([]);
});

test('a careless hook ends the loop on a quoted signal, and gets our signals under its own tag', async () => {
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

test('a hook without a known tag gets no cases about words', () => {
  const peer = found(createFolder(FILES), 'shell/hooks/stop-hook.sh');
  expect(casesFor(peer, loadCorpus())).toEqual([]);
});
