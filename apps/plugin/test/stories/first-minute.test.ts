import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRun } from '@loopwright/store';
import { canOpenTerminal, openTerminal, type Reply, runClaude, say, tool } from '@loopwright/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { project, prompt } from '../../demo/story.ts';
import { bash, COMPLETE, continuations, loop, mend, setStage, stopAnswers } from '../support/stage.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';

/** Claude edits the sample project. */
function write(condition: string): Reply {
  return bash(`echo 'module.exports = (user, password) => ${condition};' > login.js`);
}

test('in a terminal, README’s first command is typed once and ends verified without another key', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
  expect(readme).toContain(` ${prompt}\n`);
  const sessionId = randomUUID();
  const stage = await setStage(
    [
      loop('start --steps "read the tests; mend login.js"'),
      tool('Read', { file_path: 'test.js' }),
      say('The right password is refused. I will mend login.js next.'),
      write('user.password === password'),
      say('All is done.'),
      say('<loop-complete>done</loop-complete>'),
      write('password !== undefined && user.password === password'),
      say('<loop-complete>done</loop-complete>'),
    ],
    { files: project },
  );
  const { sandbox, model, plugins } = stage;
  const terminal = await openTerminal({ sandbox, model, plugins, sessionId, timeoutMs: 60_000 });
  onTestFinished(terminal.close);

  await terminal.submit(prompt);
  await terminal.waitFor('[LOOP] Ended | verified | seen by the hook: tests');

  expect(model.unscripted).toEqual([]);
  const told = model.textsForClaude().join('\n');
  expect(told).toMatch(/Shape: Tool \(\d\/10, fit 40\)/);
  expect(told).toContain('Works alone until tests pass');
  expect(told).toContain('on a line of its own; the loop then runs: tests.');
  expect(stage.runOf(sessionId)).toMatchObject({ status: 'completed', frames: [{ shape: 'tool' }] });
});

test('plan mode is not held, and the loop goes on after it', async () => {
  const sessionId = randomUUID();
  const stage = await setStage([
    say('Here is my plan.'),
    say('I begin.'),
    mend,
    loop('verify'),
    say(COMPLETE),
  ]);
  const { sandbox, model, plugins, runOf } = stage;
  // The start is remembered in the state folder of the sandbox's user.
  vi.stubEnv('XDG_STATE_HOME', join(sandbox.home, '.local/state'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const started = startRun(
    { root: sandbox.project.path, sessionId },
    {
      type: 'start',
      at: Date.now(),
      runId: randomUUID(),
      session: sessionId,
      frameId: randomUUID(),
      spec: 'make the tests pass',
      criteria: [{ name: 'tests', check: { command: 'node test.js' } }],
    },
  );
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();

  const common = { sandbox, model, plugins };
  const planned = await runClaude({ ...common, sessionId, prompt: 'plan it first', permissions: 'plan' });
  expect([planned.result?.result, stopAnswers(planned)]).toEqual(['Here is my plan.', []]);
  expect(runOf(sessionId)).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });

  const done = await runClaude({ ...common, resume: sessionId, prompt: 'go' });
  expect(continuations(done)).toEqual([expect.stringContaining('Still open: tests')]);
  expect(runOf(sessionId)).toMatchObject({ status: 'completed', ending: { kind: 'verified' } });
});
