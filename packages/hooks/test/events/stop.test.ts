import { type Command, continuation } from '@loopwright/core';
import { expect, test } from 'vitest';
import type { HookInput } from '../../src/hook-input.ts';
import { createLoop, createWorld, given, started, verified } from '../support/fake-ports.ts';
import { CALLED, said, transcriptOf, typed } from '../support/transcript.ts';

const COMPLETE = '<loop-done>COMPLETE</loop-done>';
const BLOCK =
  '---LOOP_STATUS---\nEXIT_SIGNAL: true\nCRITERIA: {"tests pass": true}\nSTUCK_COUNT: 0\nNEXT: none\n---END_STATUS---';
const scoped = [{ name: 'tests pass', check: { command: 'npm test', paths: ['src'] } }];
const GOES_ON = { kind: 'block', rule: 'continue' };
const DONE = { kind: 'allow', rule: 'done', ending: { kind: 'verified' } };

test.each<[string, readonly Command[], Partial<HookInput>, object]>([
  ['work that is left', [started()], { lastMessage: 'I fixed one.' }, { ...GOES_ON, iteration: 1 }],
  ['a proved claim', [started(), verified()], { lastMessage: `All green.\n\n${COMPLETE}` }, DONE],
  [
    'a claim on the paths that its check depends on',
    [started({ criteria: scoped }), verified('tree-1:src')],
    { lastMessage: COMPLETE },
    DONE,
  ],
  [
    'a signal that stands only inside a fence',
    [started(), verified()],
    { lastMessage: `Say it like this:\n\n\`\`\`\n${COMPLETE}\n\`\`\`` },
    GOES_ON,
  ],
  ['the exit signal of a status block', [started(), verified()], { lastMessage: BLOCK }, DONE],
  [
    'background work that will wake the session',
    [started()],
    { waitingFor: ['npm run build'] },
    { kind: 'allow', rule: 'waiting' },
  ],
  ['a check-in', [started({ shape: 'colleague' })], {}, { kind: 'allow', rule: 'needs-user' }],
])('%s is answered', async (_, before, fields, verdict) => {
  expect(await given(createWorld(), ...before).answer('Stop', fields)).toMatchObject({
    kind: 'stop',
    verdict,
  });
});

const WAITS = { kind: 'allow', rule: 'needs-user', need: 'remark' };
const [ASKED, ANSWER] = [typed('Why two files?'), said('Because of tests.')];

test.each<[string, readonly object[], object]>([
  ['the user’s question', [ASKED, ANSWER], WAITS],
  ['a remark', [typed('Use tabs.'), ANSWER], WAITS],
  ['a command of another plugin', [typed('<command-name>/review</command-name>'), ANSWER], WAITS],
  ['tools of an earlier turn', [CALLED, ASKED, ANSWER], WAITS],
  ['tools of an agent', [ASKED, { ...CALLED, isSidechain: true }, ANSWER], WAITS],
  ['a tool in between', [ASKED, CALLED, ANSWER], GOES_ON],
  [
    'a command of the loop',
    [
      typed('<command-message>loop:continue</command-message>\n<command-name>/loop:continue</command-name>'),
      ANSWER,
    ],
    GOES_ON,
  ],
  ['the client’s own prompt', [typed('Go on?', { turnOrigin: 'auto_continuation' }), ANSWER], GOES_ON],
  ['a wake-up', [typed('Go on?', { turnOrigin: 'scheduled', promptSource: 'system' }), ANSWER], GOES_ON],
  [
    'the end of a background task',
    [
      ASKED,
      ANSWER,
      typed('<task-notification>done</task-notification>', { turnOrigin: 'task_notification', isMeta: true }),
      ANSWER,
    ],
    GOES_ON,
  ],
  ['a queued prompt', [typed('And this?', { promptSource: 'queued' }), ANSWER], GOES_ON],
  ['an answer that is not written yet', [ASKED], GOES_ON],
  ['no transcript', [], GOES_ON],
])('an answer to %s without a tool', async (_, entries, verdict) => {
  const world = createLoop();
  const transcriptPath = transcriptOf(...entries);
  expect(await world.answer('Stop', { lastMessage: 'Because of tests.', transcriptPath })).toMatchObject({
    verdict,
  });
});

test.each<[string, Parameters<typeof createWorld>[0], Partial<HookInput>]>([
  ['headless', { isHeadless: true }, {}],
  ['in a turn that the hook continued', {}, { isContinuing: true }],
  ['of a client that names no last message', {}, { lastMessage: undefined }],
])('an answer to a question waits for nobody %s', async (_, environment, fields) => {
  const world = given(createWorld(environment), started());
  const transcriptPath = transcriptOf(ASKED, ANSWER);
  const answer = await world.answer('Stop', { lastMessage: 'Because of tests.', transcriptPath, ...fields });
  expect(answer).toMatchObject({ verdict: GOES_ON });
});

test('shows what it recorded in the views', async () => {
  const world = createLoop();
  await world.answer('Stop');
  expect([world.projections, world.run?.frames[0]?.iteration]).toEqual([1, 1]);
});

