import { existsSync, readFileSync } from 'node:fs';
import { canOpenTerminal, openProgram, type ProgramTerminal } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { bareEnv, createProject, LOOP, type Project } from '../support/project.ts';

const terminals = await canOpenTerminal();
const NO_TERMINAL = 'there is no prebuilt pseudo-terminal for this system';

/** A clone whose files would leave a trace if one of its commands ran. */
function createClone(): Project {
  const project = createProject();
  project.write('Makefile', 'test:\n\ttouch ran\n');
  project.write(
    '.github/workflows/ci.yml',
    'on: push\njobs:\n  ci:\n    steps:\n      - run: touch tests-ran\n      - run: kubectl delete namespace test\n',
  );
  return project;
}

const traces = (project: Project): readonly boolean[] =>
  ['ran', 'tests-ran', 'loop.config.json'].map((name) => existsSync(project.at(name)));

async function openInit(project: Project, ...flags: readonly string[]): Promise<ProgramTerminal> {
  const terminal = await openProgram({
    command: [process.execPath, LOOP, 'init', ...flags],
    cwd: project.path,
    env: { ...bareEnv(project.at('..')), TERM: 'xterm-256color' },
  });
  onTestFinished(terminal.close);
  return terminal;
}

test('without a terminal nothing of a clone runs, also with --yes', async () => {
  const project = createClone();
  const shown = await project.loop(['init'], { session: null });
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain('untried  tests  make test');
  expect(shown.stdout).not.toMatch(/kubectl|touch|✓/);
  expect(traces(project)).toEqual([false, false, false]);

  expect((await project.loop(['init', '--yes'], { session: null, input: 'y\n' })).code).toBe(0);
  expect(traces(project)).toEqual([false, false, true]);
  expect((await project.json('config', [], { session: null })).checks).toMatchObject([
    { name: 'tests', command: 'make test', agreed: false },
  ]);
});

test.skipIf(!terminals).each(['n\r', '\r', '\u0004', '\u0003'])(
  'in a terminal %j runs nothing',
  async (keys) => {
    const project = createClone();
    const terminal = await openInit(project);
    const screen = await terminal.waitFor('[y/N]');
    expect(screen).toContain('untried  tests  make test');
    terminal.press(keys);
    await terminal.ended;
    expect(terminal.screen()).not.toContain('passes');
    expect(traces(project)).toEqual([false, false, false]);
  },
);

test('in a terminal a yes runs each command once and is an agreement', async ({ skip }) => {
  skip(!terminals, NO_TERMINAL);
  const project = createClone();
  const terminal = await openInit(project);
  await terminal.waitFor('[y/N]');
  expect(traces(project)).toEqual([false, false, false]);
  terminal.press('y\r');
  expect(await terminal.ended).toEqual({ exitCode: 0 });
  await expect.poll(terminal.screen).toContain('✓ passes  tests  make test');
  expect(traces(project)).toEqual([true, false, true]);
  expect(JSON.parse(readFileSync(project.at('loop.config.json'), 'utf8'))).toMatchObject({
    checks: { tests: { command: 'make test' } },
  });
  expect((await project.json('config', [], { session: null })).checks).toMatchObject([{ agreed: true }]);
});
