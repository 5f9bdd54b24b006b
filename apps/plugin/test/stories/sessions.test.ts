// @module-tag deep
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import {
  backgroundBuild,
  castModel,
  COMPLETE,
  continuations,
  finish,
  loop,
  mend,
  setStage,
  startLoop,
  stopAnswers,
  toldTo,
} from '../support/stage.ts';

const announced = '[LOOP RESUME] Active loop detected';
const takeOver = 'It belongs to another session and does not hold this one. To take it over: /loop:continue.';

test('a second session is told of a paused loop and not touched; it can take it over and finish it', async () => {
  const { model, open, runOf, play } = await setStage([startLoop, loop('pause "lunch"'), say('Resting.')]);
  const first = open();
  await first.prompt('/loop:start make the tests pass');
  const firstId = first.view().sessionId;
  expect(runOf(firstId)?.status).toBe('paused');

  const other = await castModel([say('Hello.'), loop('continue'), ...finish]);
  const second = open({ model: other });
  await second.prompt('hi');
  expect(toldTo(other)).toContain(announced);
  expect(toldTo(other)).toContain(takeOver);
  expect(stopAnswers(second.view())).toEqual([]);

  await second.prompt('/loop:continue');
  expect((await second.close()).notices.join('\n')).toContain('✓ Done');
  expect(runOf(firstId)).toBeUndefined();

  model.append(say('Still here.'));
  await first.prompt('and you?');
  expect(stopAnswers(first.view())).toEqual([expect.stringContaining('[LOOP] ⏸ Paused: lunch')]);
  expect(runOf(firstId)).toBeUndefined();
  expect((await play('x')).notices).toEqual([]);
});

test('a loop that is active in an open session can be taken over too, and the first session is let go', async () => {
  const isAtWork = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const { open, runOf } = await setStage([
    startLoop,
    async () => {
      isAtWork.resolve();
      await mayGoOn.promise;
      return say('Where was I?');
    },
  ]);
  const first = open();
  const firstTurn = first.prompt('/loop:start make the tests pass');
  await isAtWork.promise;

  const other = await castModel([say('Hello.'), loop('continue'), say('I take it from here.'), ...finish]);
  const second = open({ model: other });
  await second.prompt('hi');
  expect(toldTo(other)).toContain(announced);
  expect(stopAnswers(second.view())).toEqual([]);
  await second.prompt('/loop:continue');
  expect(continuations(second.view())).toHaveLength(1);
  expect(runOf(second.view().sessionId)).toMatchObject({ ending: { kind: 'verified' } });

  mayGoOn.resolve();
  expect(await firstTurn).toMatchObject({ result: 'Where was I?' });
  expect(stopAnswers(first.view())).toEqual([expect.stringContaining('another session took it over')]);
  expect(runOf(first.view().sessionId)).toBeUndefined();
});

test('a resumed session hears of its own loop, and the loop goes on', async () => {
  const { runOf, play } = await setStage([startLoop]);
  const broken = await play('/loop:start make the tests pass', { maxTurns: 1 });
  expect(runOf(broken.sessionId)?.status).toBe('active');

  const later = await castModel([say('Back again.'), ...finish]);
  const run = await play('where were we?', { model: later, resume: broken.sessionId });

  expect(run.sessionId).toBe(broken.sessionId);
  expect(toldTo(later)).toContain(announced);
  expect(toldTo(later)).toContain('The loop is active in this session and goes on with the next message.');
  expect(continuations(run)).toHaveLength(1);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('a fork has no loop of its own: it hears of the loop and can take it over', async () => {
  const { runOf, play } = await setStage([startLoop]);
  const original = await play('/loop:start make the tests pass', { maxTurns: 1 });

  const branch = await castModel([say('I am a copy.'), loop('continue'), ...finish]);
  const chat = await play('who are you?', { model: branch, fork: original.sessionId });
  expect(chat.sessionId).not.toBe(original.sessionId);
  expect(toldTo(branch)).toContain(takeOver);
  expect(stopAnswers(chat)).toEqual([]);
  expect(runOf(original.sessionId)?.status).toBe('active');

  const run = await play('/loop:continue', { model: branch, resume: chat.sessionId });
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  expect(runOf(original.sessionId)).toBeUndefined();
});

test('after /clear the session hears of the loop and can continue it, and the hook proves what the user typed', async () => {
  const { model, open, runOf } = await setStage([loop('start'), loop('pause "lunch"'), say('Resting.')]);
  const session = open();
  await session.prompt('/loop:start make the tests pass --check "tests pass=node test.js" --shape tool');
  const before = session.view().sessionId;
  await session.prompt('/clear');

  model.append(say('A clean slate.'));
  await session.prompt('hi');
  const after = session.view().sessionId;
  expect(after).not.toBe(before);
  expect(model.mainRequests().at(-1)?.newTexts.join('\n')).toContain(
    'If it is yours from before /clear: /loop:continue.',
  );
  expect(runOf(after)).toBeUndefined();

  model.append(loop('continue'), mend, say(COMPLETE));
  await session.prompt('/loop:continue');
  expect(runOf(after)?.ending).toMatchObject({ kind: 'verified', seen: { hook: ['tests pass'] } });
  expect(runOf(before)).toBeUndefined();
});

test('compaction in the middle of a loop: Claude is told of it anew, and the loop goes on', async () => {
  const { sandbox, model, open, runOf } = await setStage([
    startLoop,
    backgroundBuild,
    say('The build runs.'),
  ]);
  const session = open();
  await session.prompt('/loop:start make the tests pass');
  await session.prompt('/compact');
  expect(runOf(session.view().sessionId)?.status).toBe('active');

  model.append(say('The build is through.'), ...finish);
  await sandbox.project.write({ 'built.txt': '' });
  await session.nextResult();

  const afterwards = model.mainRequests().at(-1);
  expect(afterwards?.texts.map(({ text }) => text).join('\n')).toContain(announced);
  expect(continuations(session.view())).toHaveLength(1);
  expect(runOf(session.view().sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});
