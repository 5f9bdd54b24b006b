import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dialogOf, QUESTIONS, type QuestionName } from '@loopwright/core/questions';
import { describe, expect, test } from 'vitest';
import {
  BUNDLE,
  callHook,
  ENV,
  inputOf,
  SESSION,
  typeCommand,
} from '../../../../../packages/hooks/test/support/run-hook.ts';
import { createProject } from '../../support/in-process.ts';
import type { Project } from '../../support/project.ts';

const SPEC =
  'POST /api/auth/token answers in p95 under 100 ms. No new dependencies, the public API stays. ' +
  'All tests pass and `npm run lint` is clean. Done when the pull request is merged to main.';

const me = { session: SESSION };

/** The client reports a dialog with questions of the plugin that the user answered. */
function answer(project: Project, given: Partial<Record<QuestionName, string>>, dialogs: object[] = []) {
  const asked = Object.entries(given) as [QuestionName, string][];
  const questions = [...asked.map(([name]) => dialogOf(name)), ...dialogs];
  const answers = Object.fromEntries(asked.map(([name, said]) => [QUESTIONS[name].question, said]));
  const report = { tool_name: 'AskUserQuestion', tool_response: { questions, answers } };
  return callHook(project.path, 'PostToolUse', report);
}

const start = (project: Project, ...flags: readonly string[]) => project.json('start', flags, me);

describe('answers in the client’s dialog', () => {
  test('set limits, shape and how long the loop is kept, as if they were typed, also free ones', async () => {
    const project = createProject();
    await typeCommand(project.path, 'start', `${SPEC} --iterations=3 --workflow`);
    const said = { iterations: 'Unlimited', budget: '$40', tasks: 'Session only', shape: 'After each step' };
    const { stdout } = await answer(project, said);
    expect(stdout).toContain("as the user's own words: Iterations: Unlimited, Budget: $40");
    const { run, notices } = await start(project, '--iterations=50');
    expect(notices).toEqual(expect.not.arrayContaining([expect.stringContaining('stays at')]));
    expect(run).toMatchObject({
      isSessionOnly: true,
      frames: [{ shape: 'colleague', limits: { iterations: 50, budgetUsd: 40 } }],
    });
  });

  test('count also where Claude started by itself, and for one start alone', async () => {
    const project = createProject();
    await answer(project, { iterations: '25' });
    const first = await project.json('start', [SPEC], me);
    await project.loop(['cancel'], me);
    const second = await project.json('start', [SPEC], me);
    const limits = [first, second].map(({ run }) => run.frames[0]?.limits.iterations);
    expect(limits).toEqual([25, 10]);
  });

  test('to a question that Claude worded raise no limit, and leave no file', async () => {
    const project = createProject();
    const { question } = QUESTIONS.iterations;
    const own = { ...dialogOf('iterations'), question: `${question} (more is safer)` };
    const report = { questions: [own], answers: { [own.question]: '50' } };
    const { stdout } = await callHook(project.path, 'PostToolUse', { tool_response: report });
    expect(stdout).toBe('');
    const claudes = ['--iterations=50', '--session-only'];
    const { run, notices } = await project.json('start', [SPEC, ...claudes], me);
    expect(run.frames[0]?.limits.iterations).toBe(10);
    expect(run.isSessionOnly).toBeUndefined();
    expect(notices).toContain('--session-only counts only from the user, in their words after /loop:start.');
  });
});

describe('a second start beside an open loop', () => {
  const words = 'make the login tests pass --check "tests=npm test"';

  test('asks the user, and Claude’s --fresh archives nothing', async () => {
    const project = createProject();
    await project.json('start', [SPEC], me);
    await typeCommand(project.path, 'start', words);
    for (const flags of [[], ['--fresh']]) {
      const { code, stdout } = await project.loop(['start', ...flags], me);
      expect([code, stdout]).toEqual([1, expect.stringContaining(JSON.stringify(dialogOf('left')))]);
    }
    const { run } = await project.json('status', [], me);
    expect(run).toMatchObject({ status: 'active', frames: [{ spec: SPEC }] });
  });

  test('replaces it once the user answers so, with what they typed', async () => {
    const project = createProject();
    await project.json('start', [SPEC], me);
    await typeCommand(project.path, 'start', words);
    await answer(project, { left: 'Start fresh' });
    const { run } = await start(project);
    expect(run.frames[0]).toMatchObject({
      spec: 'make the login tests pass',
      criteria: [{ name: 'tests', by: 'user' }],
    });
    // The same answer ends no later loop.
    expect((await project.loop(['start', '--fresh'], me)).code).toBe(1);
  });
});

describe('a loop that was left', () => {
  const other = { session: 'another' };

  test('by a session that ended just now is offered, by the question and its three ways', async () => {
    const project = createProject();
    const begun = await project.json('start', [SPEC], other);
    const id = begun.run.id.slice(0, 8);
    await callHook(project.path, 'SessionEnd', { session_id: other.session, reason: 'clear' });
    const { code, stderr } = await project.loop(['start', 'fix it'], me);
    expect(code).toBe(1);
    for (const line of [
      JSON.stringify(dialogOf('left')),
      `Resume: loop continue --run ${id}`,
      'Start fresh: run this loop start again, which leaves that loop as it is',
      `Status: loop status --run ${id}, then ask again`,
    ])
      expect(stderr).toContain(line);
    await answer(project, { left: 'Start fresh' });
    expect((await project.loop(['start', SPEC], me)).code).toBe(0);
    expect((await project.loop(['status', '--run', id], me)).stdout).toContain('left');
  });

  test.runIf(process.platform === 'linux')('by a client that was killed is offered', async () => {
    const project = createProject();
    const input = inputOf(project.path, 'UserPromptExpansion', {
      session_id: other.session,
      command_name: 'loop:start',
      command_args: SPEC,
    });
    // The hook's parent is its client, and this one is gone at once.
    const client =
      'require("child_process").spawnSync(process.execPath, [process.argv[1], "UserPromptExpansion"], { input: process.argv[2] })';
    const env = { ...ENV, CLAUDE_PROJECT_DIR: project.path };
    spawnSync(process.execPath, ['-e', client, join(BUNDLE, 'hook.cjs'), input], { env });
    await project.json('start', [], other);
    expect((await project.loop(['start', SPEC], me)).stderr).toContain('An unfinished loop is here');
  });

  test('as a file that was written by hand is offered, and resumed also after a typed start', async () => {
    const project = createProject();
    await typeCommand(project.path, 'start', SPEC);
    const state = { version: 1, stage: 'executing', task: 'old work', started_at: '2026-01-02T03:04:05Z' };
    project.write('.loop/workflow-state.json', JSON.stringify(state));
    const { code, stderr } = await project.loop(['start'], me);
    expect([code, stderr]).toEqual([1, expect.stringContaining('.loop/workflow-state.json')]);
    await answer(project, { left: 'Resume' });
    const { run } = await project.json('continue', [], me);
    expect(run.frames[0]?.spec).toBe('old work');
  });

  test('that was to end with its session has ended', async () => {
    const project = createProject();
    await typeCommand(project.path, 'start', `${SPEC} --session-only`);
    await start(project);
    await callHook(project.path, 'SessionEnd', { reason: 'other' });
    expect((await project.json('status', [], me)).run).toMatchObject({
      status: 'cancelled',
      ending: { reason: 'its session ended' },
    });
    expect((await project.loop(['start', SPEC], other)).code).toBe(0);
  });
});
