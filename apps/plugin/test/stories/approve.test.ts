import { existsSync } from 'node:fs';
import { say, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { COMPLETE, continuations, loop, setStage, toldTo } from '../support/stage.ts';

/** Claude chooses its own check. */
const start = loop('start --check "own=touch .loop/ran" --force');

test('after /loop:approve the hook itself runs the check that Claude chose, and the one that the text offers', async () => {
  const { sandbox, model, open, runOf } = await setStage([
    start,
    loop('pause "approve the check, please"'),
    say('Paused.'),
    say('Approved, as it says.'),
    say('Approved, too.'),
    loop('continue'),
    say(COMPLETE),
  ]);
  await sandbox.project.write({ 'test.sh': 'touch .loop/offered' });
  const session = open();
  await session.prompt('/loop:start make the tests pass\n\n## Verification\n- Run `sh test.sh`');
  expect(toldTo(model)).toContain('The text offers checks: tests (sh test.sh).');
  const { sessionId } = session.view();
  expect(runOf(sessionId)?.frames[0]?.criteria[0]).not.toHaveProperty('by');
  await session.prompt('/loop:approve own');
  expect(toldTo(model)).toContain('[LOOP] Approved: own (touch .loop/ran).');
  expect(existsSync(sandbox.project.at('.loop/ran'))).toBe(false);
  await session.prompt('/loop:approve');
  expect(toldTo(model)).toContain('[LOOP] Approved: own (touch .loop/ran), tests (sh test.sh).');
  expect(existsSync(sandbox.project.at('.loop/offered'))).toBe(false);
  await session.prompt('/loop:continue');
  expect(model.unscripted).toEqual([]);
  expect(['ran', 'offered'].map((name) => existsSync(sandbox.project.at('.loop', name)))).toEqual([
    true,
    true,
  ]);
  expect(runOf(sessionId)).toMatchObject({ ending: { kind: 'verified', seen: { hook: ['own', 'tests'] } } });
});

test('Claude can not approve: neither with the skill nor with the command', async () => {
  const { sandbox, model, open, runOf } = await setStage([
    start,
    tool('Skill', { skill: 'loop:approve' }),
    loop('approve'),
    say(COMPLETE),
    loop('pause "enough"'),
    say('Paused.'),
  ]);
  const session = open();
  await session.prompt('/loop:start make the tests pass');
  const told = toldTo(model);
  expect(told).toMatch(/disable-model-invocation|cannot be used|can't be used|only (?:by )?the user/i);
  expect(told).toContain(
    'Only the user can approve checks: in a terminal of their own, or in Claude Code with /loop:approve.',
  );
  expect(told).not.toContain('[LOOP] Approved');
  expect(continuations(session.view())).toHaveLength(1);
  expect(existsSync(sandbox.project.at('.loop/ran'))).toBe(false);
  expect(runOf(session.view().sessionId)?.frames[0]?.criteria[0]).not.toHaveProperty('by');
});
