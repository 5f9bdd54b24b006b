import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/verbs/init/detect.ts';

type Layout = Readonly<Record<string, string>>;

/** A project with these files; a path with a slash makes a folder, too. */
function proposalsOf(layout: Layout) {
  const paths = Object.keys(layout);
  const entries = new Map(
    paths.map((path) => [path.split('/')[0] ?? '', path.includes('/') ? 'folder' : 'file'] as const),
  );
  return detect({
    entries,
    workflows: paths.filter((path) => /\.ya?ml$/.test(path)),
    textOf: (path) => layout[path],
  });
}

const commandsOf = (layout: Layout): Readonly<Record<string, string>> =>
  Object.fromEntries(proposalsOf(layout).map(({ name, command }) => [name, command]));

/** A workflow with a step for each command. */
const workflow = (...commands: readonly string[]): string =>
  `on: push\njobs:\n  ci:\n    steps:\n${commands.map((command) => `      - run: ${JSON.stringify(command)}\n`).join('')}`;
const CI = '.github/workflows/ci.yml';

const scripts = { test: 'vitest run', lint: 'eslint .', typecheck: 'tsc', 'format:check': 'prettier -c .' };
const manifest = (more: object = {}): string => JSON.stringify({ scripts, ...more });
const uv = '[project]\nname = "x"\n[dependency-groups]\ndev = ["pytest>=8", "ruff", "mypy"]\n[tool.ruff]\n';

const PYTHON_TABLE = '[tool.poetry]\nname = "x"\n[tool.poetry.group.dev.dependencies]\n';
const GITHUB =
  'jobs:\n  t:\n    steps:\n      - run: npm ci\n      - run: go test ./...\n      - name: lint\n        run: |\n          pip install ruff\n          ruff check src\n      - run: echo "test ${{ secrets.TOKEN }}"\n      - run: make deploy-test | sh\n';
const MAKE =
  'CC := cc\n.PHONY: test lint\ntest: build\n\t./run\nlint fmt-check:\n\ttrue\nbuild::\n\tcc x.c\n';

