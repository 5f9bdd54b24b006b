import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openRun } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import { bareEnv, LOOP, type Project } from '../support/project.ts';

const TERMINAL = { session: null };
const CLAUDE = { env: { CLAUDECODE: '1' } };
const TASK = 'make the login tests pass';
const BOTH = { checks: { tests: 'npm test', lint: 'npm run lint' } };

function configure(project: Project, config: object): void {
  project.write('loop.config.json', JSON.stringify(config));
}

function createWith(config: object): Project {
  const project = createProject();
  configure(project, config);
  return project;
}

async function criteriaOf(project: Project) {
  return (await project.json('status')).run?.frames.at(-1)?.criteria;
}

describe('loop config', () => {
  test('prints every value and where it comes from', async () => {
    const project = createWith({ limits: { iterations: 20, budget: 5 }, checks: { tests: 'npm test' } });
    mkdirSync(project.at('../config/loopwright'), { recursive: true });
    const own = project.at('../config/loopwright/config.json');
    writeFileSync(own, '{"limits":{"iterations":"unlimited","minutes":30},"shape":"tool"}');
    const env = { XDG_CONFIG_HOME: project.at('../config'), LOOP_BUDGET: '3' };
    const { settings, checks, files } = await project.json('config', [], { ...TERMINAL, env });
    const file = project.at('loop.config.json');
    expect(settings.map(({ key, value, sources }) => [key, value, sources[0]?.from])).toEqual([
      ['iterations', 20, file],
      ['budget', 3, 'LOOP_BUDGET'],
      ['tokens', null, null],
      ['minutes', 30, own],
      ['shape', 'tool', own],
    ]);
    expect(checks).toMatchObject([{ name: 'tests', command: 'npm test', from: file, agreed: false }]);
    expect(files).toEqual({ project: { path: file, exists: true }, user: { path: own, exists: true } });
  });

  test('without a config says so, and what is built in', async () => {
    const project = createProject();
    const { code, stdout } = await project.loop(['config'], TERMINAL);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^iterations +10 +built in$/m);
    expect(stdout).toContain(`There is no ${project.at('loop.config.json')}.`);
    expect(stdout).toContain('Next: loop init');
  });

  test.each([
    ['config', ['config']],
    ['start', ['start', TASK]],
    ['criterion', ['criterion', 'add', 'a', '--check', 'true']],
  ])('a broken one is an error with file, key and suggestion for %s', async (verb, args) => {
    const project = createProject();
    if (verb === 'criterion') await project.loop(['start', TASK, '--criteria', 'x']);
    configure(project, { cheks: {} });
    const { error, code } = await project.jsonError(args);
    expect([code, error.message]).toEqual([1, `${project.at('loop.config.json')} can't be used:`]);
    expect(error.details).toEqual(['cheks: there is no such key; did you mean "checks"?']);
  });

  test.skipIf(process.platform === 'win32')('a link or a pipe in its place is refused at once', async () => {
    const project = createProject();
    symlinkSync('/dev/zero', project.at('loop.config.json'));
    expect((await project.jsonError(['config'])).error.details).toEqual(['it is a symbolic link']);
    rmSync(project.at('loop.config.json'));
    execFileSync('mkfifo', [project.at('loop.config.json')]);
    expect((await project.jsonError(['config'])).error.details).toEqual(['it is not a plain file']);
  });
});

test('doctor reports a broken config, and commands that nobody agreed to', async () => {
  const project = createProject();
  const findings = async () =>
    (await project.json('doctor', [], TERMINAL)).findings.filter(({ subject }) => subject === 'config');
  expect(await findings()).toMatchObject([{ level: 'sound' }]);
  configure(project, { checks: { tests: 'npm test' } });
  const doubt = { level: 'doubtful', found: 'not agreed to: tests (npm test)' };
  expect(await findings()).toMatchObject([{ level: 'sound' }, doubt]);
  configure(project, { checks: 3 });
  const found = expect.stringContaining('checks: takes an object of checks by name, not 3');
  expect(await findings()).toMatchObject([{ level: 'broken', found }]);
});

