import { canOpenTerminal, openTerminal, runClaude, say, type Terminal } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { bash, continuations, loop, setStage, type Stage, startLoop, stopAnswers } from '../support/stage.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';

/** A loop that checks in with the user after each piece, or one that works alone. */
const begin = (flags = '') => loop(`start --criteria a --steps "one; two" ${flags}`);

async function openSeat({ sandbox, model, plugins }: Stage, sessionId: string): Promise<Terminal> {
  const terminal = await openTerminal({ sandbox, model, plugins, sessionId, timeoutMs: 60_000 });
  onTestFinished(terminal.close);
  return terminal;
}

test('in a terminal, colleague shape lets go after each iteration and goes on at the user’s next prompt', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
  const stage = await setStage([begin(), say('First piece done.'), bash('ls'), say('Second piece done.')]);
  const sessionId = '6f9b1f0e-1111-4222-8333-444455556666';
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit('/loop:start a piece at a time --force --shape colleague');
  await terminal.waitFor('First piece done.');
  await terminal.waitFor('[LOOP] Check-in: reply to go on, or /loop:cancel.');
  expect(stage.model.textsForClaude().join('\n')).not.toContain('[LOOP 1/');

  await terminal.submit('looks good, go on');
  await terminal.waitFor('Second piece done.');
  await expect
    .poll(() => stage.runOf(sessionId))
    .toMatchObject({ status: 'active', frames: [{ iteration: 2 }] });
});

test('in a terminal, `/loop:continue --shape tool` at a check-in lets the loop work alone from then on', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
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
  await terminal.waitFor('[LOOP] Check-in: reply to go on, or /loop:cancel.');
  await terminal.submit('/loop:continue --shape tool');
  await terminal.waitFor('Third piece done.');
  expect(stage.model.textsForClaude().join('\n')).toContain('[LOOP 2/3]');
  expect(stage.runOf(sessionId)).toMatchObject({ frames: [{ shape: 'tool', asked: { shape: 'user' } }] });
});

test('in a terminal, tool shape never waits', async ({ skip }) => {
  skip(!terminals, NO_TERMINAL);
  const stage = await setStage([
    begin('--iterations 1'),
    say('First piece done.'),
    bash('ls'),
    say('Second piece done.'),
  ]);
  const sessionId = '6f9b1f0e-1111-4222-8333-777788889999';
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit('/loop:start all of it --force --shape tool');
  await terminal.waitFor('Second piece done.');
  await terminal.waitFor('Paused: iterations');
  expect(stage.model.textsForClaude().join('\n')).toContain('[LOOP 1/1]');
});

test('headless never waits, in any shape', async () => {
  const { sandbox, model, plugins } = await setStage([
    begin('--iterations 1'),
    say('First piece done.'),
    bash('ls'),
    say('Second piece done.'),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start a piece at a time --force --shape colleague',
  });

  expect(continuations(run)).toHaveLength(1);
});

test('cancelling from inside lets go at once and keeps the record', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop, loop('cancel'), say('Cancelled.')]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass' });

  expect(stopAnswers(run)).toEqual([expect.stringContaining('[LOOP] Ended | cancelled')]);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'cancelled' });
});

test('deleting .loop lets go at once, and nothing brings it back', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([startLoop, bash('rm -rf .loop'), say('Gone.')]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass' });

  expect(stopAnswers(run)).toEqual([expect.stringContaining('its journal was deleted or damaged')]);
  expect(runOf(run.sessionId)).toBeUndefined();
  expect(await sandbox.project.git('status', '--porcelain', '--ignored')).toBe('');
});

test.each(['LOOP_DISABLE', 'IDLE_LOOP_DISABLE'])('%s=1 switches every loop off', async (name) => {
  const { sandbox, model, plugins } = await setStage([startLoop, say('Begun.')]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    env: { [name]: '1' },
  });

  expect(stopAnswers(run)).toEqual([]);
  expect(run.result?.result).toBe('Begun.');
});
