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

/** What each layout consists of, and what init finds and runs in it. */
const LAYOUTS: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  Readonly<Record<string, string>>,
])[] = [
  [
    'npm',
    { 'package.json': JSON.stringify({ scripts }), 'package-lock.json': '{}' },
    { tests: 'npm test', lint: 'npm run lint' },
  ],
  [
    'pnpm',
    { 'package.json': JSON.stringify({ scripts }), 'pnpm-lock.yaml': '' },
    { tests: 'pnpm test', lint: 'pnpm run lint' },
  ],
  [
    'yarn',
    { 'package.json': JSON.stringify({ scripts }), 'yarn.lock': '' },
    { tests: 'yarn test', lint: 'yarn run lint' },
  ],
  [
    'bun',
    { 'package.json': JSON.stringify({ scripts: { lint: 'x' } }), 'bun.lock': '' },
    { lint: 'bun run lint', tests: 'bun test' },
  ],
  [
    'cargo',
    { 'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n', 'src/lib.rs': '' },
    { tests: 'cargo test', lint: 'cargo clippy --all-targets -- -D warnings', format: 'cargo fmt --check' },
  ],
  [
    'uv',
    { 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["pytest"]\n', 'uv.lock': '' },
    { tests: 'uv run pytest' },
  ],
  [
    'poetry',
    { 'pyproject.toml': '[tool.poetry.dependencies]\npytest = "*"\nruff = "*"\n', 'poetry.lock': '' },
    { tests: 'poetry run pytest', lint: 'poetry run ruff check .' },
  ],
  [
    'go',
    { 'go.mod': 'module x\n\ngo 1.22\n', 'x.go': 'package x\n' },
    { tests: 'go test ./...', lint: 'go vet ./...', build: 'go build ./...' },
  ],
  ['make', { Makefile: 'test:\n\ttrue\nlint:\n\ttrue\n' }, { tests: 'make test', lint: 'make lint' }],
  [
    'maven',
    { 'pom.xml': '<project/>' },
    { tests: 'mvn --batch-mode test', build: 'mvn --batch-mode package -DskipTests' },
  ],
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

describe('finds the checks of ten layouts, tries each once after a yes, and writes them', () => {
  test.each(LAYOUTS)('%s', async (_name, files, expected) => {
    const program = Object.values(expected)[0]?.split(' ')[0];
    const { project, terminal, calls, config } = createLayout(files, program);
    const { checks, written, agreed } = await project.json('init', [], terminal);
    expect(Object.fromEntries(checks.map(({ name, command }) => [name, command]))).toEqual(expected);
    expect(checks.map(({ tried }) => tried?.outcome)).toEqual(checks.map(() => 'passes'));
    expect(calls().trim().split('\n')).toEqual(checks.map(({ command }) => command));
    expect([written, agreed]).toEqual([true, true]);
    const commands = Object.entries(config().checks).map(([name, { command }]) => [name, command]);
    expect(Object.fromEntries(commands)).toEqual(expected);
    // The file can be read again, and its names can be used.
    const read = await project.json('config', [], terminal);
    expect(read.checks.map(({ name, agreed: isAgreed }) => [name, isAgreed])).toEqual(
      checks.map(({ name }) => [name, true]),
    );
    expect((await project.loop(['start', TASK, '--check', 'tests'], { env: terminal.env })).code).toBe(0);
  });
});

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

  test('with --dry-run neither, and agrees to nothing', async () => {
    const { project, terminal, calls } = createLayout(files, 'npm');
    const { checks, written, agreed } = await project.json('init', ['--dry-run'], terminal);
    expect(checks.map(({ name, tried }) => [name, tried])).toEqual([
      ['tests', null],
      ['lint', null],
    ]);
    expect([written, agreed, calls()]).toEqual([false, false, '']);
    expect(existsSync(project.at('loop.config.json'))).toBe(false);
  });

  test('without a terminal neither, and agrees to nothing', async () => {
    const { project, shell, calls } = createLayout(files, 'npm');
    const { code, stdout } = await project.loop(['init'], shell);
    expect([code, calls()]).toEqual([0, '']);
    expect(stdout).toMatch(/^untried +tests +npm test +package\.json$/m);
    expect(stdout).toContain('Nothing ran, and nothing was written.');
    expect(stdout).toContain('Next: loop init --yes');
    expect(stdout).not.toContain('✓');
    expect(existsSync(project.at('loop.config.json'))).toBe(false);
    expect(await project.json('init', [], shell)).toMatchObject({ written: false, agreed: false });
  });

  test.each(['terminal', 'shell'] as const)(
    'with --yes in a %s writes, but runs nothing and agrees to nothing',
    async (where) => {
      const { project, [where]: place, calls } = createLayout(files, 'npm');
      const { code, stdout, stderr } = await project.loop(['init', '--yes'], place);
      expect([code, stderr, calls()]).toEqual([0, '', '']);
      expect(stdout).toContain('Nothing ran, and nobody agreed');
      expect(stdout).not.toContain('✓');
      expect((await project.json('config', [], place)).checks).toMatchObject([
        { name: 'tests', agreed: false },
        { name: 'lint', agreed: false },
      ]);
    },
  );

  test.each(['n', '', 'no', 'yesterday', 'tests'])(
    'at the answer "%s" neither, and says how to',
    async (no) => {
      const { project, terminal, calls } = createLayout(files, 'npm');
      const { code, stdout, stderr } = await project.loop(['init'], { ...terminal, answer: no });
      expect(stderr).toMatch(/^untried +tests +npm test +package\.json$/m);
      expect(stderr).toMatch(/\[y\/N\] $/);
      expect([code, calls()]).toEqual([0, '']);
      expect(stdout).toContain('Nothing ran, and nothing was written.');
      expect(stdout).toContain('Next: loop init --yes');
      expect(existsSync(project.at('loop.config.json'))).toBe(false);
    },
  );

  test.each([{ CLAUDECODE: '1' }, { LOOP_CHECK: 'x' }])(
    'with %o it asks nobody, also at a terminal',
    async (more) => {
      const { project, terminal, calls } = createLayout(files, 'npm');
      const env = { ...terminal.env, ...more };
      expect(await project.json('init', [], { ...terminal, env })).toMatchObject({
        written: false,
        agreed: false,
      });
      expect(calls()).toBe('');
    },
  );

  test('never replaces a file without --force, and never writes through a link', async () => {
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