/** The commands that each layout gives, by name. */
const LAYOUTS: Readonly<Record<string, readonly [Layout, string]>> = {
  npm: [
    { 'package.json': manifest(), 'package-lock.json': '{}' },
    'tests: npm test | lint: npm run lint | types: npm run typecheck | format: npm run format:check',
  ],
  'pnpm by its lock file': [
    { 'package.json': '{"scripts":{"test":"x","lint":"x"}}', 'pnpm-lock.yaml': '' },
    'tests: pnpm test | lint: pnpm run lint',
  ],
  'pnpm by its name, whatever lock file lies around': [
    { 'package.json': '{"scripts":{"test":"x"},"packageManager":"pnpm@10.1.0"}', 'package-lock.json': '' },
    'tests: pnpm test',
  ],
  yarn: [
    { 'package.json': '{"scripts":{"test":"jest","build":"tsc -b"}}', 'yarn.lock': '' },
    'tests: yarn test | build: yarn run build',
  ],
  'bun, with its own runner where no script tests': [
    { 'package.json': '{"devDependencies":{"typescript":"5"}}', 'bun.lock': '', 'tsconfig.json': '{}' },
    'tests: bun test | types: bun x tsc --noEmit',
  ],
  'bun, with a script': [
    { 'package.json': '{"scripts":{"test":"bun test --coverage"}}', 'bun.lockb': '' },
    'tests: bun run test',
  ],
  cargo: [
    { 'Cargo.toml': '[package]\nname = "x"\n', 'src/main.rs': '' },
    'tests: cargo test | lint: cargo clippy --all-targets -- -D warnings | format: cargo fmt --check',
  ],
  'a cargo workspace': [
    { 'Cargo.toml': '[workspace]\nmembers = ["a"]\n' },
    'tests: cargo test --workspace | lint: cargo clippy --workspace --all-targets -- -D warnings | format: cargo fmt --all --check',
  ],
  uv: [
    { 'pyproject.toml': uv, 'uv.lock': '' },
    'tests: uv run pytest | lint: uv run ruff check . | types: uv run mypy .',
  ],
  poetry: [
    { 'pyproject.toml': `${PYTHON_TABLE}pytest = "^8"\nblack = "*"\nflake8 = "*"\n` },
    'tests: poetry run pytest | lint: poetry run flake8 | format: poetry run black --check .',
  ],
  'Python with requirements': [
    { 'requirements.txt': 'requests\npytest==8.1\n', 'tests/test_a.py': '' },
    'tests: python3 -m pytest',
  ],
  'Python with unittest': [{ 'setup.py': '', 'tests/test_a.py': '' }, 'tests: python3 -m unittest'],
  tox: [
    { 'tox.ini': '[tox]\n', 'pyproject.toml': uv, 'uv.lock': '' },
    'tests: tox | lint: uv run ruff check . | types: uv run mypy .',
  ],
  nox: [{ 'noxfile.py': '', 'pyproject.toml': '[project]\nname="x"\n' }, 'tests: nox'],
  go: [
    { 'go.mod': 'module x\n', 'main.go': '' },
    'tests: go test ./... | lint: go vet ./... | build: go build ./...',
  ],
  'go with golangci-lint': [
    { 'go.mod': 'module x\n', '.golangci.yml': '' },
    'tests: go test ./... | lint: golangci-lint run | build: go build ./...',
  ],
  make: [
    { Makefile: MAKE },
    'tests: make test | lint: make lint | format: make fmt-check | build: make build',
  ],
  'make with check': [{ Makefile: 'check:\n\ttrue\ntest = 3\n' }, 'tests: make check'],
  maven: [
    { 'pom.xml': '<project/>' },
    'tests: mvn --batch-mode test | build: mvn --batch-mode package -DskipTests',
  ],
  'maven with its wrapper': [
    { 'pom.xml': '', mvnw: '' },
    'tests: ./mvnw --batch-mode test | build: ./mvnw --batch-mode package -DskipTests',
  ],
  gradle: [{ 'build.gradle.kts': '', gradlew: '' }, 'tests: ./gradlew test | check: ./gradlew check'],
  composer: [
    { 'composer.json': '{"scripts":{"test":"phpunit","phpstan":"phpstan"}}' },
    'tests: composer run-script test | types: composer run-script phpstan',
  ],
  'composer without scripts': [
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"^11"}}' },
    'tests: vendor/bin/phpunit',
  ],
  mix: [
    { 'mix.exs': 'defp deps, do: [{:credo, "~> 1.7"}]', '.formatter.exs': '[]' },
    'tests: mix test | lint: mix credo | format: mix format --check-formatted',
  ],
  deno: [
    { 'deno.json': '{"tasks":{"test":"deno test -A"}}' },
    'tests: deno task test | lint: deno lint | format: deno fmt --check',
  ],
  'ruby with rake': [
    { Gemfile: 'gem "rubocop"', Rakefile: 'Rake::TestTask.new', '.rubocop.yml': '' },
    'tests: bundle exec rake test | lint: bundle exec rubocop',
  ],
  'ruby with rspec': [{ Gemfile: '', 'spec/a_spec.rb': '' }, 'tests: bundle exec rspec'],
  swift: [{ 'Package.swift': 'targets: [.testTarget()]' }, 'tests: swift test | build: swift build'],
  dotnet: [{ 'X.sln': '' }, 'tests: dotnet test'],
  automake: [{ 'Makefile.am': '', 'configure.ac': '' }, 'tests: make check'],
  cmake: [
    { 'CMakeLists.txt': 'project(x)\nenable_testing()\n' },
    'tests: cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure --no-tests=error',
  ],
  'cmake with tests behind an option': [{ 'CMakeLists.txt': 'if(TESTS)\n  enable_testing()\nendif()\n' }, ''],
  just: [
    { justfile: 'log := "x"\n@test *args: build\n  pytest {{args}}\nfmt:\n  black .\nlint:\n  ruff check\n' },
    'tests: just test | lint: just lint',
  ],
  'GitHub alone': [{ [CI]: GITHUB }, 'tests: go test ./... | lint: ruff check src'],
  'GitLab alone': [
    { '.gitlab-ci.yml': 'test:\n  script:\n    - bundle install\n    - bundle exec rspec\n' },
    'tests: bundle exec rspec',
  ],
};

