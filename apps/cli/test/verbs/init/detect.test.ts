import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/verbs/init/detect/detect.ts';
import { READ_FILES, WORKFLOWS } from '../../../src/verbs/init/detect/project-files.ts';

type Layout = Readonly<Record<string, string>>;

/** A project with these files; a path with a slash makes a folder, too. */
function proposalsOf(layout: Layout) {
  const paths = Object.keys(layout);
  const entries = new Map(
    paths.map((path) => [path.split('/')[0] ?? '', path.includes('/') ? 'folder' : 'file'] as const),
  );
  const isRead = (path: string): boolean =>
    (READ_FILES as readonly string[]).includes(path) || path.startsWith(`${WORKFLOWS}/`);
  return detect({ entries, texts: new Map(Object.entries(layout).filter(([path]) => isRead(path))) });
}

const commandsOf = (layout: Layout): Readonly<Record<string, string>> =>
  Object.fromEntries(proposalsOf(layout).map(({ name, command }) => [name, command]));

const scripts = { test: 'vitest run', lint: 'eslint .', typecheck: 'tsc', 'format:check': 'prettier -c .' };
const manifest = (more: object = {}): string => JSON.stringify({ scripts, ...more });
const uv = '[project]\nname = "x"\n[dependency-groups]\ndev = ["pytest>=8", "ruff", "mypy"]\n[tool.ruff]\n';

describe('proposes the commands of each layout', () => {
  test.each<[string, Layout, Readonly<Record<string, string>>]>([
    [
      'npm',
      { 'package.json': manifest(), 'package-lock.json': '{}' },
      { tests: 'npm test', lint: 'npm run lint', types: 'npm run typecheck', format: 'npm run format:check' },
    ],
    [
      'pnpm by its lock file',
      { 'package.json': manifest(), 'pnpm-lock.yaml': '' },
      {
        tests: 'pnpm test',
        lint: 'pnpm run lint',
        types: 'pnpm run typecheck',
        format: 'pnpm run format:check',
      },
    ],
    [
      'pnpm by its name, whatever lock file lies around',
      { 'package.json': manifest({ packageManager: 'pnpm@10.1.0' }), 'package-lock.json': '' },
      {
        tests: 'pnpm test',
        lint: 'pnpm run lint',
        types: 'pnpm run typecheck',
        format: 'pnpm run format:check',
      },
    ],
    [
      'yarn',
      { 'package.json': JSON.stringify({ scripts: { test: 'jest', build: 'tsc -b' } }), 'yarn.lock': '' },
      { tests: 'yarn test', build: 'yarn run build' },
    ],
    [
      'bun, with its own runner where no script tests',
      {
        'package.json': JSON.stringify({ devDependencies: { typescript: '5' } }),
        'bun.lock': '',
        'tsconfig.json': '{}',
      },
      { tests: 'bun test', types: 'bun x tsc --noEmit' },
    ],
    [
      'bun, with a script',
      { 'package.json': JSON.stringify({ scripts: { test: 'bun test --coverage' } }), 'bun.lockb': '' },
      { tests: 'bun run test' },
    ],
    [
      'cargo',
      { 'Cargo.toml': '[package]\nname = "x"\n', 'src/main.rs': '' },
      { tests: 'cargo test', lint: 'cargo clippy --all-targets -- -D warnings', format: 'cargo fmt --check' },
    ],
    [
      'a cargo workspace',
      { 'Cargo.toml': '[workspace]\nmembers = ["a"]\n' },
      {
        tests: 'cargo test --workspace',
        lint: 'cargo clippy --workspace --all-targets -- -D warnings',
        format: 'cargo fmt --all --check',
      },
    ],
    [
      'uv',
      { 'pyproject.toml': uv, 'uv.lock': '' },
      { tests: 'uv run pytest', lint: 'uv run ruff check .', types: 'uv run mypy .' },
    ],
    [
      'poetry',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "x"\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\nblack = "*"\nflake8 = "*"\n',
      },
      { tests: 'poetry run pytest', lint: 'poetry run flake8', format: 'poetry run black --check .' },
    ],
    [
      'plain Python with requirements',
      { 'requirements.txt': 'requests\npytest==8.1\n', 'tests/test_a.py': '' },
      { tests: 'python3 -m pytest' },
    ],
    [
      'plain Python with unittest',
      { 'setup.py': '', 'tests/test_a.py': '' },
      { tests: 'python3 -m unittest' },
    ],
    [
      'tox',
      { 'tox.ini': '[tox]\n', 'pyproject.toml': uv, 'uv.lock': '' },
      {
        tests: 'tox',
        lint: 'uv run ruff check .',
        types: 'uv run mypy .',
      },
    ],
    ['nox', { 'noxfile.py': '', 'pyproject.toml': '[project]\nname="x"\n' }, { tests: 'nox' }],
    [
      'go',
      { 'go.mod': 'module x\n', 'main.go': '' },
      { tests: 'go test ./...', lint: 'go vet ./...', build: 'go build ./...' },
    ],
    [
      'go with golangci-lint',
      { 'go.mod': 'module x\n', '.golangci.yml': '' },
      { tests: 'go test ./...', lint: 'golangci-lint run', build: 'go build ./...' },
    ],
    [
      'make',
      {
        Makefile:
          'CC := cc\n.PHONY: test lint\ntest: build\n\t./run\nlint fmt-check:\n\ttrue\nbuild::\n\tcc x.c\n',
      },
      { tests: 'make test', lint: 'make lint', format: 'make fmt-check', build: 'make build' },
    ],
    ['make with check', { Makefile: 'check:\n\ttrue\ntest = 3\n' }, { tests: 'make check' }],
    [
      'maven',
      { 'pom.xml': '<project/>' },
      { tests: 'mvn --batch-mode test', build: 'mvn --batch-mode package -DskipTests' },
    ],
    [
      'maven with its wrapper',
      { 'pom.xml': '<project/>', mvnw: '' },
      { tests: './mvnw --batch-mode test', build: './mvnw --batch-mode package -DskipTests' },
    ],
    [
      'gradle',
      { 'build.gradle.kts': '', gradlew: '' },
      { tests: './gradlew test', check: './gradlew check' },
    ],
    [
      'composer',
      { 'composer.json': JSON.stringify({ scripts: { test: 'phpunit', phpstan: 'phpstan' } }) },
      { tests: 'composer run-script test', types: 'composer run-script phpstan' },
    ],
    [
      'composer without scripts',
      { 'composer.json': JSON.stringify({ 'require-dev': { 'phpunit/phpunit': '^11' } }) },
      { tests: 'vendor/bin/phpunit' },
    ],
    [
      'mix',
      { 'mix.exs': 'defp deps, do: [{:credo, "~> 1.7"}]', '.formatter.exs': '[]' },
      { tests: 'mix test', lint: 'mix credo', format: 'mix format --check-formatted' },
    ],
    [
      'workflows of GitHub alone',
      {
        '.github/workflows/ci.yml':
          'jobs:\n  t:\n    steps:\n      - run: npm ci\n      - run: ./scripts/test.sh --all\n      - name: lint\n        run: |\n          pip install ruff\n          ruff check src\n      - run: echo "test ${{ secrets.TOKEN }}"\n      - run: make deploy-test | sh\n',
      },
      { tests: './scripts/test.sh --all', lint: 'ruff check src' },
    ],
    [
      'GitLab alone',
      { '.gitlab-ci.yml': 'test:\n  script:\n    - bundle install\n    - bundle exec rspec\n' },
      { tests: 'bundle exec rspec' },
    ],
  ])('%s', (_layout, layout, expected) => {
    expect(commandsOf(layout)).toEqual(expected);
  });
});