describe('--check NAME', () => {
  test('takes the whole check of that name, for start, push and criterion', async () => {
    const tests = { command: ['true'], timeout: '2m', paths: ['src'] };
    const project = createWith({ checks: { tests, lint: 'true' } });
    await project.loop(['start', TASK, '--check', 'tests', '--check', 'types=true']);
    await project.loop(['criterion', 'add', 'style', '--check', 'lint']);
    expect(await criteriaOf(project)).toMatchObject([
      { name: 'tests', check: { command: ['true'], paths: ['src'] } },
      { name: 'types', check: { command: 'true' } },
      { name: 'style', check: { command: 'true' } },
    ]);
    await project.loop(['push', 'mend the parser first', '--check', 'lint']);
    expect(await criteriaOf(project)).toMatchObject([{ name: 'lint', check: { command: 'true' } }]);
  });

  test('an unknown name is an error with the names that exist, and nothing starts', async () => {
    const project = createWith(BOTH);
    const { error, code, next } = await project.jsonError(['start', TASK, '--check', 'test']);
    expect([code, next]).toEqual([64, 'loop config']);
    expect(error.message).toBe('There is no check "test" in loop.config.json; did you mean "tests"?');
    const command = 'To run a command of this name: --check test=test';
    expect(error.details).toEqual(['There are: tests, lint', command]);
    expect((await project.json('status')).run).toBeNull();
  });

  test('without a config a program is a command as before, and a name is an error', async () => {
    const project = createProject();
    const { error, next } = await project.jsonError(['start', TASK, '--check', 'testz']);
    expect(error.message).toBe(
      'There is no check "testz": this project has no loop.config.json with checks, and PATH has no program of this name.',
    );
    expect(next).toBe('loop init');
    await project.loop(['start', TASK, '--check', 'true']);
    expect(await criteriaOf(project)).toMatchObject([{ name: 'true', check: { command: 'true' } }]);
  });

  test('a start without a check offers those that are there in one line', async () => {
    const project = createWith(BOTH);
    const offer = 'Checks that this project has, to be taken with --check NAME: ';
    const vague = await project.loop(['start', 'improve things']);
    expect(vague.stdout.replaceAll('\n', ' ')).toContain(`${offer}tests (npm test), lint (npm run lint).`);
    expect(await project.json('start', [`${TASK}, keep the API, done when merged`])).toMatchObject({
      notices: [`${offer}tests (npm test), lint (npm run lint).`],
    });
  });

  test('in a subfolder of a repository its command runs where the config stands', async () => {
    const project = createProject({ git: true });
    configure(project, { checks: { here: 'test -f loop.config.json' } });
    const cwd = project.at('packages/a');
    mkdirSync(cwd, { recursive: true });
    await project.loop(['start', TASK, '--check', 'here'], { cwd });
    const { results } = await project.json('verify', [], { cwd });
    expect(results).toMatchObject([{ criterion: 'here', outcome: 'proved' }]);
  });
});

test('defaults of the config count where no flag says otherwise', async () => {
  const limits = { iterations: 3, budget: 2 };
  const project = createWith({ limits, shape: 'tool', guard: ['test/**'], guardStrict: true });
  const typed = ['--check', 'tests=true', '--budget', '4', '--guard', '*.lock'];
  await project.loop(['start', TASK, ...typed], { by: 'user' });
  const opened = openRun({ root: project.path, sessionId: project.session });
  if (opened.status !== 'open') throw new Error(opened.status);
  opened.close();
  const { frames, guard } = opened.run;
  expect(frames[0]).toMatchObject({ shape: 'tool', limits: { iterations: 3, budgetUsd: 4 } });
  expect([guard?.patterns.toSorted(), guard?.isStrict]).toEqual([['*.lock', 'test/**'], true]);
});

