import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { openSeat, terminalTest } from '../support/seat.ts';
import { bash, loop, setStage, startLoop, stopAnswers } from '../support/stage.ts';

/** A loop that checks in with the user after each piece, or one that works alone. */
const begin = (flags = '') => loop(`start --criteria a --steps "one; two" ${flags}`);

terminalTest(
  'in a terminal, colleague shape lets go after each iteration and goes on at the user’s next prompt',
  async () => {
    const stage = await setStage([begin(), say('First piece done.'), bash('ls'), say('Second piece done.')]);
    const sessionId = '6f9b1f0e-1111-4222-8333-444455556666';
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit('/loop:start a piece at a time --force --shape colleague');
    await terminal.waitFor('First piece done.');
    await terminal.waitFor('[LOOP] Go on? Any reply does.');
    expect(stage.model.textsForClaude().join('\n')).not.toContain('[LOOP 1/');

    await terminal.submit('looks good, go on');
    await terminal.waitFor('Second piece done.');
    await expect
      .poll(() => stage.runOf(sessionId))
      .toMatchObject({ status: 'active', frames: [{ iteration: 2 }] });
  },
);

terminalTest(
  'in a terminal, `/loop:continue --shape tool` at a check-in lets the loop work alone from then on',
  async () => {
    const stage = await setStage([
      begin('--iterations 3'),
      say('First piece done.'),
      loop('continue --shape tool'),
      say('Second piece done.'),
      bash('ls'),
      say('Third piece done.'),
    ]);
    const sessionId = '6f9b1f0e-1111-4222-8333-555566667777';
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit('/loop:start a piece at a time --force --shape colleague');
    await terminal.waitFor('[LOOP] Go on? Any reply does.');
    await terminal.submit('/loop:continue --shape tool');
    await terminal.waitFor('Third piece done.');
    expect(stage.model.textsForClaude().join('\n')).toContain('[LOOP 2/3]');
    expect(stage.runOf(sessionId)).toMatchObject({ frames: [{ shape: 'tool', asked: { shape: 'user' } }] });
  },
);

test('cancelling from inside lets go at once and keeps the record', async () => {
  const { runOf, play } = await setStage([startLoop, loop('cancel'), say('Cancelled.')]);

  const run = await play('/loop:start make the tests pass');

  expect(stopAnswers(run)).toEqual([expect.stringContaining('Cancelled')]);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'cancelled' });
});

test('deleting .loop lets go at once, and nothing brings it back', async () => {
  const { sandbox, runOf, play } = await setStage([startLoop, bash('rm -rf .loop'), say('Gone.')]);

  const run = await play('/loop:start make the tests pass');

  expect(stopAnswers(run)).toEqual([expect.stringContaining('its journal was deleted or damaged')]);
  expect(runOf(run.sessionId)).toBeUndefined();
  expect(await sandbox.project.git('status', '--porcelain', '--ignored')).toBe('');
});
