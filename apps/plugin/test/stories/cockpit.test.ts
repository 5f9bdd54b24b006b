// @module-tag deep
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { apiError, canOpenTerminal, openTerminal, runClaude, say, type Terminal } from '@loopwright/testkit';
import { startRun } from '@loopwright/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepPicture } from '../support/keep-picture.ts';
import { silence } from '../support/drive.ts';
import { bash, COMPLETE, loop, mend, setStage, type Stage, startLoop, toldTo } from '../support/stage.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';
const COLUMNS = 100;
const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js" --shape tool --force';

async function openSeat({ sandbox, model, plugins }: Stage, sessionId: string): Promise<Terminal> {
  const options = { sandbox, model, plugins, sessionId, columns: COLUMNS, rows: 60, timeoutMs: 60_000 };
  const terminal = await openTerminal(options);
  onTestFinished(terminal.close);
  return terminal;
}

/** Starts a loop of that session as if its user had done so at this time. */
function startHere({ sandbox }: Pick<Stage, 'sandbox'>, sessionId: string, at: number): void {
  // The start is remembered in the state folder of the sandbox's user.
  vi.stubEnv('XDG_STATE_HOME', join(sandbox.home, '.local/state'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const started = startRun(
    { root: sandbox.project.path, sessionId },
    {
      type: 'start',
      at,
      runId: randomUUID(),
      session: sessionId,
      frameId: randomUUID(),
      spec: 'make the tests pass',
      shape: 'tool',
      criteria: [{ name: 'tests pass', check: { command: 'node test.js', by: 'user' }, by: 'user' }],
    },
  );
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
}

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

test('in a terminal, a held stop is one line with its reason, and the end says what proved it', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
  const stage = await setStage([loop('start'), say('All done!'), mend, say(COMPLETE)]);
  const terminal = await openSeat(stage, randomUUID());

  await terminal.submit(PROMPT);
  await terminal.waitFor('Stop says: Held 1/10 · tests pass: has not run · 0/1 proved · $');
  await terminal.waitFor('[LOOP] Ended | verified | seen by the hook: tests pass');
  await terminal.waitFor('[LOOP] Proved: tests pass (node test.js)');
  await terminal.waitFor(/\[LOOP\] 1 iteration · \S+ · \$0\.\d\d · Report: \/loop:report/);
  await terminal.waitForNotice('notification', /^Loop ended: verified/);
  await terminal.waitForNotice('title', /^Loop ended: verified/);
  expect(stage.model.unscripted).toEqual([]);
  picture(terminal, 'stop', 'A held stop and a proved end in Claude Code');
});

test('in a terminal, the user’s commands are answered without a model turn, also when the API is down', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
  const sessionId = randomUUID();
  const stage = await setStage({ main: () => apiError(500) });
  startHere(stage, sessionId, Date.now());
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
  await terminal.waitFor('[LOOP] Ended | cancelled:never mind');
  expect(stage.model.requests).toEqual([]);
  expect(stage.runOf(sessionId)?.status).toBe('cancelled');
});

test('in a terminal, Esc and a hint guide the loop, which is not called overridden', async ({ skip }) => {
  skip(!terminals, NO_TERMINAL);
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
  await terminal.waitFor('[LOOP] Ended | verified');
  expect(terminal.screen()).not.toMatch(/overridden|Paused/);
  expect(toldTo(stage.model)).not.toContain('overridden');
  expect(stage.runOf(sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  picture(terminal, 'steered', 'An interrupted loop goes on with the words of the user');
});

test('a session that comes back after its time to live is stuck at once, and a question is not held', async () => {
  const sessionId = randomUUID();
  const { sandbox, model, plugins, runOf } = await setStage([say('It adds numbers.')]);
  startHere({ sandbox }, sessionId, Date.now() - 3 * 3_600_000);

  const run = await runClaude({ sandbox, model, plugins, sessionId, prompt: 'What is this project?' });

  expect(run.result?.result).toBe('It adds numbers.');
  expect(model.unscripted).toEqual([]);
  expect(runOf(sessionId)).toMatchObject({ status: 'stuck', ending: { cause: { kind: 'stale' } } });
  expect(toldTo(model)).toContain('[LOOP] Stuck: stale | nothing was heard of the loop for more than 2h');
});

test('a config of the repository can not name a command that tells the user something', async () => {
  const { sandbox, model, plugins } = await setStage([
    startLoop,
    bash('ls .. -a'),
    loop('config'),
    loop('cancel'),
    say('Cancelled.'),
  ]);
  await sandbox.project.write({ 'loop.config.json': '{ "notifyCommand": "touch ran" }' });

  await runClaude({ sandbox, model, plugins, prompt: '/loop:start make the tests pass --force' });

  expect(toldTo(model)).toContain('notifyCommand: belongs into your own config.json');
  expect(await sandbox.project.git('status', '--porcelain')).not.toContain('ran');
});
