import { expect, test } from 'vitest';
import { type Command, endingDetail, type Run } from '@loopwright/core';
import type { ToolCall } from '../src/hook-input.ts';
import { createWorld, given, NOON, started, type World } from './support/fake-ports.ts';

/** Number of realistic runs: each mixes Claude's work between stops with one kind of progress. */
const RUNS = 200;

/** The kinds of progress; `none` is the same work without any progress. */
const WAYS = ['steps', 'ticks', 'checks', 'tasks', 'waves', 'inner loops', 'stages'] as const;
type Way = (typeof WAYS)[number];

const TURNS = 12;
const names = (count: number, kind: string): string[] =>
  Array.from({ length: count }, (_, at) => `${kind} ${at}`);

/** mulberry32: small, seeded, good enough to choose by. */
function createChance(seed: number): { below(limit: number): number; of<T>(list: readonly T[]): T } {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (list) => list[below(list.length)] as never };
}

type Chance = ReturnType<typeof createChance>;

/** Opens a loop that moves in this way, with more to do than there are turns. */
function open(world: World, way: Way): void {
  const checked = names(TURNS + 2, 'check').map((name) => ({ name, check: { command: name } }));
  given(
    world,
    started({
      limits: { iterations: null, budgetUsd: null },
      criteria: way === 'ticks' ? names(TURNS + 2, 'part').map((name) => ({ name })) : checked,
      steps: names(TURNS + 2, 'step'),
      ...(way === 'stages' && { stage: 'intent' as const }),
      ...((way === 'tasks' || way === 'waves') && { stage: 'executing' as const }),
    }),
  );
  if (way === 'tasks' || way === 'waves') {
    for (const [at, subject] of names(TURNS + 2, 'task').entries()) {
      const blockedBy = way === 'waves' && at > 0 ? [String(at)] : [];
      given(world, { type: 'task', at: NOON, action: 'add', subject, blockedBy });
    }
  }
}

/** One thing gets done, in the way of this run. */
function move(world: World, way: Way, turn: number): void {
  const passed = (criterion: string, isPassed: boolean) => ({
    criterion,
    evidence: {
      id: `e${turn}`,
      at: NOON,
      passed: isPassed,
      exitCode: isPassed ? 0 : 1,
      durationMs: 5,
      fingerprint: `tree-${turn}`,
    },
  });
  const moves: Readonly<Record<Way, readonly Command[]>> = {
    steps: [{ type: 'step', at: NOON, action: 'done', step: `step ${turn}` }],
    ticks: [{ type: 'criterion', at: NOON, action: 'tick', name: `part ${turn}` }],
    // The checks before pass again, the one that passes now is new, and those behind it still fail.
    checks: [
      {
        type: 'verify',
        at: NOON,
        results: names(TURNS + 2, 'check').map((name, at) => passed(name, at !== 0 && at <= turn + 1)),
      },
    ],
    tasks: [{ type: 'task', at: NOON, action: 'complete', id: String(turn + 1) }],
    waves: [
      { type: 'wave', at: NOON, action: 'begin' },
      { type: 'task', at: NOON, action: 'complete', id: String(turn + 1) },
      { type: 'wave', at: NOON, action: 'finish' },
    ],
    'inner loops': [
      { type: 'push', at: NOON, frameId: `inner ${turn}`, spec: `issue ${turn}`, shape: 'tool' },
      { type: 'pop', at: NOON },
    ],
    stages:
      turn < 2
        ? [{ type: 'stage', at: NOON, stage: (['shape', 'decompose'] as const)[turn] ?? 'shape' }]
        : [{ type: 'step', at: NOON, action: 'done', step: `step ${turn}` }],
  };
  given(world, ...moves[way]);
}

const bash = (response: string): ToolCall => ({ name: 'Bash', input: { command: 'npm test' }, response });
const edit = (path: string): ToolCall => ({
  name: 'Edit',
  input: { file_path: path },
  response: `The file ${path} has been updated successfully.`,
});

/** Work beside the progress that sometimes looks like trouble. */
function noise(chance: Chance): ToolCall[][] {
  const file = `/p/src/${chance.below(3)}.ts`;
  const kinds: readonly ToolCall[][][] = [
    [],
    [[bash('ok')]],
    [[edit(file)], [bash('Exit code 1\nexpected 3 but got -1')]],
    // One file again and again, with the tests in between.
    Array.from({ length: 7 }, (_, at) => [edit(file), bash(`Exit code 1\ntest ${at} fails`)]),
    [[bash('Exit code 1\nboom')], [bash('Exit code 1\nboom')], [bash('ok')]],
    [[{ ...bash(''), response: "touch in '/p/x' needs approval." }], [bash('ok')]],
    [[edit(file), edit('/p/other.ts')], [bash('Exit code 2\nusage: x')]],
  ];
  return chance.of(kinds);
}

interface Outcome {
  readonly stops: number;
  readonly ending: Run['ending'];
}

/** Plays a run; `isMoving` says whether anything comes of the work. */
async function play(seed: number, progress: 'progress' | 'no progress'): Promise<Outcome> {
  const chance = createChance(seed);
  const way = WAYS[seed % WAYS.length] ?? 'steps';
  const world = createWorld();
  open(world, way);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const batches = noise(chance);
    const cut = chance.below(batches.length + 1);
    const observe = async (list: readonly ToolCall[][]): Promise<void> => {
      for (const toolCalls of list) await world.answer('PostToolBatch', { toolCalls });
    };
    await observe(batches.slice(0, cut));
    if (progress === 'progress') move(world, way, turn);
    await observe(batches.slice(cut));
    const lastMessage = chance.of(['Next.', 'Next.', `I did ${turn}.`, 'Working on it.']);
    const answer = await world.answer('Stop', { lastMessage, isContinuing: turn > 0 });
    if (answer.kind !== 'stop' || answer.verdict.kind !== 'block') {
      return { stops: turn + 1, ending: world.run?.ending };
    }
  }
  return { stops: TURNS, ending: world.run?.ending };
}

const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);
const playAll = (progress: 'progress' | 'no progress') =>
  Promise.all(seeds.map(async (seed) => ({ seed, ...(await play(seed, progress)) })));

test('no breaker fires in 200 generated runs that make progress, each in its way', async () => {
  const played = await playAll('progress');
  expect(played.filter(({ stops, ending }) => ending !== undefined || stops !== TURNS)).toEqual([]);
});

test('in every one of them a breaker fires as soon as nothing comes of the same work, and not always the same', async () => {
  const played = await playAll('no progress');
  const isStopped = ({ ending }: Outcome): boolean => ending?.kind === 'stuck' || ending?.kind === 'paused';
  expect(played.filter((one) => !isStopped(one))).toEqual([]);
  const ends = new Set(played.map(({ ending }) => endingDetail(ending!)));
  expect([...ends].sort()).toEqual(['same-criterion', 'same-error', 'same-file', 'same-message']);
});
