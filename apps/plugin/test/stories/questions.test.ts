import { randomUUID } from 'node:crypto';
import { canOpenTerminal, openTerminal, type Reply, say, type Terminal, tool } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { COMPLETE, loop, mend, setStage, type Stage, toldTo } from '../support/stage.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';
const ENTER = '\r';
const DOWN = '\u001b[B';
const [LEFT, RIGHT] = ['\u001b[D', '\u001b[C'];

interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly string[];
}

/** Claude puts these questions to the user, in one call. */
function ask(...questions: readonly Question[]): Reply {
  return tool('AskUserQuestion', {
    questions: questions.map(({ question, header, options }) => ({
      question,
      header,
      multiSelect: false,
      options: options.map((label) => ({ label, description: `take ${label}` })),
    })),
  });
}

async function openSeat({ sandbox, model, plugins }: Stage, sessionId: string): Promise<Terminal> {
  const options = { sandbox, model, plugins, sessionId, columns: 100, rows: 60, timeoutMs: 60_000 };
  const terminal = await openTerminal(options);
  onTestFinished(terminal.close);
  return terminal;
}

test('a question before the start is answered by the user, holds no stop, and its answer raises no limit', async ({
  skip,
}) => {
  skip(!terminals, NO_TERMINAL);
  const sessionId = randomUUID();
  const stage = await setStage([
    ask(
      { question: 'Which command proves it?', header: 'Proof', options: ['node test.js', 'node sum.js'] },
      { question: 'How many iterations?', header: 'Iterations', options: ['10', '50'] },
    ),
    // The model takes the answer for the user's words, which only the user's own flags are.
    loop('start --check "tests pass=node test.js" --iterations 50'),
    mend,
    loop('verify'),
    say(COMPLETE),
  ]);
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit('/loop:start make the tests pass --shape tool --force --iterations=3');
  await terminal.waitFor('Which command proves it?');
  // For a moment a new dialog takes no key. Further presses stay at the last page.
  await expect
    .poll(() => {
      terminal.press(RIGHT);
      return terminal.screen();
    })
    .toContain('Submit answers');
  terminal.press(LEFT);
  terminal.press(LEFT);
  await terminal.waitFor('Which command proves it?');
  terminal.press(ENTER);
  await terminal.waitFor('How many iterations?');
  terminal.press(DOWN);
  terminal.press(ENTER);
  await terminal.waitFor(/Submit answers/);
  terminal.press(ENTER);
  await terminal.waitFor('[LOOP] Ended | verified');

  expect(stage.model.unscripted).toEqual([]);
  const told = toldTo(stage.model);
  expect(told).toContain('"Which command proves it?"="node test.js", "How many iterations?"="50"');
  expect(told).toContain('--iterations stays at 3: only the user sets more');
  expect(stage.runOf(sessionId)).toMatchObject({
    ending: { kind: 'verified' },
    frames: [{ limits: { iterations: 3 } }],
  });
});
