import { continuation } from '@loopwright/core';
import { expect, test } from 'vitest';
import { handle } from '../../src/handle.ts';
import { createWorld, given, input, NOON, started, verified } from '../support/fake-ports.ts';
import { said, transcriptOf } from '../support/transcript.ts';

const COMPLETE = '<loop-done>COMPLETE</loop-done>';

test('sends Claude on while work is left, and counts', async () => {
  const world = createWorld();
  given(world, started());
  const answer = await handle('Stop', input({ lastMessage: 'I fixed one.' }), world.ports);
  expect(answer).toMatchObject({ kind: 'stop', verdict: { kind: 'block', rule: 'continue', iteration: 1 } });
  expect(world.run?.frames[0]?.iteration).toBe(1);
  expect(world.projections).toBe(1);
});

test('lets go when the claim is proved on the work as it is now', async () => {
  const world = createWorld();
  given(world, started(), verified('tree-1'));
  const answer = await handle('Stop', input({ lastMessage: `All green.\n\n${COMPLETE}` }), world.ports);
  expect(answer).toMatchObject({
    kind: 'stop',
    verdict: { kind: 'allow', rule: 'done', ending: { kind: 'verified' } },
  });
});

test('sends a claim back when a file changed after the check passed', async () => {
  const world = createWorld();
  given(world, started(), verified('tree-1'));
  world.fingerprint = 'tree-2';
  const answer = await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  expect(answer).toMatchObject({
    verdict: {
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests pass', why: 'stale' }],
    },
  });
});

test('sends a claim back and says why when the work tree can not be read', async () => {
  const world = createWorld();
  given(world, started(), verified('tree-1'));
  world.fingerprint = undefined;
  const answer = await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  expect(answer).toMatchObject({
    verdict: { kind: 'block', rule: 'unproved', unreadable: 'the tree is gone', missing: [{ why: 'stale' }] },
  });
});

test('reads the work tree only when a claim rests on passed evidence', async () => {
  const world = createWorld();
  given(world, started());
  await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  given(world, verified('tree-1', false));
  await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  given(world, verified('tree-1'));
  await handle('Stop', input({ lastMessage: 'Still at work.' }), world.ports);
  expect(world.treeReads).toBe(0);
});

test('asks for the identity of the paths that a check depends on', async () => {
  const world = createWorld();
  const criteria = [{ name: 'tests pass', check: { command: 'npm test', paths: ['src'] } }];
  given(world, started({ criteria }), verified('tree-1:src'));
  const answer = await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  expect(answer).toMatchObject({ verdict: { kind: 'allow', rule: 'done' } });
});

test('keeps going when the signal stands only inside a fence', async () => {
  const world = createWorld();
  given(world, started(), verified());
  const answer = await handle(
    'Stop',
    input({ lastMessage: `Say it like this:\n\n\`\`\`\n${COMPLETE}\n\`\`\`` }),
    world.ports,
  );
  expect(answer).toMatchObject({ verdict: { kind: 'block', rule: 'continue' } });
});

test('takes the exit signal and the criteria of a status block', async () => {
  const world = createWorld();
  given(world, started(), verified());
  const block =
    '---LOOP_STATUS---\nEXIT_SIGNAL: true\nCRITERIA: {"tests pass": true}\nSTUCK_COUNT: 0\nNEXT: none\n---END_STATUS---';
  const answer = await handle('Stop', input({ lastMessage: block }), world.ports);
  expect(answer).toMatchObject({ verdict: { kind: 'allow', rule: 'done' } });
});

test('falls back to the transcript when the client sends no message', async () => {
  const world = createWorld();
  given(world, started());
  await handle('Stop', input({ transcriptPath: transcriptOf(said('Half of it.')) }), world.ports);
  expect(world.recorded.at(-1)).toMatchObject({ type: 'stop', messageLength: 11 });
});

test('takes over edits of state.json before it decides', async () => {
  const world = createWorld();
  given(world, started());
  await handle('Stop', input(), world.ports);
  expect(world.imports).toBe(1);
});

test('says nothing when a stop is not on record: it throws, and the edge lets go', async () => {
  const world = createWorld();
  given(world, started());
  world.isBroken = true;
  await expect(handle('Stop', input(), world.ports)).rejects.toThrow('could not be recorded: full');
});

test('does not block somebody who removed the loop meanwhile', async () => {
  const world = createWorld();
  given(world, started());
  world.isThere = false;
  expect(await handle('Stop', input(), world.ports)).toEqual({ kind: 'silent' });
});

test('is silent in a session without a loop', async () => {
  expect(await handle('Stop', input(), createWorld().ports)).toEqual({ kind: 'silent' });
});

test('lets go while background work will wake the session', async () => {
  const world = createWorld();
  given(world, started());
  const answer = await handle('Stop', input({ waitingFor: ['npm run build'] }), world.ports);
  expect(answer).toMatchObject({ verdict: { kind: 'allow', rule: 'waiting' } });
});

test('lets go in plan mode without a word, proves no claim there, and goes on after it', async () => {
  const world = createWorld({ isHeadless: true });
  given(world, started(), verified('tree-1'));
  for (const lastMessage of ['Here is my plan.', COMPLETE])
    expect(await handle('Stop', input({ lastMessage, isPlanning: true }), world.ports)).toEqual({
      kind: 'silent',
    });
  expect(world.recorded.at(-1)).toMatchObject({ type: 'stop', isPlanning: true });
  expect([world.treeReads, world.run?.status]).toEqual([0, 'active']);
  expect(await handle('Stop', input({ lastMessage: 'I begin.' }), world.ports)).toMatchObject({
    verdict: { kind: 'block', rule: 'continue', iteration: 1 },
  });
});

