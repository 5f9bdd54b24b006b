import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';
import { CLEAR_SPEC } from '../support/workflow.ts';
import { bareEnv, LOOP, type Project } from '../support/project.ts';
import { processesOf, until } from '../support/processes.ts';

/** A loop with these checks in a git project, which ignores some of what they write. */
async function createChecked(...checks: string[]): Promise<Project> {
  const flags = checks.flatMap((check) => ['--check', check]);
  const project = await createLoop(flags, { git: true });
  project.write('.gitignore', 'build/\npids\n');
  project.write('code.txt', 'one');
  return project;
}

/** The stored output of the only check that ran. */
function outputOf(project: Project): string {
  const [log = ''] = readdirSync(project.at('.loop/evidence'));
  return readFileSync(project.at('.loop/evidence', log), 'utf8');
}

async function stateOf(project: Project, cwd = project.path): Promise<string | undefined> {
  return (await project.json('status', [], { cwd })).criteria[0]?.state;
}

describe('a check that passes', () => {
  test('proves its criterion, and keeps its output as evidence', async () => {
    const project = await createChecked('tests=echo all green');
    const { code, stdout, stderr } = await project.loop(['verify']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ proved {2}\d\S* {2}tests\n/);
    expect(stdout).toContain('1 of 1 check proves the work tree as it is.');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Next: loop signal done  # every proof holds');
    expect(outputOf(project)).toBe('all green\n');
  });

  test('goes stale with the next change of the tree, and is proved again after it', async () => {
    const project = await createChecked('tests=true');
    await project.loop(['verify']);
    expect(await stateOf(project)).toBe('proved');
    project.write('code.txt', 'two');
    const { stdout } = await project.loop(['status']);
    expect(stdout).toContain("~ stale  Claude's  tests (changed since its check passed)");
    expect((await project.json('status')).next).toBe('loop verify');
    expect((await project.loop(['verify'])).code).toBe(0);
    project.write('code.txt', 'one');
    expect(await stateOf(project)).toBe('stale');
  });

  test('with --proves-change runs on the files of the start, too', async () => {
    const project = createProject({ git: true });
    project.write('code.txt', 'one');
    await project.loop(['start', CLEAR_SPEC, '--proves-change', '--check', 'tests=grep -q two code.txt']);
    expect((await project.json('status')).run?.provesChange).toBe(true);
    project.write('code.txt', 'two');
    const { stdout } = await project.loop(['verify']);
    expect(stdout).toContain('tests: it fails on the old code.');
    const onStart = async () => (await project.json('status')).run?.frames[0]?.criteria[0]?.evidence?.onStart;
    expect(await onStart()).toEqual({ passed: false });
    await project.loop(['criterion', 'add', 'present', '--check', 'test -e code.txt']);
    expect((await project.loop(['verify', 'present'])).stdout).toContain(
      'present: it passes on the old code, too.',
    );
  });

  test('runs in the project folder, also when called elsewhere', async () => {
    const project = await createChecked('tests=pwd');
    project.write('deep/down/file', '');
    await project.loop(['verify'], { cwd: project.at('deep/down') });
    expect(outputOf(project)).toBe(`${project.path}\n`);
  });

  test('runs in the linked work tree that it is called in, and proves that one', async () => {
    const project = await createChecked('tests=pwd; grep green code.txt');
    const { path, at } = project;
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: path,
        stdio: 'pipe',
      });
    git('add', '.');
    git('commit', '-qm', 'Begin');
    git('worktree', 'add', '-q', 'out/tree');
    const tree = at('out/tree');
    project.write('out/tree/code.txt', 'green');
    const { code, stdout } = await project.loop(['verify'], { cwd: tree });
    expect({ code, output: outputOf(project) }).toEqual({ code: 0, output: `${tree}\ngreen\n` });
    expect(stdout).toContain(`1 of 1 check proves the work tree ${tree} as it is.`);
    expect([await stateOf(project, tree), await stateOf(project)]).toEqual(['proved', 'stale']);
    rmSync(at('.loop/evidence'), { recursive: true });
    await project.loop(['verify', '--project', path], { cwd: tree });
    expect(outputOf(project)).toBe(`${path}\n`);
  });
});

