import { randomUUID } from 'node:crypto';
import { canOpenTerminal, openTerminal, runClaude, say } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { continuations, loop, setStage } from '../support/stage.ts';
import { CLEAR, startPrompt, writeShape } from '../support/workflow.ts';

test('a workflow is held at every stage, and learns what is missing and where to look', async () => {
  const { sandbox, model, plugins } = await setStage([
    loop('start'),
    say('Let me think about the shape.'),
    writeShape,
    loop('task plan'),
    loop('task add "Mend sum.js" --verify "test -f never"'),
    loop('task begin'),
    say('<loop-complete>\nAll tasks verified.\n</loop-complete>'),
    loop('task complete 1'),
    say('That failed.'),
    loop('task ask 1'),
    loop('task advise 1 "Mend the file first"'),
    say('Now I know more.'),
    loop('pause "enough"'),
    say('Paused.'),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: startPrompt,
  });

  expect(model.unscripted).toEqual([]);
  const [thinking, claimed, failed, asked, ...more] = continuations(run).map((text) => text.split('\n'));
  expect(more).toEqual([]);
  expect(thinking).toEqual([
    '[LOOP 1/10] Still open: thorough review, gate.',
    expect.stringMatching(/^Stage shape: `.*loop"? next` says what comes next\.$/),
    expect.stringMatching(/^Done\? `.*loop"? gate` prints the block to say, once it passes\.$/),
  ]);
  expect(claimed?.[0]).toBe(
    '[LOOP 2/10] You said the work is done, but a proof is missing: task 1 Mend sum.js, tests pass (its check has not run), thorough review, gate.',
  );
  expect(failed?.[1]).toBe('"1 Mend sum.js" failed. Ask the panel before trying again: /loop:panel.');
  expect(asked?.join('\n')).not.toContain('panel');
});

test('in a terminal, an open question lets the session go until the user answers', async ({ skip }) => {
  skip(!(await canOpenTerminal()), 'there is no prebuilt pseudo-terminal for this system');
  const { sandbox, model, plugins, runOf } = await setStage(
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
  const terminal = await openTerminal({ sandbox, model, plugins, sessionId, timeoutMs: 90_000 });
  onTestFinished(terminal.close);

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
