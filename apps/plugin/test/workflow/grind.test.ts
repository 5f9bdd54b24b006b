// @module-tag deep
import { readFile } from 'node:fs/promises';
import { apiError, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, castModel, continuations, loop, setStage, toldTo } from '../support/stage.ts';

const ISSUES = `# Open issues

## 1: sum subtracts

1 + 2 is not 3.

## 2: the moon is too far away

Nobody can mend this.

## 3: there is no licence
`;

const check = (file: string): string => `--mode issue --check "issue holds=test -f ${file}"`;

const DONE = '<issue-complete>DONE</issue-complete>';

test('seed 004: a grind over three issues survives each failure once, with a new session in the middle', async () => {
  const { sandbox, model, runOf, play } = await setStage(
    [
      loop('start --mode grind --steps "issue 1; issue 2; issue 3"'),
      loop(`push "Issue 1" ${check('one')}`),
      // The API fails, and the client asks again.
      apiError(529),
      // Shown, not said.
      say(`I will say this:\n\n\`\`\`\n${DONE}\n\`\`\``),
      // Said without a proof.
      say(DONE),
      bash('touch one'),
      loop('verify'),
      // Said about other work than was proved.
      bash('echo more > one'),
      say(DONE),
      loop('verify'),
      // The end of another loop.
      say('<grind-done>NO_MORE_ISSUES</grind-done>'),
      say(DONE),
      loop('step done'),
      // The inner loop uses its one iteration up, and the session ends.
      loop(`push "Issue 2" ${check('two')} --iterations 1`),
      say('Not yet.'),
      say('Not yet, either.'),
    ],
    { files: { 'ISSUES.md': ISSUES } },
  );
  const env = { CLAUDE_CODE_MAX_RETRIES: '1' };
  const first = await play('/loop:grind ISSUES.md --iterations=20', { env, timeoutMs: 110_000 });
  expect(model.unscripted).toEqual([]);
  expect(continuations(first)).toEqual([
    expect.stringContaining('only shown, not said'),
    expect.stringContaining('a proof is missing: issue holds (its check has not run)'),
    expect.stringContaining('a proof is missing: issue holds (changed since its check passed)'),
    // Claude has not claimed that this loop is done.
    expect.stringMatching(/^\[LOOP 4\/20\] /),
    expect.stringContaining('The inner loop "Issue 1" ended: verified'),
    expect.stringMatching(/^\[LOOP 1\/1\] /),
  ]);
  expect(runOf(first.sessionId)).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { limit: 'iterations' } },
    frames: [{ spec: 'ISSUES.md' }, { spec: 'Issue 2', iteration: 1 }],
  });

  const later = await castModel([
    loop('continue --iterations=3'),
    // The check fails twice, so the loop needs a panel.
    loop('verify'),
    bash('touch else'),
    loop('verify'),
    loop('task ask'),
    loop('task advise "Give it up: the file can not be there"'),
    say('<loop-done>STUCK</loop-done>'),
    loop('step done'),
    loop(`push "Issue 3" ${check('three')}`),
    bash('touch three'),
    loop('verify'),
    say(DONE),
    loop('step done'),
    say('<grind-done>NO_MORE_ISSUES</grind-done>'),
  ]);
  const second = await play('/loop:continue --iterations=3', { model: later, env, timeoutMs: 110_000 });
  expect(later.unscripted).toEqual([]);
  expect(toldTo(later)).toContain('[LOOP RESUME] Active loop detected\nSpec: Issue 2');
  expect(toldTo(later)).toContain('Panel on: issue holds');
  expect(continuations(second)).toEqual([
    expect.stringContaining('The inner loop "Issue 2" ended: gave-up:STUCK.'),
    expect.stringContaining('The inner loop "Issue 3" ended: verified'),
  ]);
  expect(runOf(second.sessionId)).toMatchObject({
    status: 'completed',
    ending: { kind: 'claimed', undone: ['Issue 2'], seen: { session: ['Issue 1', 'Issue 3'] } },
    frames: [{ steps: [{ isDone: true }, { isDone: true }, { isDone: true }] }],
    closed: [
      { spec: 'Issue 1', ending: { kind: 'verified' } },
      { spec: 'Issue 2', ending: { kind: 'gave-up', signal: 'STUCK' } },
      { spec: 'Issue 3', ending: { kind: 'verified' } },
    ],
  });
  expect(second.notices.at(-1)).toContain(
    "Done in part: not finished: Issue 2; 2 issues, checked in Claude's own shell",
  );
  const summary = await readFile(sandbox.project.at('.loop/summary.md'), 'utf8');
  expect(summary.slice(summary.indexOf('## Inner loops'))).toMatch(
    /issue "Issue 1": verified .*\n.*issue "Issue 2": gave-up:STUCK.*\n.*issue "Issue 3": verified/,
  );
});
