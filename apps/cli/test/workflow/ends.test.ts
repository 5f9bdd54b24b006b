import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { Command, Run } from '@loopwright/core';
import { openRun } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import { createProject as createBuiltProject, type Project } from '../support/project.ts';
import { BY } from '../support/workflow.ts';

const SHAPE =
  '## Criteria\n- holds: `test -f holds`\n## mustNot\n- none\n## Verification\n- execution output\n';

/** A workflow whose one task is done, at stage review. */
async function createReviewed(): Promise<Project> {
  const project = createProject();
  await project.line('start --workflow "Do the work" --check "holds=test -f holds"');
  const at = Date.now();
  submit(
    project,
    { type: 'stage', at, stage: 'shape', question: '', shape: 'tool' },
    { type: 'stage', at, stage: 'decompose' },
    { type: 'task', at, action: 'add', subject: 'Task 1' },
    completed('1'),
    { type: 'stage', at, stage: 'executing' },
    { type: 'stage', at, stage: 'review' },
  );
  return project;
}

function completed(id: string): Command {
  return { type: 'task', at: Date.now(), action: 'complete', id, metadata: { note: 'done' } };
}

function submit(project: Project, ...commands: readonly Command[]): void {
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error('there is no loop');
  expect(commands.map((command) => opened.submit(command).status)).toEqual(commands.map(() => 'recorded'));
  opened.close();
}

