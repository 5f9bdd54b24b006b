// @module-tag deep
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { dialogOf, type QuestionName, QUESTIONS } from '@loopwright/core/questions';
import { type Reply, say, type Terminal, tool } from '@loopwright/testkit';
import { expect } from 'vitest';
import { openSeat, terminalTest } from '../support/seat.ts';
import { bash, COMPLETE, loop, mend, setStage, toldTo } from '../support/stage.ts';

const UP = '\u001b[A';
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

/** Claude asks questions of the plugin, as the skill has them. */
function askOwn(...names: readonly QuestionName[]): Reply {
  return tool('AskUserQuestion', { questions: names.map(dialogOf) });
}

/** The user goes to a line of a dialog, counted from 1. A new dialog takes no key at first. */
async function goTo(terminal: Terminal, name: QuestionName, place: number): Promise<void> {
  await terminal.waitFor(QUESTIONS[name].question);
  await expect
    .poll(
      () => {
        const at = Number(/❯ (\d)\. /.exec(terminal.screen())?.[1] ?? 0);
        if (at > 0 && at !== place) terminal.press(at < place ? DOWN : UP);
        return at;
      },
      { interval: 300, timeout: 20_000 },
    )
    .toBe(place);
}

/** The user takes a choice. Moving first shows that the dialog takes keys. */
async function choose(terminal: Terminal, name: QuestionName, place: number): Promise<void> {
  await goTo(terminal, name, place === 1 ? 2 : 1);
  await goTo(terminal, name, place);
  terminal.press(ENTER);
}

/** A spec that is clear enough to be shaped at once. */
const CLEAR =
  'POST /api/auth/token answers expired tokens with a ValidationError. Only sum.js changes, no new dependencies. All tests in npm test pass. Done when the PR is merged to main.';

terminalTest(
  'a question before the start is answered by the user, holds no stop, and its answer raises no limit',
  async () => {
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
    await terminal.waitFor('✓ Done');

    expect(stage.model.unscripted).toEqual([]);
    const told = toldTo(stage.model);
    expect(told).toContain('"Which command proves it?"="node test.js", "How many iterations?"="50"');
    expect(told).toContain('--iterations stays at 3: only the user sets more');
    expect(stage.runOf(sessionId)).toMatchObject({
      ending: { kind: 'verified' },
      frames: [{ limits: { iterations: 3 } }],
    });
  },
);

terminalTest('in a terminal, an open question lets the session go until the user answers', async () => {
  const stage = await setStage(
    [
      loop('start'),
      say('Better in which way?'),
      loop('task shape --spec-file SPEC.md'),
      loop('cancel'),
      say('Thank you, that is clear.'),
    ],
    { files: { 'SPEC.md': CLEAR } },
  );
  const sessionId = randomUUID();
  const { model, runOf } = stage;
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit('/loop:start improve auth --workflow');
  await terminal.waitFor('Better in which way?');
  await terminal.waitFor('[LOOP]');
  expect(model.unscripted).toEqual([]);
  expect(runOf(sessionId)?.frames[0]?.workflow).toMatchObject({
    stage: 'intent',
    question: expect.stringContaining('Better in which way?'),
  });

  await terminal.submit('expired tokens must be rejected');
  await terminal.waitFor('Thank you, that is clear.');
  expect(runOf(sessionId)?.frames[0]?.workflow).toMatchObject({
    stage: 'shape',
    specScore: expect.any(Number),
  });
  expect(runOf(sessionId)?.frames[0]?.workflow?.question).toBeUndefined();
});

const [ESCAPE, WAITS] = ['\u001b', '[LOOP] The loop waits: you spoke.'];

terminalTest(
  'Esc and a question: the answer is let go, and the loop goes on with the next message',
  async () => {
    const stage = await setStage([
      loop('start --check "tests pass=node test.js" --shape tool'),
      bash('until [ -e built.txt ]; do sleep 0.05; done'),
      say('It waits for the build.'),
      say('I do without it.'),
      mend,
      say(COMPLETE),
    ]);
    const sessionId = randomUUID();
    const terminal = await openSeat(stage, sessionId);
    const run = () => stage.runOf(sessionId);

    await terminal.submit('/loop:start make the tests pass --check "tests pass=node test.js" --force');
    await terminal.waitFor('built.txt');
    terminal.press(ESCAPE);
    await terminal.waitFor('Interrupted');
    await terminal.submit('what is it waiting for?');
    await terminal.waitFor(WAITS);
    expect(run()).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });

    await terminal.submit('do without it');
    await terminal.waitFor('✓ Done');
    expect(run()).toMatchObject({ ending: { kind: 'verified' }, frames: [{ iteration: 1 }] });
  },
);

terminalTest('what the user clicks and types in the plugin’s own questions counts as typed', async () => {
  const stage = await setStage([
    askOwn('iterations', 'budget', 'tasks'),
    loop('start --workflow'),
    loop('pause "seen"'),
    say('Paused.'),
  ]);
  const sessionId = randomUUID();
  const terminal = await openSeat(stage, sessionId);

  await terminal.submit(`/loop:start ${CLEAR} --workflow`);
  await choose(terminal, 'iterations', 2);
  // The fifth line takes a free answer.
  await goTo(terminal, 'budget', 5);
  terminal.press('$40');
  await terminal.waitFor('$40');
  terminal.press(ENTER);
  await choose(terminal, 'tasks', 2);
  await terminal.waitFor('Submit answers');
  terminal.press(ENTER);
  await terminal.waitFor('Paused.');

  expect(stage.model.unscripted).toEqual([]);
  expect(stage.runOf(sessionId)).toMatchObject({
    isSessionOnly: true,
    frames: [
      {
        workflow: { stage: 'shape' },
        limits: { iterations: 25, budgetUsd: 40 },
        asked: { iterations: 'user', budgetUsd: 'user' },
      },
    ],
  });
});

terminalTest(
  'after /clear a new start offers the loop: its status, and then to resume it to its proof',
  async () => {
    let id = '';
    const stage = await setStage([
      loop('start'),
      say('One step is done.'),
      loop('start'),
      askOwn('left'),
      () => loop(`status --run ${id}`),
      askOwn('left'),
      () => loop(`continue --run ${id}`),
      mend,
      say(COMPLETE),
    ]);
    const sessionId = randomUUID();
    const terminal = await openSeat(stage, sessionId);

    await terminal.submit(
      '/loop:start make the tests pass --check "tests pass=node test.js" --shape colleague --force',
    );
    await terminal.waitFor('Go on?');
    id = stage.runOf(sessionId)?.id.slice(0, 8) ?? '';
    await terminal.submit('/clear');
    await terminal.waitFor('[LOOP RESUME]');
    await terminal.submit('/loop:start say hello --check "hello=test -f hello" --force');
    await choose(terminal, 'left', 3);
    await terminal.waitFor(/→ Status[^]*❯ 1\./);
    await choose(terminal, 'left', 1);
    const later = () =>
      globSync(`${stage.sandbox.home}/.claude/projects/*/*.jsonl`)
        .map((path) => basename(path, '.jsonl'))
        .flatMap((name) => (name === sessionId ? [] : (stage.runOf(name) ?? [])));
    await expect.poll(later, { timeout: 30_000 }).toMatchObject([
      {
        ending: { kind: 'verified', seen: { hook: ['tests pass'] } },
        frames: [{ spec: 'make the tests pass' }],
      },
    ]);
    expect(stage.model.unscripted).toEqual([]);
    expect(stage.runOf(sessionId)).toBeUndefined();
  },
);