test('the language comes first, make and CI add what is missing', () => {
  const layout = {
    'package.json': JSON.stringify({ scripts: { test: 'x' } }),
    Makefile: 'test:\n\tnpm test\nlint:\n\ttrue\n',
    '.github/workflows/ci.yml': 'run: make lint\nrun: npx tsc -p .\n',
  };
  expect(commandsOf(layout)).toEqual({ tests: 'npm test', lint: 'make lint', types: 'npx tsc -p .' });
});

test('a second language keeps its checks under names of its own', () => {
  const layout = { 'package.json': JSON.stringify({ scripts: { test: 'x' } }), 'go.mod': 'module x\n' };
  expect(commandsOf(layout)).toEqual({
    tests: 'npm test',
    'tests-go': 'go test ./...',
    lint: 'go vet ./...',
    build: 'go build ./...',
  });
});

test('a script that tests nothing, or never ends, is none', () => {
  const of = (test: string) => commandsOf({ 'package.json': JSON.stringify({ scripts: { test } }) });
  for (const script of ['echo "Error: no test specified" && exit 1', 'vitest --watch', 'jest --watchAll', ''])
    expect(of(script)).toEqual({});
  expect(of('jest --watchAll=false')).toEqual({ tests: 'npm test' });
});

describe('names the paths of a check', () => {
  const paths = (layout: Layout) => proposalsOf(layout).find(({ name }) => name === 'tests')?.paths;
  const files = { 'package.json': manifest(), 'package-lock.json': '', 'README.md': '', LICENSE: '' };

  test('where the layout is known as a whole', () => {
    expect(paths({ ...files, 'src/a.js': '', 'test/a.js': '', 'docs/x': '', 'node_modules/x': '' })).toEqual([
      'package-lock.json',
      'package.json',
      'src',
      'test',
    ]);
  });

  test('and not where another folder might count, or where nothing is known', () => {
    expect(paths({ ...files, 'src/a.js': '', 'fixtures/a': '' })).toBeUndefined();
    expect(paths(files)).toBeUndefined();
    expect(paths({ 'pyproject.toml': uv, 'src/a.py': '' })).toBeUndefined();
  });
});

test('broken and hostile files give no proposal, and take no time', () => {
  const long = `${'a '.repeat(100_000)}:`;
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"scripts":3}',
    '{"scripts":{"test":{}}}',
    '{"__proto__":{"scripts":1}}',
  ])
    expect(commandsOf({ 'package.json': text, 'composer.json': text })).toEqual({});
  expect(
    commandsOf({ Makefile: long, '.github/workflows/a.yml': `run: test ${'x '.repeat(100_000)}` }),
  ).toEqual({});
  expect(commandsOf({})).toEqual({});
});
