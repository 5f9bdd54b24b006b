import { fieldsOf } from '@loopwright/checks';
import { type CheckCall, checkCallOf, type CheckPurpose, type TaskText } from '../../checks/check-call.ts';
import { isUsable, wholeText } from '../../checks/usable-script.ts';
import { type CiCommand, ciCommands } from './ci-commands.ts';
import { knownPaths, manifestOf, type ProjectFiles } from './project-files.ts';
import { type DefinedTask, taskTextOf, tasksIn } from './project-tasks.ts';

/** A check that a project seems to have. */
export interface Proposal {
  /** Its purpose; of several, each more has its topic or its tool behind it. */
  readonly name: string;
  readonly command: string;
  readonly timeout: string;
  /** The files that it depends on, if the layout is known as a whole. */
  readonly paths?: readonly string[] | undefined;
  /** The file that says so. */
  readonly from: string;
}

/** A check that a project may have: it has none without a command. Of several with one name the first counts. */
export type Row = Omit<Proposal, 'name' | 'command'> & {
  readonly name: CheckPurpose;
  readonly command: string | false | undefined;
  /** The tool is usual in this language; the project itself doesn't name the command. */
  readonly isGuess?: boolean;
};

/** `isGuided`: CI says how the project is checked. */
type Detector = (project: ProjectFiles, isGuided: boolean) => readonly Row[];

/**
 * Proposes the checks of a project by its files alone, without running anything. The commands of CI count first. Then
 * tasks and usual tools add what is missing; beside CI, only tests are guessed.
 */