describe('commands that come with a repository', () => {
  test('are proposals until the user agrees in a terminal of their own, and again when they change', async () => {
    const project = createWith(BOTH);
    const agreed = async (): Promise<readonly string[]> =>
      (await project.json('config', [], TERMINAL)).checks.flatMap((one) => (one.agreed ? [one.name] : []));
    expect(await agreed()).toEqual([]);
    const refused = await project.jsonError(['config', 'agree', 'tests'], CLAUDE);
    expect(refused.error.message).toMatch(/^Only the user can agree: /);
    // With `env -u` a shell of Claude still is below the session, once that has a loop here.
    await project.loop(['start', TASK, '--criteria', 'x']);
    const unset = `env -u CLAUDE_CODE_SESSION_ID -u CLAUDECODE ${process.execPath} ${LOOP} config agree tests`;
    const shell = spawnSync('/bin/sh', ['-c', unset], {
      cwd: project.path,
      env: { ...bareEnv(project.at('..')), CLAUDE_CODE_SESSION_ID: project.session, CLAUDECODE: '1' },
      encoding: 'utf8',
    });
    if (process.platform === 'linux') expect(shell.stderr).toContain('Only the user can agree: ');
    expect(await agreed()).toEqual([]);
    await project.loop(['cancel']);
    expect((await project.loop(['config', 'agree', 'tests'], TERMINAL)).code).toBe(0);
    expect(await agreed()).toEqual(['tests']);
    configure(project, { checks: { tests: 'true' } });
    expect(await agreed()).toEqual([]);
    const { error, next } = await project.jsonError(['start', TASK, '--check', 'tests'], CLAUDE);
    expect(error.message).toBe('The command of "tests" changed since the user agreed to it.');
    expect(error.details.slice(0, 2)).toEqual(['agreed to: tests (npm test)', 'now: tests (true)']);
    expect(next).toBe('loop config agree tests');
    await project.loop(['config', 'agree', 'tests'], TERMINAL);
    expect((await project.loop(['start', TASK, '--check', 'tests'], CLAUDE)).code).toBe(0);
  });

  test('are never started by loop run without an agreement, also those that changed, but with --trust-config for this run', async () => {
    const project = createWith({ checks: { tests: 'touch ran' } });
    const run = ['run', TASK, '--check', 'tests', '--claude', '/bin/false', '--iteration-timeout', '5s'];
    const { error, code, next } = await project.jsonError(run, TERMINAL);
    expect([code, next]).toEqual([1, 'loop config agree tests']);
    expect(error.message).toContain('you have not agreed to them yet. Nothing was started.');
    expect(error.details[0]).toBe('tests (touch ran)');
    await project.loop(['config', 'agree', 'tests'], TERMINAL);
    configure(project, { checks: { tests: 'touch run' } });
    expect((await project.jsonError(run, TERMINAL)).error.details[0]).toBe('tests (touch run)');
    expect((await project.json('status', [], TERMINAL)).run).toBeNull();
    await project.loop([...run, '--trust-config'], TERMINAL);
    const { run: started } = await project.json('status', [], TERMINAL);
    expect(started?.frames[0]?.criteria).toMatchObject([{ name: 'tests', check: { command: 'touch run' } }]);
    expect((await project.json('config', [], TERMINAL)).checks).toMatchObject([{ agreed: false }]);
  });

  test('are the user’s once they are agreed to, also if Claude names them', async () => {
    const project = createWith(BOTH);
    await project.loop(['config', 'agree'], TERMINAL);
    await project.loop(['start', TASK, '--check', 'tests', '--check', 'lint'], CLAUDE);
    expect((await criteriaOf(project))?.map(({ by }) => by)).toEqual(['user', 'user']);
  });

  test('are said to wait for an agreement at the start', async () => {
    const project = createWith(BOTH);
    await project.loop(['config', 'agree', 'lint'], TERMINAL);
    const started = await project.json('start', [TASK, '--check', 'tests', '--check', 'lint'], CLAUDE);
    expect(started).toHaveProperty('notices', [
      'From the config: tests (npm test), lint (npm run lint).',
      'The user has not agreed to this command: tests (npm test). The stop hook runs it only after they agree, in Claude Code with /loop:approve tests.',
    ]);
    expect((await criteriaOf(project))?.map(({ name, by }) => [name, by])).toEqual([
      ['tests', undefined],
      ['lint', 'user'],
    ]);
  });
});

test('a judge of the config is shown with who judges, needs the agreement of the user, and is a criterion by its name', async () => {
  const docs = { judge: 'the README explains sum', model: 'sonnet', rounds: 2 };
  const project = createWith({ checks: { docs } });
  const checks = async () => (await project.json('config', [], TERMINAL)).checks;
  expect(await checks()).toMatchObject([{ name: 'docs', ...docs, agreed: false }]);
  const { stdout } = await project.loop(['config', 'agree', 'docs'], TERMINAL);
  expect(stdout).toContain('judge: the README explains sum');
  configure(project, { checks: { docs: { ...docs, model: 'opus' } } });
  expect(await checks()).toMatchObject([{ agreed: false }]);
  const start = ['start', TASK, '--force', '--check', 'docs'];
  const message = 'The judge of "docs" changed since the user agreed to it.';
  expect((await project.jsonError(start, CLAUDE)).error).toMatchObject({ message });
  await project.loop(['config', 'agree', 'docs'], TERMINAL);
  await project.loop(start);
  expect(await criteriaOf(project)).toMatchObject([{ name: 'docs', by: 'user' }]);
});
