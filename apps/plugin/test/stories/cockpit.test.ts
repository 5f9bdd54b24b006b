// @module-tag deep
import { randomUUID } from 'node:crypto';
import { apiError, say, type Terminal } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { openSeat, startHere, terminalTest } from '../support/seat.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { silence } from '../support/drive.ts';
import { bash, COMPLETE, loop, mend, setStage, startLoop, toldTo } from '../support/stage.ts';

const COLUMNS = 100;
const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js" --shape tool --force';

/** The conversation, from the first prompt to the input. */
function picture(terminal: Terminal, name: string, label: string): void {
  keepPicture(terminal, name, {
    label,
    columns: COLUMNS,
    crop: (texts) => [
      texts.findIndex((text) => /^[❯●]/.test(text)),
      texts.findLastIndex((text) => text.startsWith('────')) - 2,
    ],
    without: /medium · .effort/,
  });
}

terminalTest(
  'in a terminal, a held stop is one line with its reason, and the end says what proved it',
  async () => {
    const stage = await setStage([loop('start'), say('All done!'), mend, say(COMPLETE)]);
    const terminal = await openSeat(stage, randomUUID());

    await terminal.submit(PROMPT);
    await terminal.waitFor('Stop says: Held 1/10 · tests pass: has not run · 0/1 proved · $');
    await terminal.waitFor('✓ Done: tests pass (node test.js), run by the loop itself');
    await terminal.waitForNotice('notification', /^Loop: ✓ Done/);
    await terminal.waitForNotice('title', /^Loop: ✓ Done/);
    expect(stage.model.unscripted).toEqual([]);
    picture(terminal, 'stop', 'A held stop and a proved end in Claude Code');
  },
);

terminalTest(
  'in a terminal, the user’s commands are answered without a model turn, also when the API is down',
  async () => {
    const sessionId = randomUUID();
    const stage = await setStage({ main: () => apiError(500) });
    startHere(stage, sessionId);
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit('/loop:status');
    const screen = await terminal.waitFor(/not run +yours +tests pass/);
    expect(screen).toContain('/loop:status, answered without a model turn');
    await terminal.submit('/loop:pause lunch');
    await terminal.waitFor('[LOOP] ⏸ Paused: lunch');
    await terminal.waitFor('Next: /loop:continue');
    picture(terminal, 'at-once', 'Status and pause, answered at once in Claude Code');
    await terminal.submit('/loop:explain');
    await terminal.waitFor('/loop:explain, answered without a model turn');
    await terminal.submit('/loop:report');
    await terminal.waitFor('report.html');
    await terminal.submit('/loop:cancel never mind');
    await terminal.waitFor('Cancelled: never mind');
    expect(stage.model.requests).toEqual([]);
    expect(stage.runOf(sessionId)?.status).toBe('cancelled');
  },
);

terminalTest('in a terminal, Esc and a hint guide the loop, which is not called overridden', async () => {
  let isAsked = false;
  const stage = await setStage([
    loop('start'),
    say('Begun.'),
    () => {
      isAsked = true;
      return silence();
    },
    mend,
    say(COMPLETE),
  ]);
  const sessionId = randomUUID();
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit(PROMPT);
  await terminal.waitFor('Held 1/10');
  // An Esc before the model is asked would leave its silence to the next prompt.
  await expect.poll(() => isAsked, { timeout: 30_000 }).toBe(true);
  terminal.press('\u001b');
  await terminal.waitFor('Interrupted');
  await terminal.submit('the bug is in sum.js');
  await terminal.waitFor('✓ Done');
  expect(terminal.screen()).not.toMatch(/overridden|Paused/);
  expect(toldTo(stage.model)).not.toContain('overridden');
  expect(stage.runOf(sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  picture(terminal, 'steered', 'An interrupted loop goes on with the words of the user');
});

test('a config of the repository can not name a command that tells the user something', async () => {
  const { sandbox, model, play } = await setStage([
    startLoop,
    bash('ls .. -a'),
    loop('config'),
    loop('cancel'),
    say('Cancelled.'),
  ]);
  await sandbox.project.write({ 'loop.config.json': '{ "notifyCommand": "touch ran" }' });

  await play('/loop:start make the tests pass --force');

  expect(toldTo(model)).toContain('notifyCommand: belongs into your own config.json');
  expect(await sandbox.project.git('status', '--porcelain')).not.toContain('ran');
});