describe('a check that fails', () => {
  test.each([
    ['exit 3', { exitCode: 3 }],
    ['no-such-program --x', { exitCode: 127, reason: 'command not found (exit code 127)' }],
    ['./code.txt', { exitCode: 126, reason: 'command can not be run (exit code 126)' }],
    ['kill -9 $$', { exitCode: null, reason: 'killed by SIGKILL' }],
    ['sh -c "kill -TERM \\$\\$"; exit $?', { exitCode: 143, reason: 'killed by SIGTERM (exit code 143)' }],
    ['["no-such-program"]', { exitCode: null, reason: 'command not found: "no-such-program"' }],
    ['["./code.txt"]', { exitCode: null, reason: 'command can not be run: "./code.txt"; is it executable?' }],
    ['read line && test -n "$line"', { exitCode: 1 }],
    ['read line < /dev/tty', {}],
    ['test -t 0 || test -t 1', { exitCode: 1 }],
  ])('%s is told as what it is', async (command, told) => {
    const project = await createChecked(`c=${command}`);
    const { ok, results, criteria, notices } = await project.json('verify');
    expect(ok).toBe(false);
    expect(results[0]).toMatchObject({ outcome: 'failed', passed: false, ...told });
    expect(criteria[0]?.state).toBe('failed');
    // The first run says how things stood before the work.
    expect(notices).toEqual([]);
  });

  test('ends with 6, says what its output says, and names the file', async () => {
    const project = await createChecked('good=true', 'bad=echo broken >&2; exit 1');
    const { code, stdout } = await project.loop(['verify']);
    expect(code).toBe(6);
    expect(stdout).toContain('\nbroken\n');
    const [, log = ''] = /bad: its output is in (\S+)/.exec(stdout) ?? [];
    expect(readFileSync(project.at(log), 'utf8')).toBe('broken\n');
    expect((await project.loop(['status'])).stdout).toContain("✗ failed  Claude's  bad (exit code 1)");
  });
});

test.each<readonly [string, string, readonly string[], string | undefined]>([
  [
    'in time, with all its processes',
    'sleep 301 & (sleep 302 &) ; echo begun; sleep 303',
    ['--timeout', '500ms'],
    'timed out after 0.5s and was ended',
  ],
  [
    'when it does not listen',
    "trap '' TERM INT HUP; while :; do sleep 0.1; done",
    ['--timeout=300ms'],
    'timed out after 0.3s and was ended',
  ],
  ['without what it leaves behind', 'sleep 307 & setsid sleep 308 & echo done', [], undefined],
])('a check ends %s', async (_how, command, flags, reason) => {
  const project = await createChecked(`c=${command}`);
  const { results } = await project.json('verify', flags);
  expect([results[0]?.passed, results[0]?.reason]).toEqual([reason === undefined, reason]);
  await until(() => processesOf(project.path).length === 0);
});

