// @module-tag deep
import { failureOf } from '@loopwright/core';
import { apiError, rateLimit, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { openSeat, terminalTest } from '../support/seat.ts';
import { finish, setStage, startLoop, stopAnswers, toldTo } from '../support/stage.ts';

const RETRYING = { env: { CLAUDE_CODE_MAX_RETRIES: '1' } };

test.each([
  ['server', apiError(529)],
  ['rate limit', rateLimit({ retryAfterSeconds: 0 })],
])('a %s error that passes when the client tries once more pauses nothing', async (_, failure) => {
  const { model, open, runOf } = await setStage([startLoop, say('Working.'), failure, ...finish]);
  const session = open(RETRYING);

  await session.prompt('/loop:start make the tests pass');

  expect(model.unscripted).toEqual([]);
  expect(stopAnswers(session.view())).toHaveLength(2);
  expect(runOf(session.view().sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('a rate limit that stays pauses with the time at which to try again, and the user hears of it', async () => {
  const { model, open, runOf } = await setStage([
    startLoop,
    say('Working.'),
    rateLimit({ message: 'Your limit is reached, try again in 5 minutes.' }),
  ]);
  const session = open();
  await session.prompt('/loop:start make the tests pass');
  const { sessionId } = session.view();
  await expect.poll(() => runOf(sessionId)?.status).toBe('paused');

  const ending = runOf(sessionId)?.ending;
  const { retryAt = 0 } = failureOf(ending) ?? {};
  expect(retryAt).toBe((ending?.at ?? 0) + 300_000);
  model.append(say('Yes.'));
  await session.prompt('are you there?');
  const clock = new Date(retryAt).toTimeString().slice(0, 5);
  const told = session.view().notices.join('\n');
  expect(told).toMatch(
    new RegExp(`Paused: rate limit of the API until .*${clock}, [^]*Resume: /loop:continue$`),
  );
});

terminalTest(
  'seed 001: where somebody is there, a passing failure that the client gave up on is tried once more, then it pauses',
  async () => {
    const failed = apiError(529);
    const sessionId = '6f9b1f0e-1111-4222-8333-aaaabbbbdddd';
    const stage = await setStage([
      startLoop,
      failed,
      ...finish.slice(0, 1),
      failed,
      say('Working again.'),
      failed,
      failed,
    ]);
    const { model, runOf } = stage;
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit('/loop:start make the tests pass --shape tool');

    await expect.poll(() => runOf(sessionId)?.status).toBe('paused');
    expect(model.unscripted).toEqual([]);
    expect(runOf(sessionId)).toMatchObject({
      ending: {
        kind: 'paused',
        cause: { failure: 'transient', reason: expect.stringMatching(/^server_error: /) },
      },
      frames: [{ iteration: 1 }],
    });
    expect(toldTo(model).split('The loop is still on. Go on where the turn ended.')).toHaveLength(4);
  },
);
