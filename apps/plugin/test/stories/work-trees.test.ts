import { say, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, continuations, loop, sampleFiles, setStage } from '../support/stage.ts';

const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js"';
const start = loop('start --steps "mend sum.js"');
const good = 'module.exports = (a, b) => a + b;\n';
const spoil = bash("printf 'module.exports = (a, b) => a - b;\\n' > sum.js");
const mend = bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js");

/** Claude moves into a work tree of its own, as the client offers, and back. */
const enter = tool('EnterWorktree', { name: 'feature' });
const leave = tool('ExitWorktree', { action: 'keep' });

test('red work in a work tree that Claude entered is not proved by the untouched project', async () => {
  const { model, runOf, play } = await setStage([start, enter, spoil, say(COMPLETE), leave, say(COMPLETE)], {
    files: { ...sampleFiles, 'sum.js': good },
  });
  const run = await play(PROMPT);
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toEqual([expect.stringContaining('1 + 2 is not 3')]);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { kind: 'verified', seen: { hook: ['tests pass'] } },
  });
});

test('green work in a work tree that Claude entered is proved there, and the end says so', async () => {
  const { sandbox, model, runOf, play } = await setStage([start, enter, mend, loop('verify'), say(COMPLETE)]);
  const run = await play(PROMPT);
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toEqual([]);
  const tree = sandbox.project.at('.claude/worktrees/feature');
  expect(model.textsForClaude().join('\n')).toContain(`1 of 1 check proves the work tree ${tree} as it is.`);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: {
      kind: 'verified',
      workTree: { path: tree, branch: 'worktree-feature' },
      seen: { hook: ['tests pass'] },
    },
  });
});
