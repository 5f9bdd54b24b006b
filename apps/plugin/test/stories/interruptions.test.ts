// @module-tag deep
import { apiError, type FailedReply, rateLimit, say } from '@loopwright/testkit';
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

test('while a background task runs the session is let go; its end wakes the session, and the loop goes on', async () => {
  const { sandbox, model, open, runOf } = await setStage([
    startLoop,
    backgroundBuild,
    say('The build runs, I wait.'),
  ]);
  const session = open();

  const waiting = await session.prompt('/loop:start make the tests pass');
  expect(waiting.result).toBe('The build runs, I wait.');
  expect(stopAnswers(session.view())).toEqual([]);
  expect(runOf(session.view().sessionId)).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });

  model.append(say('The build is through.'), ...finish);
  await sandbox.project.write({ 'built.txt': '' });
  await session.nextResult();

  expect(toldTo(model)).toContain('<task-notification>');
  expect(continuations(session.view())).toHaveLength(1);
  expect(runOf(session.view().sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

const FAILURES: readonly (readonly [string, FailedReply, string, string])[] = [
  ['an API error', apiError(500), 'transient', 'server_error'],
  ['a rate limit', rateLimit(), 'rate-limit', 'rate_limit'],
];

test.each([...FAILURES, ['a refused key', apiError(401), 'blocking', 'authentication_failed'] as const])(
  '%s in an open session pauses the loop with the reason',
  async (_, reply, failure, reason) => {
    const { model, open, runOf } = await setStage([startLoop, say('Working.'), reply]);
    const session = open();
    expect(await session.prompt('/loop:start make the tests pass')).toMatchObject({ is_error: true });
    const { sessionId } = session.view();
    await expect.poll(() => runOf(sessionId)?.status).toBe('paused');
    expect(runOf(sessionId)?.ending).toMatchObject({
      kind: 'paused',
      cause: { failure, reason: expect.stringContaining(reason) },
    });

    model.append(say('It works again.'), loop('continue'), ...finish);
    await session.prompt('are you there?');
    expect(stopAnswers(session.view())).toHaveLength(1);
    await session.prompt('/loop:continue');
    expect(runOf(sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  },
);

const RESET =
  'Your claude.ai usage limit has reset. Continue the task you were working on when the limit was reached; do not repeat work that is already complete.';

test.each([
  ['the client’s own prompt', RESET],
  ['“continue”', 'continue'],
])(
  'after a rate limit, %s lets the loop go on: a claim is held, and proved at the end',
  async (_, prompt) => {
    const check = '--check "tests pass=node test.js"';
    const { model, open, runOf } = await setStage([loop('start'), say('Working.'), rateLimit()]);
    const session = open();
    await session.prompt(`/loop:start make the tests pass ${check} --shape tool`);
    const { sessionId } = session.view();
    await expect.poll(() => runOf(sessionId)?.status).toBe('paused');

    model.append(say(COMPLETE), mend, say(COMPLETE));
    await session.prompt(prompt);
    expect(toldTo(model)).toContain('The rate limit is over: the loop goes on.');
    expect(continuations(session.view()).at(-1)).toContain('tests pass (its check failed)');
    expect(runOf(sessionId)?.ending).toMatchObject({
      kind: 'verified',
      seen: { hook: ['tests pass'] },
    });
  },
);

test.each(FAILURES)(
  '%s in a headless run, which kills its hooks, is known afterwards, and the run resumes',
  async (_, reply, failure, reason) => {
    const { runOf, play } = await setStage([startLoop, say('Working.'), reply]);
    const broken = await play('/loop:start make the tests pass');
    expect(broken.exitCode).toBe(1);

    const later = await castModel([say('I see.')]);
    const told = await play('what happened?', { model: later, resume: broken.sessionId });
    expect(toldTo(later)).toContain('To go on: /loop:continue.');
    expect(toldTo(later)).not.toContain('overridden');
    expect(runOf(told.sessionId)?.ending).toMatchObject({
      kind: 'paused',
      cause: { failure, reason: expect.stringContaining(reason) },
    });

    const again = await castModel([loop('continue'), ...finish]);
    await play('/loop:continue', { model: again, resume: broken.sessionId });
    expect(runOf(broken.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  },
);
