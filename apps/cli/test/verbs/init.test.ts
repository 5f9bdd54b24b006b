import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesOf } from '../support/processes.ts';
import { createProject } from '../support/in-process.ts';

const TASK = 'make the login tests pass';
const scripts = { test: 'x', lint: 'x' };

/** Files of a project, and the commands that init finds and runs there. */
const LAYOUTS: readonly (readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
  [
    { 'package.json': JSON.stringify({ scripts: { lint: 'x' } }), 'bun.lock': '' },
    { lint: 'bun run lint', tests: 'bun test' },
  ],
  [{ Makefile: 'test:\n\ttrue\nlint:\n\ttrue\n' }, { tests: 'make test', lint: 'make lint' }],
];

/** A project with a program on PATH that writes down its arguments and ends as told. */
function createLayout(files: Readonly<Record<string, string>>, program?: string, exit = 0) {
  const project = createProject();
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  const bin = project.at('../bin');
  if (program !== undefined) addProgram(bin, program, exit);
  // The folder of Node and those of the shell, so that no real program of this machine takes part.
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return {
    project,
    shell: { session: null, env: { PATH, CALLS: project.at('../calls') } },
    // A person who says yes.
    terminal: { session: null, env: { PATH, CALLS: project.at('../calls') }, answer: 'y' },
    calls: () => (existsSync(project.at('../calls')) ? readFileSync(project.at('../calls'), 'utf8') : ''),
    config: () => JSON.parse(readFileSync(project.at('loop.config.json'), 'utf8')) as Config,
  };
}

interface Config {
  readonly checks: Readonly<Record<string, { readonly command: string; readonly timeout: string }>>;
}

function addProgram(bin: string, name: string, exit: number): void {
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> "$CALLS"\nexit ${exit}\n`);
  chmodSync(join(bin, name), 0o755);
}

test.each(LAYOUTS)(
  'tries each check once after a yes, writes them, and agrees: %o',
  async (files, expected) => {
    const program = Object.values(expected)[0]?.split(' ')[0];
    const { project, terminal, calls, config } = createLayout(files, program);
    const { checks, written, agreed } = await project.json('init', [], terminal);
    expect(Object.fromEntries(checks.map(({ name, command }) => [name, command]))).toEqual(expected);
    expect(checks.map(({ tried }) => tried?.outcome)).toEqual(['passes', 'passes']);
    expect(calls().trim().split('\n')).toEqual(Object.values(expected));
    expect([written, agreed]).toEqual([true, true]);
    expect(Object.keys(config().checks)).toEqual(Object.keys(expected));
    // The file can be read again, and its names can be used.
    expect((await project.json('config', [], terminal)).checks).toMatchObject([
      { agreed: true },
      { agreed: true },
    ]);
    expect((await project.loop(['start', TASK, '--check', 'tests'], { env: terminal.env })).code).toBe(0);
  },
);

test('says which check passes, fails, is too slow or has no program', async () => {
  const manifest = { scripts: { test: 'x', lint: 'x', typecheck: 'x' } };
  const { project, terminal } = createLayout({ 'package.json': JSON.stringify(manifest), 'yarn.lock': '' });
  const bin = project.at('../bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'yarn'),
    '#!/bin/sh\ncase "$*" in test) echo "2 tests failed" >&2; exit 1 ;; "run lint") nosuchprogram ;; esac\n',
  );
  chmodSync(join(bin, 'yarn'), 0o755);
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
  const files = { 'package.json': JSON.stringify({ scripts }), 'package-lock.json': '{}' };

  test.each<readonly [string, readonly string[], 'terminal' | 'shell', object]>([
    ['with --dry-run', ['--dry-run'], 'terminal', {}],
    ['without a terminal', [], 'shell', {}],
    ...['n', '', 'yesterday', 'tests'].map(
      (answer) => [`at the answer "${answer}"`, [], 'terminal', { answer }] as const,
    ),
    ['in Claude’s shell', [], 'terminal', { more: { CLAUDECODE: '1' } }],
    ['inside a check', [], 'terminal', { more: { LOOP_CHECK: 'x' } }],
  ])('%s', async (_when, flags, where, { answer, more }: { answer?: string; more?: object }) => {
    const { project, [where]: place, calls } = createLayout(files, 'npm');
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
    const { project, terminal, calls } = createLayout(files, 'npm');
    const { code, stdout, stderr } = await project.loop(['init', '--yes'], terminal);
    expect([code, stderr, calls()]).toEqual([0, '', '']);
    expect(stdout).toContain('Nothing ran, and nobody agreed');
    expect((await project.json('config', [], terminal)).checks).toMatchObject([
      { name: 'tests', agreed: false },
      { name: 'lint', agreed: false },
    ]);
  });

  test('never replaces a file without --force', async () => {
    const { project, terminal, calls, config } = createLayout(files, 'npm');
    project.write('loop.config.json', '{"guard":["mine"]}');
    const { error, code } = await project.jsonError(['init'], terminal);
    expect([code, error.message]).toEqual([
      1,
      `${project.at('loop.config.json')} is there already; it was left as it is.`,
    ]);
    expect(calls()).toBe('');
    expect((await project.loop(['init', '--force'], terminal)).code).toBe(0);
    expect(Object.keys(config().checks)).toEqual(['tests', 'lint']);
  });

  test.skipIf(process.platform === 'win32')('never writes through a link', async () => {
    const { project, terminal } = createLayout(files, 'npm');
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
  expect([code, next]).toEqual([1, 'loop help config']);
  expect(error.message).toBe(`Nothing in ${project.path} says how it is checked. Nothing was written.`);
  expect(existsSync(project.at('loop.config.json'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('ends what a tried command leaves behind', async () => {
  const { project, terminal } = createLayout({ Makefile: 'test:\n\tsleep 3071 & echo started > started\n' });
  expect(await project.json('init', [], terminal)).toMatchObject({
    checks: [{ tried: { outcome: 'passes' } }],
  });
  expect(existsSync(project.at('started'))).toBe(true);
  expect(processesOf(project.path)).toEqual([]);
});
