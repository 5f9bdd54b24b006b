import type { SomeCheck } from '../check.ts';

/** Kinds of proof files: files that a proof depends on. */
export type ProofFileKind = 'test' | 'command' | 'scripts' | 'config' | 'lockfile' | 'ci' | 'ignore' | 'link';

/** The kinds by their paths; the first that matches counts. */
const KINDS: readonly (readonly [kind: ProofFileKind, path: RegExp])[] = [
  ['ignore', /(^|\/)(\.[a-z]*ignore|\.gitattributes|\.gitmodules)$|^\.git\/info\//],
  [
    'ci',
    /^\.(github|circleci|buildkite|woodpecker|gitea)\/|(^|\/)(\.gitlab-ci[^/]*|\.travis|azure-pipelines[^/]*|bitbucket-pipelines|\.drone|appveyor)\.ya?ml$|(^|\/)Jenkinsfile$/,
  ],
  [
    'lockfile',
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|gradle\.lockfile|flake\.lock)$/,
  ],
  ['scripts', /(^|\/)package\.json$/],
  [
    'config',
    /(^|\/)(\.npmrc|\.yarnrc[^/]*|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml|deno\.jsonc?|\.envrc|\.env(\.[^/]*)?|\.tool-versions|\.nvmrc|\.node-version|\.python-version|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|noxfile\.py|\.coveragerc|Makefile|makefile|GNUmakefile|justfile|Justfile|Rakefile|Taskfile\.ya?ml|CMakeLists\.txt|pom\.xml|build\.gradle(\.kts)?|build\.rs|phpunit\.xml[^/]*|\.mocharc[^/]*|\.eslintrc[^/]*|\.babelrc[^/]*|\.nycrc[^/]*|biome\.jsonc?|tsconfig[^/]*\.json)$|(^|\/)[^/]+\.(config|conf)\.[cm]?[jt]s$|(^|\/)\.(cargo|husky|claude|vscode)\//,
  ],
  [
    'test',
    /(^|\/)(tests?|specs?|e2e|cypress|testdata|fixtures|__tests__|__mocks__|__snapshots__)\/|(^|\/)([^/]*[._-])?(test|spec|tests|specs)\.[^/]+$|(^|\/)test_[^/]*\.py$|(^|\/)conftest\.py$|(Test|Tests|Spec|IT)\.(java|kt|cs|scala|swift|php|groovy)$|\.snap$/,
  ],
];

/** Names the kind of a proof file; undefined for every other file. */
export function proofFileKind(path: string, checks: readonly SomeCheck[]): ProofFileKind | undefined {
  if (checks.some((check) => namedFiles(check).has(path))) return 'command';
  // A file beside the project, in the same work tree.
  const inTree = path.replace(/^(\.\.\/)+/, '');
  return KINDS.find(([, pattern]) => pattern.test(inTree))?.[0];
}

/** The paths that the words of a command may mean. */
function namedFiles({ command = '', folder = '' }: SomeCheck): ReadonlySet<string> {
  const words = typeof command === 'string' ? command.split(/[\s"'`;|&()<>=$]+/) : [...command];
  const plain = words.map((word) => word.replace(/^(\.\/)+/, '')).filter((word) => word !== '');
  const inFolder = plain.map((word) => (folder === '' ? word : `${folder.replace(/\/+$/, '')}/${word}`));
  return new Set(inFolder.flatMap((path) => [path, ...EXTENSIONS.map((extension) => `${path}${extension}`)]));
}

/** Node finds a file without these. */
const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts'];
