import { fieldsOf } from '@loopwright/checks';
import type { CheckPurpose } from '../../checks/check-call.ts';
import { isUsableScript, type Scripts } from '../../checks/usable-script.ts';
import { ciRows } from './ci-commands.ts';
import { knownPaths, manifestOf, type ProjectFiles } from './project-files.ts';

/** A check that a project seems to have. */
export interface Proposal {
  readonly name: CheckPurpose | `${CheckPurpose}-${string}`;
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
};

type Detector = (project: ProjectFiles) => readonly Row[];

/**
 * Proposes the checks of a project by its files alone, without running anything. The first language takes the plain
 * names; a check of the next one is called `tests-rust`. A Makefile and CI only add checks that are still missing.
 */
export function detect(project: ProjectFiles): readonly Proposal[] {
  const found = new Map<string, Proposal>();
  for (const [language, rows] of Object.entries(LANGUAGES)) {
    for (const proposal of proposalsOf(rows(project))) {
      const name = found.has(proposal.name) ? (`${proposal.name}-${language}` as const) : proposal.name;
      found.set(name, { ...proposal, name });
    }
  }
  const more = proposalsOf([...makeRows(project), ...ciRows(project)]);
  return [...found.values(), ...more.filter(({ name }) => !found.has(name))];
}

function proposalsOf(rows: readonly Row[]): readonly (Proposal & Pick<Row, 'name'>)[] {
  const found = new Map<string, Proposal & Pick<Row, 'name'>>();
  for (const { command, paths, ...row } of rows)
    if (command && !found.has(row.name)) found.set(row.name, { ...row, command, ...(paths && { paths }) });
  return [...found.values()];
}

/** The rows of one file. */
function rowsOf(
  from: string,
  rows: readonly (readonly [name: CheckPurpose, command: Row['command'], timeout: string])[],
  paths?: readonly string[],
): readonly Row[] {
  return rows.map(([name, command, timeout]) => ({ name, command, timeout, paths, from }));
}

/** Names of scripts or targets that prove each thing, the best first. */
type Names = Readonly<Partial<Record<CheckPurpose, readonly string[]>>>;

/** The rows of the scripts that are there and usable. `run` writes the command that runs one. */
function scriptRows(
  from: string,
  names: Names,
  scripts: Scripts,
  run: (script: string) => string,
): readonly Row[] {
  return Object.entries(names).map(([name, candidates]) => {
    const script = candidates.find((one) => isUsableScript(one, scripts));
    // `Object.entries` gives plain strings.
    return { name: name as CheckPurpose, command: script && run(script), timeout: '10m', from };
  });
}