test.each(Object.entries(LAYOUTS))('%s', (_layout, [layout, expected]) => {
  const found = proposalsOf(layout).map(({ name, command }) => `${name}: ${command}`);
  expect(found.join(' | ')).toBe(expected);
});

test('CI comes first, then tasks, and beside CI only tests are guessed', () => {
  const layout = {
    'package.json': JSON.stringify({ scripts: { test: 'x', lint: 'x' } }),
    Makefile: 'lint:\n\ttrue\nbuild:\n\ttrue\n',
    'Cargo.toml': '',
    [CI]: workflow('npx tsc -p .', 'make lint'),
  };
  expect(commandsOf(layout)).toEqual({
    tests: 'npm test',
    lint: 'make lint',
    types: 'npx tsc -p .',
    build: 'make build',
  });
  const rust = { 'Cargo.toml': '', [CI]: workflow('shellcheck x.sh') };
  expect(commandsOf(rust)).toEqual({ tests: 'cargo test', lint: 'shellcheck x.sh' });
  expect(commandsOf({ ...rust, justfile: 'test:\n  x\n' })).toMatchObject({ tests: 'just test' });
});

describe('reads how CI runs a command', () => {
  const job = (yaml: string): string => `on: push\njobs:\n  ci:\n    ${yaml.replaceAll('\n', '\n    ')}`;
  test.each<readonly [string, string, object]>([
    [
      'each tool once, under a name of its own',
      'steps: [{ run: cargo test }, { run: cargo test --doc }, { run: cargo nextest run }]',
      { tests: 'cargo test', 'tests-nextest': 'cargo nextest run' },
    ],
    [
      'the values of a matrix',
      'strategy: { matrix: { env: [lint, typing], include: [{ env: docs }] } }\nsteps:\n  - run: tox -e ${{ matrix.env }}',
      { lint: 'tox -e lint', types: 'tox -e typing' },
    ],
    [
      'a folder of the project',
      'steps:\n  - { run: go vet ., working-directory: ./web }\n  - run: |\n      cd web\n      npm test',
      { 'tests-web': 'cd web && npm test', 'lint-web': 'cd web && go vet .' },
    ],
    [
      'a line that goes on',
      'steps:\n  - run: |\n      pytest \\\n        -x tests',
      { tests: 'pytest -x tests' },
    ],
    [
      'variables in front',
      'steps: [{ run: "CI=1 RUSTFLAGS=\'-D warnings\' cargo test" }]',
      { tests: "CI=1 RUSTFLAGS='-D warnings' cargo test" },
    ],
    [
      'the values of variables',
      'env: { ARGS: -q, MORE: null }\nsteps:\n  - { run: "pytest $ARGS ${{ env.MORE }}" }\n  - { run: "mypy $ELSE" }',
      { tests: 'pytest -q' },
    ],
    [
      'a topic beside the plain tests',
      'steps: [{ run: npm run test:cf }, { run: npx vitest run }]',
      { 'tests-cf': 'npm run test:cf', tests: 'npx vitest run' },
    ],
    [
      'nothing that CI puts there',
      'steps: [{ run: swift test --package-path x }, { run: tox run --installpkg dist/*.whl }]',
      {},
    ],
    [
      'versions of a matrix once',
      'strategy: { matrix: { v: [3.12, 3.13] } }\nsteps:\n  - run: nox -s "tests-${{ matrix.v }}"',
      { tests: 'nox -s "tests-3.12"' },
    ],
    [
      'actions of the project, with their inputs',
      'steps: [{ uses: ./ci/run, with: { name: test:cf } }]',
      { 'tests-cf': 'npm run test:cf', lint: 'npx eslint .' },
    ],
    [
      'the manager that it uses most',
      'steps: [{ run: npm run test:cf }, { run: yarn test:web }, { run: npm run format }]',
      { 'tests-cf': 'npm run test:cf', format: 'npm run format' },
    ],
    [
      'coverage and unusual versions last',
      'strategy: { matrix: { v: [pypy3.11, 3.13] } }\nsteps:\n  - run: pytest --cov\n  - run: pytest --python ${{ matrix.v }}',
      { tests: 'pytest --python 3.13' },
    ],
    [
      'the ordinary alternative first',
      "strategy: { matrix: { include: [{ tox: slim }] } }\nsteps:\n  - run: tox -e ${{ matrix.tox || 'typing' }}",
      { types: 'tox -e typing' },
    ],
    ['no build of before', 'steps: [{ run: dotnet test --no-build }]', { tests: 'dotnet test' }],
    ['nothing that needs a secret', 'steps: [{ run: pytest, env: { KEY: "${{ secrets.KEY }}" } }]', {}],
    [
      'a condition that excludes others',
      `if: "github.event_name != 'schedule'"\nsteps: [{ run: pytest }]`,
      { tests: 'pytest' },
    ],
    ['no build for another machine', 'steps: [{ run: make musl }, { run: make x86-test }]', {}],
    ['nothing that rewrites', 'steps: [{ run: make format }]', {}],
    [
      'the checkout as the project',
      'defaults: { run: { working-directory: "${{ github.workspace }}" } }\nsteps: [{ run: mypy }]',
      { types: 'mypy' },
    ],
    ['a script by its text', 'steps: [{ run: ./ci/vet.sh }]', { lint: './ci/vet.sh' }],
    ['the default target by what it calls', 'steps: [{ run: make }, { run: make -C other }]', {}],
    ['a folder of tests', 'steps: [{ run: ./test/zones.sh }]', { 'tests-zones': './test/zones.sh' }],
    ['actions', 'steps: [{ uses: golangci/golangci-lint-action@v8 }]', { lint: 'golangci-lint run' }],
    [
      'gofmt, which always passes',
      'steps:\n  - run: |\n      if [ -n "$(gofmt -l .)" ]; then exit 1; fi',
      { format: 'test -z "$(gofmt -l .)"' },
    ],
    [
      'a script of the project',
      'steps: [{ run: ./ci/test.sh }, { run: ci/lint.sh }]',
      { tests: './ci/test.sh' },
    ],
    [
      'a task by its text',
      'steps: [{ run: npm run format }, { run: make x }]',
      { format: 'npm run format', lint: 'make x' },
    ],
    [
      'no part where it checks the whole, too',
      'steps: [{ run: cargo test -p a }, { run: cargo test }]',
      { tests: 'cargo test' },
    ],
  ])('%s', (_what, text, expected) => {
    const layout = {
      [CI]: job(text),
      'web/package.json': '{"scripts":{"test":"jest"}}',
      'ci/test.sh': '# drop this later\npytest',
      'ci/lint.sh': 'rm -rf x',
      'ci/vet.sh': 'set -e\ngo vet ./...\n',
      'test/zones.sh': 'node x.js',
      'ci/run/action.yml':
        'inputs: { tool: { default: eslint } }\nruns:\n  steps:\n    - run: npm run ${{ inputs.name }}\n    - run: npx ${{ inputs.tool }} .\n',
      'package.json': '{"scripts":{"format":"prettier --check .","test:cf":"jest","test:web":"jest"}}',
      Makefile:
        'init:\n\tpip install .\nx: y\n\tcargo clippy\nformat:\n\tblack .\nmusl:\n\tcargo build --target=x86_64-unknown-linux-musl\nx86-test:\n\tcargo test\n',
    };
    expect(commandsOf(layout)).toEqual(expected);
  });
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

describe('offers no command that deletes, copies away, publishes or talks to a cluster', () => {
  test.each([
    'rm -f tests/man.test manonig.test',
    'scp -r tests build@example.invalid:/srv',
    'kubectl delete namespace test',
    'terraform destroy -auto-approve -target test',
    './scripts/test.sh --all',
    'make test-deploy',
    'pytest && kubectl delete namespace test',
    'pytest; rm -rf build',
    'pytest | sh',
    'pytest > tests.log',
    'pytest $(cat tests)',
    'pytest $TESTS',
    'GOOS=windows go build ./...',
    'LIB=$HOME pytest',
    'npx some-tests',
    'npm test && npm publish',
    'npm run test:deploy',
    'eslint --fix src',
    'pytest --basetemp=src',
    'cargo build --target wasm32-unknown-unknown',
    'if true\nthen pytest\nfi',
    'cd packages/a\npytest',
    'cat > tests << END\npytest\nEND',
  ])('from CI: %s', (command) => {
    const manifest = '{"scripts":{"test:deploy":"x"}}';
    expect(commandsOf({ [CI]: workflow(command), 'package.json': manifest })).toEqual({});
  });

  test('from CI a script of the package only if it is there and harmless', () => {
    const of = (scripts: object) =>
      commandsOf({ [CI]: workflow('npm run test:integration'), 'package.json': JSON.stringify({ scripts }) });
    expect(of({ 'test:integration': 'jest' })).toEqual({ tests: 'npm run test:integration' });
    expect(of({ 'test:integration': 'docker compose down && jest' })).toEqual({});
    expect(of({})).toEqual({});
  });

  test.each<[string, object]>([
    ['deletes', { test: 'rm -rf dist && jest' }],
    ['deletes by a package', { test: 'npx rimraf dist; jest' }],
    ['deletes in Node', { test: 'node -e "fs.rmSync(process.env.HOME)"' }],
    ['copies away', { test: 'jest && scp -r . x:' }],
    ['publishes', { build: 'tsc && npm publish' }],
    ['talks to a cluster', { build: 'sh -c "kubectl apply -f ."' }],
    ['does so in a script that it calls', { test: 'npm run all', all: 'npm run o', o: 'terraform destroy' }],
    ['does so before the script', { pretest: '/bin/rm -rf x', test: 'jest' }],
    ['does so after the script', { posttest: 'git push', test: 'jest' }],
  ])('from a manifest: a script that %s', (_what, harmful) => {
    const text = JSON.stringify({ scripts: { lint: 'eslint .', ...harmful } });
    expect(commandsOf({ 'package.json': text })).toEqual({ lint: 'npm run lint' });
    expect(commandsOf({ 'composer.json': text })).toEqual({ lint: 'composer run-script lint' });
  });

  test('a script may delete what git ignores', () => {
    const of = (test: string) =>
      commandsOf({
        'package.json': JSON.stringify({ scripts: { test } }),
        '.gitignore': '/dist/\n*.log\n.env\n',
      });
    for (const test of ['rm -rf dist && jest', 'npx rimraf ./dist *.log && jest'])
      expect(of(test), test).toEqual({ tests: 'npm test' });
    for (const test of [
      'rm -rf dist src && jest',
      'rm -rf dist/../src; jest',
      'rm -f .env && jest',
      'rm -rf dist$X && jest',
    ])
      expect(of(test), test).toEqual({});
  });

  test('from a Makefile: a target whose recipe or prerequisite does', () => {
    const makefile =
      'clean:\n\trm -rf out\ntest: clean\n\t./run\nlint:\n\t@kubectl get pods\nbuild:\n\tcc x.c\n';
    expect(commandsOf({ Makefile: makefile })).toEqual({ build: 'make build' });
  });
});

describe('takes nothing from what ships something in CI', () => {
  const jobs = (job: string, step = '') => `jobs:\n  ${job}\n    steps:\n      - run: pytest\n${step}`;
  test.each([
    ['a release as its event', `on: release\n${jobs('ci:')}`],
    ['a date as its event', `on: { schedule: [] }\n${jobs('ci:')}`],
    ['a push of tags', `"on":\n  push:\n    tags: ['v*']\n${jobs('ci:')}`],
    ['a deployment as its event', `on: { deployment: {} }\n${jobs('ci:')}`],
    ['such a name', `name: Deploy\non: workflow_dispatch\n${jobs('ci:')}`],
    ['such a name of the job', `on: push\n${jobs('publish-docs:')}`],
    ['an environment', `on: push\n${jobs('ci:\n    environment: production')}`],
    ['a tag as its condition', `on: push\n${jobs("ci:\n    if: startsWith(github.ref, 'refs/tags/')")}`],
    ['a date as its condition', `on: push\n${jobs("ci:\n    if: github.event_name == 'schedule'")}`],
    ['leave to fail', `on: push\n${jobs('ci:\n    continue-on-error: true')}`],
    ['another system', `on: push\n${jobs('ci:\n    runs-on: windows-latest')}`],
    [
      'a folder that is not there',
      `on: push\n${jobs('ci:\n    defaults: { run: { working-directory: web } }')}`,
    ],
    ['such a name of the step', `on: push\n${jobs('ci:', '        name: Publish\n')}`],
  ])('%s', (_what, text) => {
    expect(commandsOf({ [CI]: text })).toEqual({});
  });

  test('such a name of the file', () => {
    expect(commandsOf({ '.github/workflows/release.yml': workflow('pytest') })).toEqual({});
    expect(commandsOf({ '.gitlab-ci.yml': 'deploy:\n  script: [pytest]\n' })).toEqual({});
  });

  test('a workflow for pull requests counts, also if it ships something in other jobs', () => {
    const text = `name: Build and deploy\non: [push, pull_request]\n${jobs('ci:')}`;
    expect(commandsOf({ [CI]: text })).toEqual({ tests: 'pytest' });
  });

  test('a workflow for changes counts, also on branches of a release', () => {
    const text = `name: CI\non: { push: { branches: [main, release/1] }, pull_request: }\n${jobs('ci:')}`;
    expect(commandsOf({ [CI]: text })).toEqual({ tests: 'pytest' });
  });
});

describe('takes the program that the project uses', () => {
  test('a section of a build backend names no manager', () => {
    const of = (section: string) =>
      commandsOf({ 'pyproject.toml': `[project]\ndependencies = ["pytest"]\n[tool.${section}]\n` });
    for (const section of ['pdm.build', 'pdm.version', 'pdm', 'uv.build-backend'])
      expect(of(section), section).toEqual({ tests: 'python3 -m pytest' });
    expect(of('pdm.scripts')).toEqual({ tests: 'pdm run pytest' });
    expect(of('uv')).toEqual({ tests: 'uv run pytest' });
  });

  test('`tsc -b` where tsconfig.json has references alone', () => {
    const of = (tsconfig: string) =>
      commandsOf({ 'package.json': '{"devDependencies":{"typescript":"6"}}', 'tsconfig.json': tsconfig });
    expect(of('{ "files": [], "references": [{ "path": "./a" }] }')).toEqual({
      types: 'npx --no-install tsc -b',
    });
    expect(of('{ "include": ["src"] }')).toEqual({ types: 'npx --no-install tsc --noEmit' });
  });
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
  const manifests = [
    '{',
    '[]',
    'null',
    '{"scripts":3}',
    '{"scripts":{"test":{}}}',
    '{"__proto__":{"scripts":1}}',
  ];
  for (const text of ['', ...manifests])
    expect(commandsOf({ 'package.json': text, 'composer.json': text })).toEqual({});
  const [makefile, run] = [`${'a '.repeat(100_000)}:`, `run: test ${'x '.repeat(100_000)}`];
  expect(commandsOf({ Makefile: makefile, '.github/workflows/a.yml': run })).toEqual({});
  const before = (one: string): string => String.fromCodePoint((one.codePointAt(0) ?? 0) - 1);
  const bomb = 'bcdefghijk'.replaceAll(/./g, (one) => `${one}: &${one} [${`*${before(one)},`.repeat(9)}]\n`);
  const jobs = ['jobs: 3', 'jobs: [', 'jobs: { a: 3, b: { steps: 4 }, c: { steps: [5, { run: 6 }] } }'];
  for (const text of [...jobs, `a: &a [x]\n${bomb}`]) expect(commandsOf({ [CI]: text })).toEqual({});
  expect(commandsOf({})).toEqual({});
});
