import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Reply, say, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { openSeat, startHere, terminalTest } from '../support/seat.ts';
import { project, prompt } from '../../demo/story.ts';
import { bash, COMPLETE, continuations, loop, mend, setStage, stopAnswers } from '../support/stage.ts';

/** Claude edits the sample project. */
function write(condition: string): Reply {
  return bash(`echo 'module.exports = (user, password) => ${condition};' > login.js`);
}

terminalTest(
  'in a terminal, README’s first command is typed once and ends verified without another key',
  async () => {
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
    const { model } = stage;
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit(prompt);
    await terminal.waitFor('✓ Done: tests (npm test), run by the loop itself');

    expect(model.unscripted).toEqual([]);
    const told = model.textsForClaude().join('\n');
    expect(told).toMatch(/Shape: Tool \(\d\/10, fit 40\)/);
    expect(told).toContain('Works alone until tests pass');
    expect(told).toContain('on its own line; the loop then runs: tests.');
    expect(stage.runOf(sessionId)).toMatchObject({ status: 'completed', frames: [{ shape: 'tool' }] });
  },
);

test('plan mode is not held, and the loop goes on after it', async () => {
  const sessionId = randomUUID();
  const stage = await setStage([
    say('Here is my plan.'),
    say('I begin.'),
    mend,
    loop('verify'),
    say(COMPLETE),
  ]);
  const { runOf, play } = stage;
  startHere(stage, sessionId);

  const planned = await play('plan it first', { sessionId, permissions: 'plan' });
  expect([planned.result?.result, stopAnswers(planned)]).toEqual(['Here is my plan.', []]);
  expect(runOf(sessionId)).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });

  const done = await play('go', { resume: sessionId });
  expect(continuations(done)).toEqual([expect.stringContaining('Still open: tests')]);
  expect(runOf(sessionId)).toMatchObject({ status: 'completed', ending: { kind: 'verified' } });
});
