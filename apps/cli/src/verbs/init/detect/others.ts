import { fieldsOf, parse } from './node.ts';
import { knownPaths, type ProjectFiles, type Proposal, type ProposalName } from './project-files.ts';
import { isUsableScript, type Scripts } from './usable-script.ts';

/** Proposes cargo's own checks, for all crates of a workspace. */
export function detectRust(project: ProjectFiles): readonly Proposal[] {
  const manifest = project.texts.get('Cargo.toml');
  if (manifest === undefined) return [];
  const isWorkspace = /^\[workspace\b/m.test(manifest);
  const paths = knownPaths(
    project,
    ['src', 'tests', 'benches', 'examples', 'crates', '.cargo'],
    /^(?:Cargo\.(?:toml|lock)|build\.rs|rust-toolchain(?:\.toml)?|(?:clippy|rustfmt)\.toml)$/,
  );
  const propose = (name: ProposalName, command: string): Proposal => ({
    name,
    command,
    timeout: name === 'format' ? '2m' : '20m',
    ...(paths && { paths }),
    from: 'Cargo.toml',
  });
  return [
    propose('tests', isWorkspace ? 'cargo test --workspace' : 'cargo test'),
    propose('lint', `cargo clippy ${isWorkspace ? '--workspace ' : ''}--all-targets -- -D warnings`),
    propose('format', isWorkspace ? 'cargo fmt --all --check' : 'cargo fmt --check'),
  ];
}

/** Proposes go's own checks for every package, and golangci-lint where it is configured. */
export function detectGo({ entries, texts }: ProjectFiles): readonly Proposal[] {
  if (!texts.has('go.mod')) return [];
  const hasLinter = [...entries.keys()].some((name) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(name));
  return [
    { name: 'tests', command: 'go test ./...', timeout: '10m', from: 'go.mod' },
    {
      name: 'lint',
      command: hasLinter ? 'golangci-lint run' : 'go vet ./...',
      timeout: '5m',
      from: 'go.mod',
    },
    { name: 'build', command: 'go build ./...', timeout: '10m', from: 'go.mod' },
  ];
}

/** Proposes the tests of Gradle or Maven, by their wrapper if there is one. */
export function detectJvm({ entries }: ProjectFiles): readonly Proposal[] {
  const gradle = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'].find((name) =>
    entries.has(name),
  );
  if (gradle !== undefined) {
    const run = entries.has('gradlew') ? './gradlew' : 'gradle';
    return [
      { name: 'tests', command: `${run} test`, timeout: '20m', from: gradle },
      { name: 'check', command: `${run} check`, timeout: '20m', from: gradle },
    ];
  }
  if (!entries.has('pom.xml')) return [];
  const run = entries.has('mvnw') ? './mvnw' : 'mvn';
  return [
    { name: 'tests', command: `${run} --batch-mode test`, timeout: '20m', from: 'pom.xml' },
    { name: 'build', command: `${run} --batch-mode package -DskipTests`, timeout: '20m', from: 'pom.xml' },
  ];
}

/** The scripts of composer.json that prove each thing. */
const COMPOSER: readonly (readonly [ProposalName, readonly string[]])[] = [
  ['tests', ['test', 'tests', 'phpunit', 'pest']],
  ['lint', ['lint', 'cs', 'phpcs', 'check-style']],
  ['types', ['phpstan', 'analyse', 'analyze', 'psalm', 'stan']],
];

/** Proposes the scripts of composer.json, else the programs that it installs. */
export function detectPhp({ entries, texts }: ProjectFiles): readonly Proposal[] {
  const manifest = parse(texts.get('composer.json'));
  if (!manifest) return [];
  const scripts = fieldsOf(manifest['scripts']);
  const found = COMPOSER.flatMap(([name, names]): Proposal[] => {
    const script = names.find((one) => isUsableScript(one, scripts));
    return script === undefined
      ? []
      : [{ name, command: `composer run-script ${script}`, timeout: '10m', from: 'composer.json' }];
  });
  const installed = { ...fieldsOf(manifest['require']), ...fieldsOf(manifest['require-dev']) };
  const hasTests = found.some(({ name }) => name === 'tests');
  const usesPhpunit =
    Object.hasOwn(installed, 'phpunit/phpunit') ||
    entries.has('phpunit.xml') ||
    entries.has('phpunit.xml.dist');
  return hasTests || !usesPhpunit
    ? found
    : [{ name: 'tests', command: 'vendor/bin/phpunit', timeout: '10m', from: 'composer.json' }, ...found];
}

/** Proposes mix's own checks, and credo where it is installed. */
export function detectElixir({ entries, texts }: ProjectFiles): readonly Proposal[] {
  const mix = texts.get('mix.exs');
  if (mix === undefined) return [];
  return [
    { name: 'tests', command: 'mix test', timeout: '10m', from: 'mix.exs' },
    ...(/\{\s*:credo\b/.test(mix)
      ? [{ name: 'lint', command: 'mix credo', timeout: '5m', from: 'mix.exs' } as const]
      : []),
    ...(entries.has('.formatter.exs')
      ? [{ name: 'format', command: 'mix format --check-formatted', timeout: '2m', from: 'mix.exs' } as const]
      : []),
  ];
}

/** The targets of a Makefile that prove each thing, the best first. */
const TARGETS: readonly (readonly [ProposalName, readonly string[]])[] = [
  ['tests', ['test', 'tests', 'unittest', 'check']],
  ['lint', ['lint']],
  ['types', ['typecheck', 'type-check', 'types', 'mypy']],
  ['format', ['format-check', 'check-format', 'fmt-check', 'check-fmt']],
  ['build', ['build', 'all']],
];

/** Proposes the targets of a Makefile. */
export function detectMake({ texts }: ProjectFiles): readonly Proposal[] {
  const from = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => texts.has(name));
  if (from === undefined) return [];
  const targets = targetsOf(texts.get(from) ?? '');
  return TARGETS.flatMap(([name, names]): Proposal[] => {
    const target = names.find((one) => isUsableScript(one, targets));
    return target === undefined ? [] : [{ name, command: `make ${target}`, timeout: '10m', from }];
  });
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