export function detect(project: ProjectFiles): readonly Proposal[] {
  const taskText = taskTextOf(project);
  const tools = new Set<string>();
  /** False for the second call of one tool. */
  const isNew = ({ command }: Pick<Proposal, 'command'>): boolean => {
    const tool = checkCallOf(command, taskText)?.tool ?? command;
    return !tools.has(tool) && Boolean(tools.add(tool));
  };
  const found = new Map<string, Omit<Proposal, 'name'>>();
  const commands = ciCommands(project);
  const isGuided = commands.length > 0;
  for (const { purpose, topic, tool, ...proposal } of ciProposals(project, commands, taskText)) {
    const name = namesOf(purpose, topic, tool).find((one) => !found.has(one));
    if (name !== undefined && isNew(proposal)) found.set(name, proposal);
  }
  const recipes = proposalsOf(
    (['make', 'just'] as const).flatMap((kind) =>
      taskRows(project, kind, RECIPES, (target) => `${kind} ${target}`),
    ),
  );
  for (const [language, rows] of Object.entries(LANGUAGES)) {
    for (const { isGuess, ...proposal } of proposalsOf(rows(project, isGuided))) {
      if (isGuided && (found.has(proposal.name) || (isGuess && proposal.name !== 'tests'))) continue;
      if (isGuided && isGuess && recipes.some(({ name }) => name === 'tests')) continue;
      const name = found.has(proposal.name) ? `${proposal.name}-${language}` : proposal.name;
      if (isNew(proposal)) found.set(name, proposal);
    }
  }
  for (const row of recipes) if (!found.has(row.name) && isNew(row)) found.set(row.name, row);
  return [...found]
    .map(([name, proposal]) => ({ ...proposal, name }))
    .sort((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ name }: Proposal): number {
  return PURPOSES.findIndex((purpose) => name.startsWith(purpose));
}

const PURPOSES: readonly CheckPurpose[] = ['tests', 'lint', 'types', 'format', 'build', 'check'];

/** The checks among the commands of CI. */
function ciProposals(
  project: ProjectFiles,
  commands: readonly CiCommand[],
  taskText: TaskText,
): readonly (Omit<Proposal, 'name'> & CheckCall)[] {
  const manager = managerOf(commands);
  const found = commands.flatMap(({ command: said, from }) => {
    // The environment of one version may be missing here, and what was built before may be old.
    const command = said
      .replace(/(\btox\b.* -e )py3\d+$/, '$1py')
      .replaceAll(/ --(?:no-build|no-restore|skip-pkg-install)\b/g, '');
    const call = checkCallOf(command, taskText);
    const isOther = RUNS_SCRIPTS.test(call?.tool ?? '') && call?.tool.split(' ')[0] !== manager;
    if (!call || isOther || IN_BUILD_FOLDER.test(call.tool)) return [];
    if (PART.test(command) || !isInProject(project, command)) return [];
    const timeout = SLOW.test(command) ? '20m' : '10m';
    return [{ ...call, command, timeout, from, ...pathsOf(project, call.tool) }];
  });
  // A plain call is more ordinary than one that measures coverage, or with variables in front.
  const rank = ({ command }: { readonly command: string }): number =>
    /(?<!no-)\bcov|^[A-Z_]+=/i.test(command) ? 1 : 0;
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** A script of a package manager for Node. */
const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun) /;

/** The package manager that CI uses most. Some projects try their package with others, too. */
function managerOf(commands: readonly CiCommand[]): string | undefined {
  const used = commands.flatMap(({ command }) => /(?:^|&& )(npm|pnpm|yarn|bun) /.exec(command)?.[1] ?? []);
  const count = (one: string): number => used.filter((other) => other === one).length;
  return used.toSorted((one, other) => count(other) - count(one))[0];
}

/** The names that a check may have: its purpose, then with its topic or its tool. */
function namesOf(purpose: CheckPurpose, topic: string | undefined, tool: string): readonly string[] {
  const words = tool.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = words.filter((word) => !/^(?:tests?|check|lint|run|sh)$/.test(word));
  const names = [topic, telling.at(-1), telling.join('-')].map((word) => `${purpose}-${word ?? ''}`);
  return topic === undefined ? [purpose, ...names.slice(1)] : names;
}

/** False for a call on what another step of CI made or fetched: a package, or a folder that isn't there. */
function isInProject({ entries }: ProjectFiles, command: string): boolean {
  const option = /\s--?(?:package-path|directory|cwd|prefix|manifest-path|C)[= ](?:\.\/)?([\w.-]+)/;
  const folder = option.exec(command)?.[1] ?? '.';
  return (folder === '.' || entries.has(folder)) && !/\.(?:whl|tgz|gz|zip|jar|deb)\b/.test(command);
}

/** A call for a part of the project, which it checks as a whole, too. */
const PART =
  /^(?:cargo|(?:\.\/)?mvnw?) .*\s(?:--projects|-pl|-p|--package|--activate-profiles|-P)\b|^(?:\S+=\S+ |RUSTFLAGS=.*)?cargo test .*(?:--(?:lib|bin|test|example|doc)\b|-- --(?:nocapture|ignored|exact))/;

/** Tools that need a folder which another step of CI made. */
const IN_BUILD_FOLDER = /^(?:ctest|cmake|meson)\b/;

/** Tools that compile a lot. */
const SLOW = /\b(?:cargo|gradlew?|mvnw?|swift|stack|cabal|bazel)\b/;

/** The files that a tool depends on, where the layout of its language is known as a whole. */
function pathsOf(project: ProjectFiles, tool: string): Pick<Proposal, 'paths'> {
  const paths = /^(?:npm|pnpm|yarn|bun) [\w:.-]+$/.test(tool)
    ? nodePaths(project)
    : /^cargo (?:test|clippy|build|check)$/.test(tool)
      ? rustPaths(project)
      : undefined;
  return paths ? { paths } : {};
}

function proposalsOf(rows: readonly Row[]): readonly (Proposal & Pick<Row, 'name' | 'isGuess'>)[] {
  const found = new Map<string, Proposal & Pick<Row, 'name' | 'isGuess'>>();
  for (const { command, paths, ...row } of rows)
    if (command && !found.has(row.name)) found.set(row.name, { ...row, command, ...(paths && { paths }) });
  return [...found.values()];
}

/** The usual tools of one file. */
function rowsOf(
  from: string,
  rows: readonly (readonly [name: CheckPurpose, command: Row['command'], timeout: string])[],
  paths?: readonly string[],
): readonly Row[] {
  return rows.map(([name, command, timeout]) => ({ name, command, timeout, paths, from, isGuess: true }));
}

/** Names of scripts or targets that prove each thing, the best first. */
type Names = Readonly<Partial<Record<CheckPurpose, readonly string[]>>>;

/** The rows of the tasks of one kind that are there and usable. `run` writes the command that runs one. */
function taskRows(
  project: ProjectFiles,
  kind: DefinedTask,
  names: Names,
  run: (task: string) => string,
): readonly Row[] {
  const { from, tasks } = tasksIn(project, kind);
  const taskText = taskTextOf(project);
  const textOf = (name: string): string | undefined => taskText(kind, name, '');
  return Object.entries(names).map(([name, candidates]) => {
    const task = candidates.find((one) => Object.hasOwn(tasks, one) && isUsable(wholeText(one, textOf)));
    // `Object.entries` gives plain strings.
    return { name: name as CheckPurpose, command: task && run(task), timeout: '10m', from };
  });
}

/** The detectors of languages. A project may have several. */
const LANGUAGES: Readonly<Record<string, Detector>> = {
  node: nodeRows,
  rust: (project) => {
    const manifest = project.textOf('Cargo.toml');
    if (manifest === undefined) return [];
    const isWorkspace = /^\[workspace\b/m.test(manifest);
    return rowsOf(
      'Cargo.toml',
      [
        ['tests', isWorkspace ? 'cargo test --workspace' : 'cargo test', '20m'],
        ['lint', `cargo clippy ${isWorkspace ? '--workspace ' : ''}--all-targets -- -D warnings`, '20m'],
        ['format', isWorkspace ? 'cargo fmt --all --check' : 'cargo fmt --check', '2m'],
      ],
      rustPaths(project),
    );
  },
  python: pythonRows,
  go: ({ entries }) => {
    if (!entries.has('go.mod')) return [];
    const hasLinter = [...entries.keys()].some((name) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(name));
    return rowsOf('go.mod', [
      ['tests', 'go test ./...', '10m'],
      ['lint', hasLinter ? 'golangci-lint run' : 'go vet ./...', '5m'],
      ['build', 'go build ./...', '10m'],
    ]);
  },
  jvm: ({ entries }) => {
    const gradles = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'];
    const gradle = firstIn(entries, gradles);
    const gradlew = entries.has('gradlew') ? './gradlew' : 'gradle';
    if (gradle !== undefined)
      return rowsOf(gradle, [
        ['tests', `${gradlew} test`, '20m'],
        ['check', `${gradlew} check`, '20m'],
      ]);
    const maven = `${entries.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode`;
    return rowsOf('pom.xml', [
      ['tests', entries.has('pom.xml') && `${maven} test`, '20m'],
      ['build', entries.has('pom.xml') && `${maven} package -DskipTests`, '20m'],
    ]);
  },
  php: (project) => {
    const manifest = manifestOf(project, 'composer.json');
    if (!manifest) return [];
    const installed = { ...fieldsOf(manifest['require']), ...fieldsOf(manifest['require-dev']) };
    const setUp = firstIn(project.entries, ['phpunit.xml', 'phpunit.xml.dist']);
    const usesPhpunit = Object.hasOwn(installed, 'phpunit/phpunit') || setUp !== undefined;
    const [tests, ...others] = taskRows(
      project,
      'composer',
      {
        tests: ['test', 'tests', 'phpunit', 'pest'],
        lint: ['lint', 'cs', 'phpcs', 'check-style'],
        types: ['phpstan', 'analyse', 'analyze', 'psalm', 'stan'],
      },
      (script) => `composer run-script ${script}`,
    );
    const phpunit = rowsOf('composer.json', [['tests', usesPhpunit && 'vendor/bin/phpunit', '10m']]);
    return [...(tests ? [tests] : []), ...phpunit, ...others];
  },
  elixir: ({ entries, textOf }) => {
    const mix = textOf('mix.exs');
    if (mix === undefined) return [];
    return rowsOf('mix.exs', [
      ['tests', 'mix test', '10m'],
      ['lint', /\{\s*:credo\b/.test(mix) && 'mix credo', '5m'],
      ['format', entries.has('.formatter.exs') && 'mix format --check-formatted', '2m'],
    ]);
  },
  deno: (project, isGuided) => {
    const { from } = tasksIn(project, 'deno');
    if (from === '') return [];
    return [
      ...taskRows(project, 'deno', NODE_SCRIPTS, (task) => `deno task ${task}`),
      ...rowsOf(from, [
        ['tests', !isGuided && 'deno test -A', '10m'],
        ['lint', 'deno lint', '5m'],
        ['format', 'deno fmt --check', '2m'],
      ]),
    ];
  },
  ruby: ({ entries, textOf }) => {
    const gems = textOf('Gemfile');
    const rakefile = textOf('Rakefile') ?? '';
    const run = gems === undefined ? '' : 'bundle exec ';
    const usesRspec = entries.has('.rspec') || entries.get('spec') === 'folder';
    return rowsOf(gems === undefined ? 'Rakefile' : 'Gemfile', [
      [
        'tests',
        entries.has('bin') && textOf('bin/rails') !== undefined && !usesRspec && 'bin/rails test',
        '10m',
      ],
      ['tests', /TestTask|task [:"']?test\b/.test(rakefile) && `${run}rake test`, '10m'],
      ['tests', gems !== undefined && usesRspec && `${run}rspec`, '10m'],
      ['lint', /\brubocop\b/.test(gems ?? '') && entries.has('.rubocop.yml') && `${run}rubocop`, '5m'],
    ]);
  },
  swift: ({ textOf }) => {
    const manifest = textOf('Package.swift') ?? '';
    return rowsOf('Package.swift', [
      ['tests', /\.testTarget\b/.test(manifest) && 'swift test', '20m'],
      ['build', manifest !== '' && 'swift build', '20m'],
    ]);
  },
  dotnet: ({ entries }) => {
    const solutions = [...entries.keys()].filter((name) => /\.slnx?$/.test(name));
    return solutions.length === 1 ? rowsOf(solutions[0] ?? '', [['tests', 'dotnet test', '20m']]) : [];
  },
  c: ({ entries, textOf }) => {
    const cmake = textOf('CMakeLists.txt') ?? '';
    const automake = ['Makefile.am', 'configure.ac'].find((name) => entries.has(name));
    const build =
      'cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure --no-tests=error';
    return rowsOf(automake ?? 'CMakeLists.txt', [
      ['tests', automake !== undefined && !entries.has('Makefile') && 'make check', '20m'],
      ['tests', /^(?:enable_testing|include\s*\(\s*CTest|add_test)\b/im.test(cmake) && build, '20m'],
    ]);
  },
};

function rustPaths(project: ProjectFiles): readonly string[] | undefined {
  return knownPaths(
    project,
    ['src', 'tests', 'benches', 'examples', 'crates', '.cargo'],
    /^(?:Cargo\.(?:toml|lock)|build\.rs|rust-toolchain(?:\.toml)?|(?:clippy|rustfmt)\.toml)$/,
  );
}

function nodePaths(project: ProjectFiles): readonly string[] | undefined {
  return knownPaths(
    project,
    ['src', 'test', 'tests', '__tests__', 'spec'],
    /\.(?:[cm]?[jt]sx?|json|lock)$|^pnpm-|^bun\.lockb$|^\.(?:eslintrc|prettierrc|npmrc)/,
  );
}

/** The package managers of Node: how a program of the project runs, and the lock files, by precedence. */
const MANAGERS = {
  pnpm: { program: 'pnpm exec', locks: ['pnpm-lock.yaml'] },
  yarn: { program: 'yarn run', locks: ['yarn.lock'] },
  bun: { program: 'bun x', locks: ['bun.lock', 'bun.lockb'] },
  npm: { program: 'npx --no-install', locks: ['package-lock.json', 'npm-shrinkwrap.json'] },
} as const;
const MANAGER_NAMES = Object.keys(MANAGERS) as (keyof typeof MANAGERS)[];

const NODE_SCRIPTS: Names = {
  tests: ['test', 'test:ci', 'test:unit', 'tests'],
  lint: ['lint', 'lint:check', 'eslint'],
  types: ['typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc'],
  format: ['format:check', 'check:format', 'check-format', 'prettier:check', 'fmt:check'],
  build: ['build'],
};

/** A tsconfig.json of references alone: only `tsc -b` looks at anything there. */
const HAS_ONLY_REFERENCES = /"files"\s*:\s*\[\s*\]/;

/** The scripts of package.json, run by the package manager in use, else the tools that are there. */
function nodeRows(project: ProjectFiles): readonly Row[] {
  const { entries, textOf } = project;
  const manifest = manifestOf(project, 'package.json');
  if (!manifest) return [];
  const chosen = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager']))?.[1];
  const manager =
    MANAGER_NAMES.find((name) => name === chosen) ??
    MANAGER_NAMES.find((name) => firstIn(entries, MANAGERS[name].locks) !== undefined) ??
    'npm';
  const dependencies = { ...fieldsOf(manifest['dependencies']), ...fieldsOf(manifest['devDependencies']) };
  const usesTypeScript = entries.has('tsconfig.json') && Object.hasOwn(dependencies, 'typescript');
  const tsc = HAS_ONLY_REFERENCES.test(textOf('tsconfig.json') ?? '') ? 'tsc -b' : 'tsc --noEmit';
  const paths = nodePaths(project);
  return [
    ...taskRows(project, 'npm', NODE_SCRIPTS, (script) =>
      // `bun test` is a runner of its own; every other manager has `test` for the script.
      script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`,
    ),
    ...rowsOf('package.json', [
      ['tests', manager === 'bun' && 'bun test', '10m'],
      ['types', usesTypeScript && `${MANAGERS[manager].program} ${tsc}`, '5m'],
    ]),
  ].map((row) => ({
    ...row,
    timeout: row.name === 'tests' || row.name === 'build' ? '10m' : '5m',
    paths: row.name === 'format' ? undefined : paths,
  }));
}

/** How a program of the project's environment is run. A section for a build backend alone names no manager. */
const PYTHON_RUNNERS: readonly (readonly [file: string, section: RegExp, runner: string])[] = [
  ['uv.lock', /^\[tool\.uv(?!\.build-backend)\b/m, 'uv run '],
  ['poetry.lock', /^\[tool\.poetry\b/m, 'poetry run '],
  ['pdm.lock', /^\[tool\.pdm\.(?:scripts|dev-dependencies|resolution|options)\b/m, 'pdm run '],
  ['Pipfile', /(?!)/, 'pipenv run '],
];

const PYTHON_MARKS = `
  pyproject.toml setup.cfg setup.py tox.ini noxfile.py Pipfile requirements.txt
  requirements-dev.txt
`
  .trim()
  .split(/\s+/);

/** The checks of a Python project: tox or nox if it has them, else its tools by the runner in use. */
function pythonRows({ entries, textOf }: ProjectFiles): readonly Row[] {
  const from = firstIn(entries, PYTHON_MARKS);
  if (from === undefined) return [];
  const named = ['pyproject.toml', 'setup.cfg', 'requirements.txt', 'requirements-dev.txt'];
  const [pyproject = '', setup = '', ...requirements] = named.map((path) => textOf(path) ?? '');
  const all = [pyproject, setup, ...requirements].join('\n');
  const run =
    PYTHON_RUNNERS.find(([file, section]) => entries.has(file) || section.test(pyproject))?.[2] ?? '';
  /** The project names this tool, as a dependency or in a section of its own, or has a file of it. */
  const uses = (tool: string, ...files: readonly string[]): boolean =>
    new RegExp(`(?:^|["'\\s\\[.])${tool}(?:["'\\s\\].<>=~!;,:]|$)`, 'm').test(all) ||
    firstIn(entries, files) !== undefined;
  const usesTox =
    ['tox.ini', 'tox.toml'].some((name) => entries.has(name)) ||
    /^\[tox/m.test(setup) ||
    /^\[tool\.tox\b/m.test(pyproject);
  const hasTests = firstIn(entries, ['tests', 'test']) !== undefined;
  return rowsOf(from, [
    ['tests', usesTox && (uses('tox') ? `${run}tox` : 'tox'), '10m'],
    ['tests', entries.has('noxfile.py') && (uses('nox') ? `${run}nox` : 'nox'), '10m'],
    ['tests', uses('pytest', 'pytest.ini', 'conftest.py') && `${run || 'python3 -m '}pytest`, '10m'],
    ['tests', hasTests && `${run === '' ? 'python3' : `${run}python`} -m unittest`, '10m'],
    ['lint', uses('ruff', 'ruff.toml', '.ruff.toml') && `${run}ruff check .`, '5m'],
    ['lint', uses('flake8', '.flake8') && `${run}flake8`, '5m'],
    ['types', uses('mypy', 'mypy.ini') && `${run}mypy .`, '5m'],
    ['types', uses('pyright', 'pyrightconfig.json') && `${run}pyright`, '5m'],
    ['format', /^\[tool\.ruff\.format\]/m.test(pyproject) && `${run}ruff format --check .`, '5m'],
    ['format', uses('black') && `${run}black --check .`, '5m'],
  ]);
}

/** Targets of a Makefile, and recipes of a justfile. */
const RECIPES: Names = {
  tests: ['test', 'tests', 'unittest', 'check'],
  lint: ['lint', 'clippy'],
  types: ['typecheck', 'type-check', 'types', 'mypy'],
  format: ['format-check', 'check-format', 'fmt-check', 'check-fmt'],
  build: ['build'],
};

function firstIn(known: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.find((name) => known.has(name));
}
