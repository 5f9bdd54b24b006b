import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesOf, until } from '../support/processes.ts';
import { createProject } from '../support/in-process.ts';

const NPM = {
  'package.json': JSON.stringify({ scripts: { test: 'x', lint: 'x' } }),
  'package-lock.json': '{}',
};

/** A project with these files, and a program on PATH that writes down its arguments and then runs this script. */
function createLayout(files: Readonly<Record<string, string>>, program = 'npm', script = 'exit 0') {
  const project = createProject();
  const { at } = project;
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  const bin = at('../bin');
  mkdirSync(bin);
  writeFileSync(at('../bin', program), `#!/bin/sh\necho "${program} $*" >> "$CALLS"\n${script}\n`);
  chmodSync(at('../bin', program), 0o755);
  // The folder of Node and those of the shell, so that no real program of this machine takes part.
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const shell = { session: null, env: { PATH, CALLS: at('../calls') } };
  return {
    project,
    shell,
    // A person who says yes.
    terminal: { ...shell, answer: 'y' },
    calls: () => (existsSync(at('../calls')) ? readFileSync(at('../calls'), 'utf8') : ''),
    checks: () => Object.keys(JSON.parse(readFileSync(at('loop.config.json'), 'utf8')).checks),
  };
}

test('tries each check once after a yes, writes them, and agrees', async () => {
  const makefile = 'test:\n\ttrue\nlint:\n\ttrue\n';
  const { project, terminal, calls, checks } = createLayout({ Makefile: makefile }, 'make');
  const found = await project.json('init', [], terminal);
  expect(found).toMatchObject({ written: true, agreed: true });
  expect(found.checks.map(({ name, command, tried }) => [name, command, tried?.outcome])).toEqual([
    ['tests', 'make test', 'passes'],
    ['lint', 'make lint', 'passes'],
  ]);
  expect([calls(), checks()]).toEqual(['make test\nmake lint\n', ['tests', 'lint']]);
  // The file can be read again, and its names can be used.
  const read = await project.json('config', [], terminal);
  expect(read.checks.map(({ agreed }) => agreed)).toEqual([true, true]);
  const start = ['start', 'make the login tests pass', '--check', 'tests'];
  expect((await project.loop(start, { env: terminal.env })).code).toBe(0);
});

test('says which check passes, fails, is too slow or has no program', async () => {
  const manifest = { scripts: { test: 'x', lint: 'x', typecheck: 'x' } };
  const ends = 'case "$*" in test) echo "2 tests failed" >&2; exit 1 ;; "run lint") nosuchprogram ;; esac';
  const files = { 'package.json': JSON.stringify(manifest), 'yarn.lock': '' };
  const { project, terminal } = createLayout(files, 'yarn', ends);
  const { checks } = await project.json('init', [], terminal);
  expect(checks.map(({ name, tried }) => [name, tried?.outcome])).toEqual([
    ['tests', 'fails'],
    ['lint', 'missing'],
    ['types', 'passes'],
  ]);
  expect(checks[0]?.tried?.reason).toBe('exit code 1: 2 tests failed');
  const { stdout, stderr } = await project.loop(['init', '--force'], terminal);
  expect(stdout).toMatch(/^✗ fails +tests +yarn test +package\.json: exit code 1: 2 tests failed$/m);
  expect(stdout).toMatch(/^! missing +lint/m);
  expect(stderr).toContain('Trying tests: yarn test\n');
});

describe('runs and writes nothing that was not asked for', () => {
  test.each<readonly [string, readonly string[], { readonly answer?: string; readonly more?: object }]>([
    ['with --dry-run', ['--dry-run'], {}],
    ['without a terminal', [], {}],
    ...['n', '', 'yesterday'].map((answer) => [`at the answer "${answer}"`, [], { answer }] as const),
    ['in Claude’s shell', [], { more: { CLAUDECODE: '1' } }],
    ['inside a check', [], { more: { LOOP_CHECK: 'x' } }],
  ])('%s', async (when, flags, { answer, more }) => {
    const { project, shell, terminal, calls } = createLayout(NPM);
    const place = when === 'without a terminal' ? shell : terminal;
    const options = { ...place, ...(answer !== undefined && { answer }), env: { ...place.env, ...more } };
    const { code, stdout, stderr } = await project.loop(['init', ...flags], options);
    // The question has shown the list already.
    expect(answer === undefined ? stdout : stderr).toMatch(/^untried +tests +npm test +package\.json$/m);
    expect(stderr.endsWith('[y/N] ')).toBe(answer !== undefined);
    expect(stdout).toContain('Nothing ran, and nothing was written.');
    expect(stdout).toContain('Next: loop init --yes');
    expect([code, calls(), existsSync(project.at('loop.config.json'))]).toEqual([0, '', false]);
    expect(await project.json('init', flags, options)).toMatchObject({ written: false, agreed: false });
  });

  test('with --yes writes, but runs nothing and agrees to nothing', async () => {
    const { project, terminal, calls } = createLayout(NPM);
    const { code, stdout, stderr } = await project.loop(['init', '--yes'], terminal);
    expect([code, stderr, calls()]).toEqual([0, '', '']);
    expect(stdout).toContain('Nothing ran, and nobody agreed');
    const { checks } = await project.json('config', [], terminal);
    expect(checks.map(({ name, agreed }) => [name, agreed])).toEqual([
      ['tests', false],
      ['lint', false],
    ]);
  });

  test('never replaces a file without --force', async () => {
    const { project, terminal, calls, checks } = createLayout(NPM);
    project.write('loop.config.json', '{"guard":["mine"]}');
    const { error, code } = await project.jsonError(['init'], terminal);
    const said = `${project.at('loop.config.json')} is there already; it was left as it is.`;
    expect([code, error.message, calls()]).toEqual([1, said, '']);
    expect((await project.loop(['init', '--force'], terminal)).code).toBe(0);
    expect(checks()).toEqual(['tests', 'lint']);
  });

  test.skipIf(process.platform === 'win32')('never writes through a link', async () => {
    const { project, terminal } = createLayout(NPM);
    const target = project.at('../elsewhere.json');
    symlinkSync(target, project.at('loop.config.json'));
    expect((await project.loop(['init'], terminal)).code).toBe(1);
    expect((await project.loop(['init', '--force'], terminal)).code).toBe(0);
    expect(existsSync(target)).toBe(false);
    expect(lstatSync(project.at('loop.config.json')).isSymbolicLink()).toBe(false);
  });
});

test('without anything to find it says so and writes nothing', async () => {
  const { project, terminal } = createLayout({ 'README.md': 'x' });
  const { error, code, next } = await project.jsonError(['init'], terminal);
  const said = `Nothing in ${project.path} says how it is checked. Nothing was written.`;
  expect([code, next, error.message]).toEqual([1, 'loop help config', said]);
  expect(existsSync(project.at('loop.config.json'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('ends what a tried command leaves behind', async () => {
  const makefile = 'test:\n\tsleep 3071 & echo started > started\n';
  const { project, terminal } = createLayout({ Makefile: makefile });
  const { checks } = await project.json('init', [], terminal);
  expect(checks[0]?.tried).toMatchObject({ outcome: 'passes' });
  expect(existsSync(project.at('started'))).toBe(true);
  await until(() => processesOf(project.path).length === 0);
});
