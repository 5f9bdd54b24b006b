import { knownPaths, type ProjectFiles, type Proposal, type ProposalName } from './project-files.ts';
import { isUsableScript } from './usable-script.ts';

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The lock file of each package manager. */
const LOCKS: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** The scripts that prove each thing, the best first. */
const SCRIPTS: Readonly<Record<ProposalName, readonly string[]>> = {
  tests: ['test', 'test:ci', 'test:unit', 'tests'],
  lint: ['lint', 'lint:check', 'eslint'],
  types: ['typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc'],
  format: ['format:check', 'check:format', 'check-format', 'prettier:check', 'fmt:check'],
  build: ['build'],
  check: [],
};

/** A tsconfig.json of references alone: `tsc --noEmit` looks at nothing there. */
const HAS_ONLY_REFERENCES = /"files"\s*:\s*\[\s*\]/;

/** Proposes the scripts of package.json, run by the package manager in use. */
export function detectNode(project: ProjectFiles): readonly Proposal[] {
  const manifest = parse(project.texts.get('package.json'));
  if (!manifest) return [];
  const manager = managerOf(project, manifest);
  const scripts = fieldsOf(manifest['scripts']);
  const paths = knownPaths(
    project,
    ['src', 'test', 'tests', '__tests__', 'spec'],
    /\.(?:[cm]?[jt]sx?|json|lock)$|^pnpm-|^bun\.lockb$|^\.(?:eslintrc|prettierrc|npmrc)/,
  );
  const propose = (name: ProposalName, command: string): Proposal => ({
    name,
    command,
    timeout: name === 'tests' || name === 'build' ? '10m' : '5m',
    ...(paths && name !== 'format' && { paths }),
    from: 'package.json',
  });
  const found = (Object.keys(SCRIPTS) as ProposalName[]).flatMap((name) => {
    const script = SCRIPTS[name].find((one) => isUsableScript(one, scripts));
    return script === undefined ? [] : [propose(name, runScript(manager, script))];
  });
  const has = (name: ProposalName): boolean => found.some((one) => one.name === name);
  const usesTypeScript =
    project.entries.has('tsconfig.json') &&
    !HAS_ONLY_REFERENCES.test(project.texts.get('tsconfig.json') ?? '') &&
    Object.hasOwn(dependenciesOf(manifest), 'typescript');
  return [
    ...found,
    ...(has('tests') || manager !== 'bun' ? [] : [propose('tests', 'bun test')]),
    ...(has('types') || !usesTypeScript ? [] : [propose('types', `${runProgram(manager)} tsc --noEmit`)]),
  ];
}

function managerOf({ entries }: ProjectFiles, manifest: Fields): Manager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager']))?.[1];
  return (named as Manager | undefined) ?? LOCKS.find(([file]) => entries.has(file))?.[1] ?? 'npm';
}

function runScript(manager: Manager, script: string): string {
  // `bun test` is a runner of its own; every other manager has `test` for the script.
  return script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`;
}

function runProgram(manager: Manager): string {
  return { npm: 'npx --no-install', pnpm: 'pnpm exec', yarn: 'yarn run', bun: 'bun x' }[manager];
}

type Fields = Readonly<Record<string, unknown>>;

function dependenciesOf(manifest: Fields): Fields {
  return { ...fieldsOf(manifest['dependencies']), ...fieldsOf(manifest['devDependencies']) };
}

/** An object of a manifest, also of a broken one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Parses a manifest; undefined for none, and for one that is no JSON object. */
export function parse(text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}
