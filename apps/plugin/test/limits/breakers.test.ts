// @module-tag deep
import type { Frame } from '@loopwright/core';
import { type Reply, say, type Step, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, continuations, loop, setStage } from '../support/stage.ts';

const PROMPT = '/loop:start work on a and b --force --shape tool';
const begin = loop('start --criteria "a; b"');

test("what failed is the client's own word: a failed Read is an error, and a log with the words of an error is not", async () => {
  const stage = await setStage([]);
  const { sandbox, model, runOf, play } = stage;
  // The client's hook for tools runs beside the turn, and a script answers faster than any model.
  const once =
    (reply: Reply, holds: (breaker: Frame['breaker']) => boolean): Step =>
    async ({ sessionId }) => {
      const isNoted = (): boolean => {
        const frame = runOf(sessionId)?.frames.at(-1);
        return frame !== undefined && holds(frame.breaker);
      };
      await expect.poll(isNoted, { timeout: 30_000, interval: 20 }).toBe(true);
      return reply;
    };
  const missing = tool('Read', { file_path: sandbox.project.at('missing.txt') });
  const log = bash('echo "Exit code 7"');
  const worked = (reply: Reply, count: number): Step => once(reply, ({ tools }) => tools >= count);
  const failed = (text: string, count: number): Step =>
    once(say(text), ({ errorCount }) => errorCount === count);
  model.append(
    begin,
    log,
    worked(log, 2),
    worked(log, 3),
    worked(say('That is what the log says.'), 4),
    missing,
    missing,
    failed('It is not there.', 2),
    missing,
    failed('It is still not there.', 3),
  );
  const run = await play(PROMPT);
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toHaveLength(2);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { cause: { breaker: 'same-error' } },
    frames: [{ breaker: { error: expect.stringContaining('Read: File does not exist') } }],
  });
});