/** The detectors of languages. A project may have several. */
const LANGUAGES: Readonly<Record<string, Detector>> = {
  node: nodeRows,
  rust: (project) => {
    const manifest = project.texts.get('Cargo.toml');
    if (manifest === undefined) return [];
    const isWorkspace = /^\[workspace\b/m.test(manifest);
    const paths = knownPaths(
      project,
      ['src', 'tests', 'benches', 'examples', 'crates', '.cargo'],
      /^(?:Cargo\.(?:toml|lock)|build\.rs|rust-toolchain(?:\.toml)?|(?:clippy|rustfmt)\.toml)$/,
    );
    return rowsOf(
      'Cargo.toml',
      [
        ['tests', isWorkspace ? 'cargo test --workspace' : 'cargo test', '20m'],
        ['lint', `cargo clippy ${isWorkspace ? '--workspace ' : ''}--all-targets -- -D warnings`, '20m'],
        ['format', isWorkspace ? 'cargo fmt --all --check' : 'cargo fmt --check', '2m'],
      ],
      paths,
    );
  },
  python: pythonRows,
  go: ({ entries, texts }) => {
    if (!texts.has('go.mod')) return [];
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
    const scripts = fieldsOf(manifest['scripts']);
    const [tests, ...others] = scriptRows(
      'composer.json',
      {
        tests: ['test', 'tests', 'phpunit', 'pest'],
        lint: ['lint', 'cs', 'phpcs', 'check-style'],
        types: ['phpstan', 'analyse', 'analyze', 'psalm', 'stan'],
      },
      scripts,
      (script) => `composer run-script ${script}`,
    );
    const phpunit = rowsOf('composer.json', [['tests', usesPhpunit && 'vendor/bin/phpunit', '10m']]);
    return [...(tests ? [tests] : []), ...phpunit, ...others];
  },
  elixir: ({ entries, texts }) => {
    const mix = texts.get('mix.exs');
    if (mix === undefined) return [];
    return rowsOf('mix.exs', [
      ['tests', 'mix test', '10m'],
      ['lint', /\{\s*:credo\b/.test(mix) && 'mix credo', '5m'],
      ['format', entries.has('.formatter.exs') && 'mix format --check-formatted', '2m'],
    ]);
  },
};

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

/** A tsconfig.json of references alone: `tsc --noEmit` looks at nothing there. */
const HAS_ONLY_REFERENCES = /"files"\s*:\s*\[\s*\]/;

/** The scripts of package.json, run by the package manager in use, else the tools that are there. */
function nodeRows(project: ProjectFiles): readonly Row[] {
  const { entries, texts } = project;
  const manifest = manifestOf(project, 'package.json');
  if (!manifest) return [];
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager']))?.[1];
  const manager =
    MANAGER_NAMES.find((name) => name === named) ??
    MANAGER_NAMES.find((name) => firstIn(entries, MANAGERS[name].locks) !== undefined) ??
    'npm';
  const dependencies = { ...fieldsOf(manifest['dependencies']), ...fieldsOf(manifest['devDependencies']) };
  const usesTypeScript =
    entries.has('tsconfig.json') &&
    !HAS_ONLY_REFERENCES.test(texts.get('tsconfig.json') ?? '') &&
    Object.hasOwn(dependencies, 'typescript');
  const paths = knownPaths(
    project,
    ['src', 'test', 'tests', '__tests__', 'spec'],
    /\.(?:[cm]?[jt]sx?|json|lock)$|^pnpm-|^bun\.lockb$|^\.(?:eslintrc|prettierrc|npmrc)/,
  );
  return [
    ...scriptRows('package.json', NODE_SCRIPTS, fieldsOf(manifest['scripts']), (script) =>
      // `bun test` is a runner of its own; every other manager has `test` for the script.
      script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`,
    ),
    ...rowsOf('package.json', [
      ['tests', manager === 'bun' && 'bun test', '10m'],
      ['types', usesTypeScript && `${MANAGERS[manager].program} tsc --noEmit`, '5m'],
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
function pythonRows({ entries, texts }: ProjectFiles): readonly Row[] {
  const from = firstIn(entries, PYTHON_MARKS);
  if (from === undefined) return [];
  const named = ['pyproject.toml', 'setup.cfg', 'requirements.txt', 'requirements-dev.txt'];
  const [pyproject = '', setup = '', ...requirements] = named.map((path) => texts.get(path) ?? '');
  const all = [pyproject, setup, ...requirements].join('\n');
  const run =
    PYTHON_RUNNERS.find(([file, section]) => entries.has(file) || section.test(pyproject))?.[2] ?? '';
  /** The project names this tool, as a dependency or in a section of its own, or has a file of it. */
  const uses = (tool: string, ...files: readonly string[]): boolean =>
    new RegExp(`(?:^|["'\\s\\[.])${tool}(?:["'\\s\\].<>=~!;,:]|$)`, 'm').test(all) ||
    firstIn(entries, files) !== undefined;
  const usesTox = entries.has('tox.ini') || /^\[tox/m.test(setup) || /^\[tool\.tox\b/m.test(pyproject);
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

/** The targets of a Makefile. */
function makeRows({ texts }: ProjectFiles): readonly Row[] {
  const from = firstIn(texts, ['GNUmakefile', 'makefile', 'Makefile']);
  if (from === undefined) return [];
  return scriptRows(
    from,
    {
      tests: ['test', 'tests', 'unittest', 'check'],
      lint: ['lint'],
      types: ['typecheck', 'type-check', 'types', 'mypy'],
      format: ['format-check', 'check-format', 'fmt-check', 'check-fmt'],
      build: ['build', 'all'],
    },
    targetsOf(texts.get(from) ?? ''),
    (target) => `make ${target}`,
  );
}

/** The prerequisites and the recipe of each target. */
function targetsOf(makefile: string): Scripts {
  const found = new Map<string, string>();
  let current: readonly string[] = [];
  for (const line of makefile.split('\n')) {
    const [, names, needs = ''] = /^([A-Za-z0-9][^:=#]*)::?(?!=)(.*)/.exec(line.slice(0, 1000)) ?? [];
    if (names !== undefined) current = names.trim().split(/\s+/);
    else if (!/^\s/.test(line)) current = [];
    for (const name of current)
      found.set(name, `${found.get(name) ?? ''}${names === undefined ? line : needs}\n`);
  }
  return Object.fromEntries(found);
}

function firstIn(known: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  return names.find((name) => known.has(name));
}