describe('a workflow', () => {
  test('a gate that is not ready counts no failure and runs no check', async () => {
    const project = await createReviewed();
    const { code, stdout } = await project.line('gate --confidence 90 --json');
    expect(code).toBe(6);
    const answer = JSON.parse(stdout) as { run: Run };
    expect(answer).toMatchObject({ ok: false, passed: false });
    expect(answer.run.frames[0]?.workflow).toMatchObject({ stage: 'review' });
    expect(answer.run.frames[0]?.workflow?.gate).toBeUndefined();
  });

  test('a gate on a paused loop runs the checks like any other', async () => {
    const project = await createReviewed();
    await project.line(`review thorough ${BY}`);
    project.write('holds', '');
    await project.line('verify');
    await project.line('pause');
    rmSync(project.at('holds'));
    const { code, stdout } = await project.line('gate --confidence 90');
    expect([code, stdout]).toEqual([6, expect.stringContaining('The gate failed (1×)')]);
  });

  test('a blocker of a light review is carried over until it is named as resolved, or has been a task', async () => {
    const project = await createReviewed();
    await project.line(`review --wave 1 --score 8 ${BY} --finding "BLOCKER: tokens are logged"`);
    expect((await project.line(`review thorough ${BY} --resolved ""`)).code).toBe(64);
    expect((await project.line(`review thorough ${BY} --resolved another`)).stdout).toContain(
      'leaves 1 blocker',
    );
    submit(project, completed('2'));
    expect((await project.line(`review thorough ${BY}`)).stdout).toContain('The thorough review passed.');
    await project.line(`review --wave 2 --score 8 ${BY} --finding "BLOCKER: sums are wrong"`);
    expect((await project.line(`review thorough ${BY} --resolved "Sums are"`)).stdout).toContain(
      'The thorough review passed.',
    );
  });

  test('tasks of Claude’s own list go through the stages, the waves, the next command and the gate', async () => {
    const project = createProject();
    const lists = {
      env: { CLAUDE_CONFIG_DIR: project.at('..', 'config'), CLAUDE_CODE_TASK_LIST_ID: 'my.list' },
    };
    const write = (id: string, status: string, blockedBy: readonly string[] = []): void => {
      const one = { id, subject: `Task ${id}`, description: '', status, blocks: [], blockedBy };
      project.write(`../config/tasks/my-list/${id}.json`, JSON.stringify(one));
    };
    const line = async (text: string): Promise<string> => (await project.line(text, lists)).stdout;
    write('1', 'pending');
    expect(await line('start --workflow "Do the work" --check "holds=true"')).toContain(
      "In this loop from Claude's task list: 1 open task.",
    );
    const at = Date.now();
    submit(
      project,
      { type: 'stage', at, stage: 'shape', question: '', shape: 'tool' },
      { type: 'stage', at, stage: 'decompose' },
    );
    write('2', 'pending', ['1']);
    expect(await line('task begin')).toContain('Wave 1 begins with 1 task.');
    write('1', 'in_progress');
    expect(await line('task finish')).toContain('Not while tasks are open: task 1 Task 1');
    write('1', 'completed');
    expect(await line('task finish')).toContain('To be reviewed: T-001 Task 1');
    await line(`review --wave 1 --score 8 ${BY}`);
    expect(await line('next')).toContain('Next: loop task begin');
    write('2', 'completed');
    expect(await line('next')).toContain('Next: loop review begin');
    await line('review begin');
    await line(`review thorough ${BY}`);
    expect(await line('gate --confidence 90')).toContain(
      'task 1 Task 1 (neither a check nor a note shows it)',
    );
    await line('task change 1 --note seen');
    await line('task change 2 --note seen');
    expect(await line('gate --confidence 90')).toContain('The gate passed.');
  });

  test('an invalid SHAPE.md changes nothing', async () => {
    const project = createProject();
    await project.line('start --workflow --force "Do the work"');
    await project.line('task shape --force');
    for (const nonsense of [
      '',
      '\u0000',
      'x'.repeat(300_000),
      '{"criteria": []}',
      SHAPE.replace('`test -f holds`', '``'),
    ]) {
      project.write('.loop/shape/SHAPE.md', nonsense);
      const { code, stdout, stderr } = await project.line('task plan --json');
      expect([code, stderr]).toEqual([1, '']);
      const answer = JSON.parse(stdout) as { run?: Run };
      if (answer.run) expect(answer.run.frames[0]?.workflow?.stage).toBe('shape');
    }
    project.write('.loop/shape/SHAPE.md', SHAPE);
    expect((await project.line('task plan')).code).toBe(0);
    project.write('.loop/shape/SHAPE.md', SHAPE.replace('test -f holds', 'true'));
    await project.line('task shape');
    const { code, stdout } = await project.line('task plan');
    expect(code).toBe(1);
    expect(stdout).toContain('"holds" is proved by another command already');
    const opened = openRun({ root: project.path, sessionId: project.session });
    if (opened.status === 'open') opened.close();
    expect(opened).toMatchObject({
      run: { frames: [{ criteria: [{ name: 'holds', check: { command: 'test -f holds' } }] }] },
    });
  });

  test('a SHAPE.md that changes what was agreed is on record: once where it is refused', async () => {
    const project = createProject();
    await project.line('start --workflow --force "Do the work" --criteria docs');
    await project.line('task shape --force');
    const shape = '## Criteria\n- holds: `true`\n- docs: `true`\n## mustNot\n- break it: `true`\n- log\n';
    const end = '## Verification\n- execution output\n';
    project.write('.loop/shape/SHAPE.md', shape + end);
    expect((await project.line('task plan')).code).toBe(0);
    await project.line('task shape');
    project.write('.loop/shape/SHAPE.md', shape.replace('holds: `true`', 'holds: `:`') + end);
    for (const times of [1, 2]) {
      const { code, stdout } = await project.line('task plan');
      expect(code).toBe(1);
      expect(
        stdout.includes('Claude tried to change "holds". It stays as it was agreed. Reason: SHAPE.md'),
      ).toBe(times === 1);
    }
    project.write('.loop/shape/SHAPE.md', shape.replace('break it: `true`', 'break it') + end);
    const { code, stdout } = await project.line('task plan');
    expect(code).toBe(0);
    expect(stdout).toContain('Contract changed by Claude: removed "mustNot: break it".');
    const { run } = await project.json('status');
    expect(run?.frames[0]?.amendments).toMatchObject([
      { what: 'replaced', subject: 'holds', isRefused: true },
      { what: 'removed', subject: 'mustNot: break it' },
    ]);
  });

  test('the tasks of the user say so, and Claude does not change them', async () => {
    const project = createProject();
    await project.line('start --force "Do the work"');
    await project.line('task add "Mend it" --verify "test -f done"', { by: 'user' });
    await project.line('task add "Tidy up" --reason "a matter of taste"');
    const remove = 'task remove 1 --reason "it is flaky"';
    const change = 'task change 1 --verify true --reason "it is flaky"';
    for (const attempt of [remove, change]) {
      const { code, stdout } = await project.line(attempt);
      expect(code).toBe(1);
      expect(stdout).toContain('The user asked for "task 1: Mend it", so only the user can change it');
    }
    const { stdout } = await project.line('task');
    expect(stdout).toMatch(/open +T-001 +yours +Mend it\n.*open +T-002 +Claude's +Tidy up/);
    expect((await project.line(remove, { by: 'user' })).code).toBe(0);
  });

  test('circles, unknown ids and waves without work are refused by name', async () => {
    const project = createProject();
    await project.line('start --force "Do the work"');
    await project.line('task add A --reason "nothing can prove it"');
    await project.line('task add B --blocked-by 1 --verify true');
    const said = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await project.line(line);
      expect(code).not.toBe(0);
      return stdout + stderr;
    };
    expect(await said('task change 1 --blocked-by 2')).toContain('would wait for each other: 2 → 1 → 2');
    expect(await said('task add C --blocked-by 1,99 --verify true')).toContain('There is no task "99"');
    expect(await said('task claim 2 --owner w')).toContain('Task 1 has to be completed first');
    expect(await said('task complete 2')).toContain('Task 1 has to be completed first');
    expect(await said('task claim 99 --owner w')).toContain('There is no task "99"');
    expect(await said('task begin')).toContain('no workflow');
    expect(await said('task plan')).toContain('no workflow');
    expect(await said(`review thorough ${BY}`)).toContain('no workflow');
    expect(await said('gate --confidence 1')).toContain('no workflow');
    expect(await said('task ask')).toContain('Nothing failed');
    expect(await said('task ask nothing')).toContain('Nothing failed');
    expect(await said('recall confirm nobody')).toContain('Nothing was learned under "nobody"');
  });
});