describe('the output of a check', () => {
  test('is not shown if it passed, and in its most telling lines if it failed', async () => {
    const bad = 'bad=seq 1 500; echo not ok 7; echo Error: no; exit 1';
    const { stdout, stderr } = await (await createChecked('good=seq 1 500', bad)).loop(['verify']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/✓ proved +\S+ +good\n/);
    expect(stdout).not.toContain('\n500\n');
    expect(stdout).toContain('\nnot ok 7\nError: no\n');
  });

  test('moves no cursor and hides nothing', async () => {
    const hostile = "c=printf 'a\\033[2Jb\\033]0;title\\007c\\r\\nd\\342\\200\\256e\\n'; exit 1";
    const { stdout } = await (await createChecked(hostile)).loop(['verify']);
    expect(stdout).toMatch(/ab.*c\nde\n/);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe('a check that changes the work tree', () => {
  test('runs again on the tree that it left, and proves that one', async () => {
    const project = await createChecked('build=test -f out.txt || echo built > out.txt');
    const { ok, results } = await project.json('verify');
    expect(ok).toBe(true);
    expect(results[0]).toMatchObject({ outcome: 'proved', runs: 2, changedTree: false });
    expect((await project.loop(['verify'])).stdout).not.toContain('ran again');
  });

  test('every time proves nothing, and the answer says why', async () => {
    const project = await createChecked('build=echo x >> out.txt');
    const { code, stdout } = await project.loop(['verify']);
    expect(code).toBe(6);
    expect(stdout).toContain('~ stale');
    expect(stdout).toContain('build: the check changed the work tree while it ran.');
    expect(stdout).toContain('it passed, but on a tree that is gone');
    expect(await stateOf(project)).toBe('stale');
  });

  test('makes those that passed before it run again too', async () => {
    const second = 'second=test -f out || echo x > out';
    const project = await createChecked('first=echo ran >> build/first', second);
    project.write('build/.keep', '');
    const { ok, results } = await project.json('verify');
    expect([ok, results.map(({ runs }) => runs)]).toEqual([true, [2, 2]]);
    expect(readFileSync(project.at('build/first'), 'utf8')).toBe('ran\nran\n');
  });

  test('where git ignores it changes nothing', async () => {
    const project = await createChecked('build=mkdir -p build && date > build/out');
    expect((await project.json('verify')).results[0]).toMatchObject({ outcome: 'proved', runs: 1 });
  });
});

describe('several checks', () => {
  test('run at once, as many as --jobs allows', async () => {
    // Each waits for the other, so that one after the other they would never end.
    const meet = (mine: string, other: string): string =>
      `touch build/${mine}; while ! test -f build/${other}; do sleep 0.05; done`;
    const project = await createChecked(`a=${meet('a', 'b')}`, `b=${meet('b', 'a')}`);
    project.write('build/.keep', '');
    expect((await project.json('verify', ['--jobs', '2', '--timeout', '60s'])).ok).toBe(true);
  });

  test('can be chosen from by name', async () => {
    const { ok, results } = await (await createChecked('a=true', 'b=exit 1')).json('verify', ['a']);
    expect([ok, results.map(({ criterion }) => criterion)]).toEqual([true, ['a']]);
  });
});

test.each([[[]], [['mine']]])(
  'one command under two names runs once and proves both criteria: verify %j',
  async (named) => {
    const project = await createChecked('mine=echo ran >> build/log', 'yours=echo ran >> build/log');
    project.write('build/log', '');
    expect((await project.loop(['verify', ...named])).code).toBe(0);
    const { criteria } = await project.json('status');
    expect(criteria.map(({ state }) => state)).toEqual(['proved', 'proved']);
    expect(readFileSync(project.at('build/log'), 'utf8')).toBe('ran\n');
  },
);

describe('verify refuses', () => {
  test.each([
    ['a criterion without a check', ['docs', '--check', 'a=true'], ['docs'], '"docs" has no check'],
    ['an unknown criterion', ['docs'], ['nothing'], 'There is no criterion "nothing"'],
    ['a loop without checks', ['docs'], [], 'No criterion has a check'],
    [
      'paths that lead out of the project',
      ['docs', '--check', 'a=true', '--paths', '../elsewhere'],
      [],
      'paths inside the project',
    ],
  ])('%s', async (_what, [name = '', ...flags], words, said) => {
    const project = await createLoop(['--criteria', name, ...flags]);
    const { code, error } = await project.jsonError(['verify', ...words]);
    expect([code, error.message]).toEqual([1, expect.stringContaining(said)]);
  });

  test('a loop that is over, and a check that would verify itself', async () => {
    const project = await createChecked('self=node "$LOOP_BUNDLE" verify');
    const { results } = await project.json('verify', [], { env: { LOOP_BUNDLE: LOOP } });
    expect(results[0]).toMatchObject({ passed: false, exitCode: 64 });
    await project.loop(['cancel']);
    expect((await project.jsonError(['verify'])).error.message).toContain('The loop is over');
  });
});

test('removing a loop ends its running checks and recreates nothing', async () => {
  const project = await createChecked('a=rm -rf .loop', 'b=sleep 311');
  const { code, error } = await project.jsonError(['verify', '--jobs', '2']);
  expect([code, error.message]).toEqual([1, expect.stringContaining('.loop')]);
  await until(() => processesOf(project.path).length === 0);
  expect(existsSync(project.at('.loop'))).toBe(false);
});

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'when verify itself is ended by %s, its checks end with it',
  async (signal) => {
    const project = await createChecked('first=true', 'c=echo begun; sleep 309 & sleep 310');
    const child = spawn(process.execPath, [LOOP, 'verify'], {
      cwd: project.path,
      env: { ...bareEnv(project.at('..')), CLAUDE_CODE_SESSION_ID: project.session },
      stdio: 'ignore',
    });
    // The output of a check is recorded only after the watch knows the check.
    const isBegun = (name: string): boolean =>
      name.endsWith('.checks.json') &&
      readFileSync(project.at('.loop/runs', name), 'utf8').includes('"begun"');
    await until(
      () => readdirSync(project.at('.loop/runs')).some(isBegun) && processesOf(project.path).length >= 3,
    );
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(signal === 'SIGKILL' ? null : 130);
    await until(() => processesOf(project.path).length === 0);
    const { criteria } = await project.json('status');
    expect(criteria.map(({ state }) => state)).toEqual(['proved', 'unchecked']);
  },
);
