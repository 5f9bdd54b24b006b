// @module-tag deep
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { say, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { castModel, COMPLETE, continuations, loop, mend, setStage, toldTo } from '../support/stage.ts';

/** The client gives its task tools to models that it does not know to work without them. */
const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' };

const create = (subject: string) => tool('TaskCreate', { subject, description: `${subject}.` });
const update = (taskId: string, more: object) => tool('TaskUpdate', { taskId, ...more });

test('tasks of the client’s own tools take part in stops, PROGRESS.md, next and the resume', async () => {
  const sessionId = randomUUID();
  const { sandbox, model, play, runOf } = await setStage([
    loop('start --check "tests pass=node test.js"'),
    create('Mend sum'),
    create('Write the note'),
    update('2', { addBlockedBy: ['1'] }),
    mend,
    loop('verify'),
    update('1', { status: 'completed' }),
    loop('next'),
    say(COMPLETE),
    update('2', { status: 'in_progress' }),
    say('I will go on.'),
  ]);
  const first = await play('/loop:start make the tests pass --force --iterations=1', { env, sessionId });
  expect(model.unscripted).toEqual([]);
  expect(toldTo(model)).toContain(
    "once this is done: Write the note (or mark it completed in Claude's task list)",
  );
  expect(continuations(first)).toEqual([
    expect.stringContaining('a proof is missing: task 2 Write the note'),
  ]);
  expect(first.notices.join('\n')).toContain('Progress: 1 steps complete, 1 remaining');

  const later = await castModel([
    loop('continue'),
    update('2', { status: 'completed' }),
    loop('verify'),
    say(COMPLETE),
  ]);
  await play('/loop:continue', { env, resume: sessionId, model: later });
  expect(later.unscripted).toEqual([]);
  expect(toldTo(later)).toContain('Progress: 1/2 tasks | Iteration: 1');
  expect(toldTo(later)).toContain('Next: T-002 Write the note');
  expect(await readFile(sandbox.project.at('.loop/PROGRESS.md'), 'utf8')).toContain(
    '- [x] T-001: Mend sum\n- [x] T-002: Write the note\n',
  );
  expect(runOf(sessionId)).toMatchObject({
    ending: { kind: 'verified' },
    frames: [{ tasks: [{ blocks: ['2'] }, { status: 'completed', blockedBy: ['1'] }] }],
  });
});