test.each([
  ['tree-2', { missing: [{ kind: 'criterion', name: 'tests pass', why: 'stale' }] }],
  [undefined, { unreadable: 'the tree is gone', missing: [{ why: 'stale' }] }],
])(
  'sends a claim back and says why when the work tree can not be read, or changed: %s',
  async (tree, why) => {
    const world = createLoop(verified('tree-1'));
    world.fingerprint = tree;
    expect(await world.answer('Stop', { lastMessage: COMPLETE })).toMatchObject({
      verdict: { kind: 'block', rule: 'unproved', ...why },
    });
  },
);

test('reads the work tree only when a claim rests on passed evidence', async () => {
  const world = createLoop();
  await world.answer('Stop', { lastMessage: COMPLETE });
  given(world, verified('tree-1', false));
  await world.answer('Stop', { lastMessage: COMPLETE });
  given(world, verified('tree-1'));
  await world.answer('Stop', { lastMessage: 'Still at work.' });
  expect(world.treeReads).toBe(0);
});

test('falls back to the transcript when the client sends no message', async () => {
  const world = createLoop();
  await world.answer('Stop', { transcriptPath: transcriptOf(said('Half of it.')) });
  expect(world.recorded.at(-1)).toMatchObject({ type: 'stop', messageLength: 11 });
});

test('takes over edits of state.json before it decides', async () => {
  const world = createLoop();
  await world.answer('Stop');
  expect(world.imports).toBe(1);
});

test('says nothing when a stop is not on record: it throws, and the edge lets go', async () => {
  const world = createLoop();
  world.isBroken = true;
  await expect(world.answer('Stop')).rejects.toThrow('could not be recorded: full');
});

test('does not block somebody who removed the loop meanwhile', async () => {
  const world = createLoop();
  world.isThere = false;
  expect(await world.answer('Stop')).toEqual({ kind: 'silent' });
});

test('lets go in plan mode without a word, proves no claim there, and goes on after it', async () => {
  const world = given(createWorld({ isHeadless: true }), started(), verified('tree-1'));
  for (const lastMessage of ['Here is my plan.', COMPLETE])
    expect(await world.answer('Stop', { lastMessage, isPlanning: true })).toEqual({ kind: 'silent' });
  expect(world.recorded.at(-1)).toMatchObject({ type: 'stop', isPlanning: true });
  expect([world.treeReads, world.run?.status]).toEqual([0, 'active']);
  expect(await world.answer('Stop', { lastMessage: 'I begin.' })).toMatchObject({
    verdict: { ...GOES_ON, iteration: 1 },
  });
});

test.each(['loop', 'issue', 'grind'] as const)(
  'a hold in mode %s names a signal that ends the loop, and does not end it when Claude repeats the hold',
  async (mode) => {
    const world = given(createWorld(), started({ mode }), verified());
    const held = await world.answer('Stop', { lastMessage: 'All is done.' });
    if (held.kind !== 'stop' || held.verdict.kind !== 'block') throw new Error('it was let go');
    const told = continuation(held.run, held.verdict);
    const [, signal = ''] = /Write `(<.+>)`/.exec(told) ?? [];
    expect(await world.answer('Stop', { lastMessage: told })).toMatchObject({ verdict: GOES_ON });
    const claim = { lastMessage: `All is done.\n\n${signal}` };
    expect(await world.answer('Stop', claim)).toMatchObject({ verdict: DONE });
  },
);

test('never checks in when headless', async () => {
  const world = given(createWorld({ isHeadless: true }), started({ shape: 'colleague' }));
  expect(await world.answer('Stop')).toMatchObject({ verdict: GOES_ON });
});

test('adopts a hand-written loop and decides on it at once, also after the session’s own is over', async () => {
  const { run } = createLoop();
  for (const world of [createWorld(), createLoop({ type: 'cancel', at: 1 })]) {
    expect(await world.answer('Stop')).not.toMatchObject({ verdict: GOES_ON });
    world.adoptable = run;
    expect(await world.answer('Stop')).toMatchObject({ verdict: GOES_ON });
  }
});

test('seed 002: open tasks of a named list hold a session without a loop once, and no plan', async () => {
  const world = createWorld();
  world.openTasks = ['A', 'B'];
  expect(await world.answer('Stop')).toMatchObject({ verdict: { kind: 'block', rule: 'unproved' } });
  for (const fields of [{ isContinuing: true }, { isPlanning: true }])
    expect(await world.answer('Stop', fields)).toEqual({ kind: 'silent' });
  world.openTasks = [];
  expect(await world.answer('Stop')).toEqual({ kind: 'silent' });
});

test('the usage is on record with the stop, and counted once', async () => {
  const world = createLoop();
  world.usage = { usd: 1.5, tokens: 1000 };
  expect(await world.answer('Stop')).toMatchObject({
    run: { usageMark: 'mark-1', frames: [{ spend: { usd: 1.5, tokens: 1000 } }] },
  });
  expect(world.tidied).toEqual(['mark-1']);
});

test('a claim on a journal that was changed by hand never ends as verified, and the end says so', async () => {
  const world = createLoop(verified('tree-1'));
  world.forged = 'record 2 of the journal was changed by hand';
  await world.answer('Stop', { lastMessage: COMPLETE });
  expect(world.run).toMatchObject({
    status: 'completed',
    ending: { kind: 'claimed', breach: world.forged },
  });
});