test('a task list without a loop holds no plan either', async () => {
  const world = createWorld();
  world.openTasks = ['A'];
  expect(await handle('Stop', input({ isPlanning: true }), world.ports)).toEqual({ kind: 'silent' });
});

test.each(['loop', 'issue', 'grind'] as const)(
  'a hold in mode %s names a signal that ends the loop, and does not end it when Claude repeats the hold',
  async (mode) => {
    const world = createWorld();
    given(world, started({ mode }), verified());
    const held = await handle('Stop', input({ lastMessage: 'All is done.' }), world.ports);
    if (held.kind !== 'stop' || held.verdict.kind !== 'block') throw new Error('it was let go');
    const told = continuation(held.run, held.verdict);
    const [, signal = ''] = /Write `(<.+>)`/.exec(told) ?? [];
    expect(await handle('Stop', input({ lastMessage: told }), world.ports)).toMatchObject({
      verdict: { kind: 'block', rule: 'continue' },
    });
    expect(
      await handle('Stop', input({ lastMessage: `All is done.\n\n${signal}` }), world.ports),
    ).toMatchObject({
      verdict: { kind: 'allow', rule: 'done', ending: { kind: 'verified' } },
    });
  },
);

test('checks in with the user in colleague shape, and never when headless', async () => {
  const attended = createWorld();
  given(attended, started({ shape: 'colleague' }));
  expect(await handle('Stop', input(), attended.ports)).toMatchObject({
    verdict: { kind: 'allow', rule: 'needs-user' },
  });
  const headless = createWorld({ isHeadless: true });
  given(headless, started({ shape: 'colleague' }));
  expect(await handle('Stop', input(), headless.ports)).toMatchObject({
    verdict: { kind: 'block', rule: 'continue' },
  });
});

test('adopts a hand-written loop and decides on it at once', async () => {
  const world = createWorld();
  const written = createWorld();
  given(written, started());
  world.adoptable = written.run;
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'block', rule: 'continue' },
  });
});

test('seed 002: open tasks of a named list hold a session without a loop once', async () => {
  const world = createWorld();
  world.openTasks = ['A', 'B'];
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'block', rule: 'unproved' },
  });
  expect(await handle('Stop', input({ isContinuing: true }), world.ports)).toEqual({ kind: 'silent' });
  world.openTasks = [];
  expect(await handle('Stop', input(), world.ports)).toEqual({ kind: 'silent' });
});

test('open tasks of a named list are a proof that a loop lacks', async () => {
  const world = createWorld();
  given(world, started(), verified());
  world.openTasks = ['A'];
  expect(await handle('Stop', input({ lastMessage: COMPLETE }), world.ports)).toMatchObject({
    verdict: { rule: 'unproved', missing: [{ kind: 'task', subject: 'A' }] },
  });
});

test('an inner loop that ends hands over to the outer one in the same breath', async () => {
  const world = createWorld();
  given(world, started({ mode: 'grind', criteria: [] }), {
    type: 'push',
    at: NOON,
    frameId: 'inner',
    spec: 'issue 7',
    mode: 'issue',
    criteria: [],
  });
  const answer = await handle(
    'Stop',
    input({ lastMessage: '<issue-complete>DONE</issue-complete>' }),
    world.ports,
  );
  expect(answer).toMatchObject({
    verdict: { kind: 'block', rule: 'continue', popped: [{ kind: 'claimed' }] },
  });
  expect(world.run?.frames).toHaveLength(1);
});

test('the usage is on record with the stop, and counted once', async () => {
  const world = createWorld();
  given(world, started());
  world.usage = { usd: 1.5, tokens: 1000 };
  const answer = await handle('Stop', input(), world.ports);
  expect(answer).toMatchObject({
    run: { usageMark: 'mark-1', frames: [{ spend: { usd: 1.5, tokens: 1000 } }] },
  });
  expect(world.tidied).toEqual(['mark-1']);
});

test('a count that another hook was faster with is not kept', async () => {
  const world = createWorld();
  given(world, started());
  world.usage = { usd: 1, tokens: 10 };
  const { countUsage } = world.ports.openRun() ?? {};
  const stale = countUsage?.('');
  await handle('Stop', input(), world.ports);
  given(world, {
    type: 'observe',
    at: NOON,
    tools: 1,
    ...(stale && { spent: { ...stale.spent, from: '' } }),
  });
  expect(world.run?.frames[0]?.spend).toEqual({ usd: 1, tokens: 10 });
});

test('a budget that is used up pauses the loop', async () => {
  const world = createWorld();
  given(world, started({ limits: { budgetUsd: 2 } }));
  world.usage = { usd: 2, tokens: 10 };
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'allow', rule: 'limit', ending: { kind: 'paused', cause: { limit: 'budgetUsd' } } },
  });
});

test('a loop written down by hand after the session’s own is over is adopted too', async () => {
  const world = createWorld();
  given(world, started(), { type: 'cancel', at: NOON });
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'allow', rule: 'ended' },
  });
  const written = createWorld();
  given(written, started());
  world.adoptable = written.run;
  expect(await handle('Stop', input(), world.ports)).toMatchObject({
    verdict: { kind: 'block', rule: 'continue' },
  });
});

test('a claim on a journal that was changed by hand never ends as verified, and the end says so', async () => {
  const world = createWorld();
  given(world, started(), verified('tree-1'));
  world.forged = 'record 2 of the journal was changed by hand';
  await handle('Stop', input({ lastMessage: COMPLETE }), world.ports);
  expect(world.run).toMatchObject({
    status: 'completed',
    ending: {
      kind: 'claimed',
      breach: 'record 2 of the journal was changed by hand',
    },
  });
});