test('a fresh start archives the old loop and keeps lessons; a refused spec archives nothing', async () => {
  const project = createBuiltProject();
  await project.line('learn "Keep it simple"');
  await project.line('start --force "Old work"');
  project.write('.loop/shape/SPEC.md', 'Old work');
  project.write('.loop/shape/SHAPE.md', SHAPE);
  const id = (await project.json('status')).run?.id ?? '';
  expect((await project.line('start "New work"')).code).toBe(1);
  expect((await project.line('start --fresh vague', { by: 'user' })).code).toBe(5);
  expect(existsSync(project.at('.loop/shape/SPEC.md'))).toBe(true);
  expect((await project.json('status')).run).toMatchObject({
    status: 'active',
    frames: [{ spec: 'Old work' }],
  });
  expect((await project.line('start --fresh --force "New work"')).code).toBe(0);
  expect((await project.json('status')).run).toMatchObject({
    status: 'active',
    frames: [{ spec: 'New work' }],
  });
  expect((await project.line('recall')).stdout).toContain('Keep it simple');
  expect(existsSync(project.at('.loop/shape'))).toBe(false);
  expect(readdirSync(project.at('.loop/archive', id, 'shape')).toSorted()).toEqual(['SHAPE.md', 'SPEC.md']);
});

test('a fresh start beside an unfinished workflow of another session archives its shape, and says where', async () => {
  const project = createProject();
  const other = { session: 'session-2', by: 'user' } as const;
  await project.line('start --force --workflow "Old work"', other);
  const id = (await project.json('status', [], other)).run?.id ?? '';
  project.write('.loop/shape/SPEC.md', 'Old work');
  const beside = await project.line('start --fresh --force "New work"', { by: 'user' });
  expect(beside.stdout).toContain('The other loop also uses .loop/shape/');
  expect(existsSync(project.at('.loop/shape/SPEC.md'))).toBe(true);

  await project.line('cancel', { by: 'user' });
  await project.line('pause', other);
  const fresh = await project.line('start --fresh --force "New work"', { by: 'user' });
  expect(fresh.stdout.replaceAll('\n', ' ')).toContain(`are in .loop/archive/${id}/shape now.`);
  expect(existsSync(project.at('.loop/shape'))).toBe(false);
});

test('a finished workflow leaves no shape to the next loop of any session', async () => {
  const project = createProject();
  const other = { session: 'session-2', by: 'user' } as const;
  await project.line('start --force --workflow "Old work"', other);
  project.write('.loop/shape/SHAPE.md', SHAPE);
  await project.line('cancel', other);
  expect((await project.line('start --force "New work"', { by: 'user' })).code).toBe(0);
  expect(existsSync(project.at('.loop/shape'))).toBe(false);
});
