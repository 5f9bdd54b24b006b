import { isHarmful } from './usable-script.ts';

/** The purpose of a check, which is also its name. */
export type CheckPurpose = 'tests' | 'lint' | 'types' | 'format' | 'build' | 'check';

/** A command that is meant as a check. */
export interface CheckCall {
  readonly purpose: CheckPurpose;
  /** The script that it calls, and the file that defines scripts; without one it calls a program. */
  readonly script?: string;
  readonly manifest: 'package.json' | 'composer.json';
}

/** The programs that a check may call, by purpose, with the words that belong to it. */
const PROGRAMS: Readonly<Partial<Record<CheckPurpose, string>>> = {
  tests: `
    pytest, py.test, unittest, tox, nox, jest, vitest, vitest run, mocha, ava, tap, node --test,
    bun test, deno test, phpunit, pest, rspec, rake test, rake spec, bats, cargo test,
    cargo nextest run, go test, mix test, dotnet test, swift test, zig build test, ctest, meson test,
    bazel test, sbt test, lein test, stack test, cabal test, dart test, flutter test
  `,
  lint: `
    eslint, oxlint, biome check, biome lint, biome ci, stylelint, xo, standard, knip, ruff check,
    flake8, pylint, rubocop, standardrb, phpcs, cargo clippy, go vet, golangci-lint run, staticcheck,
    mix credo, deno lint, dart analyze, flutter analyze, shellcheck, actionlint, yamllint, hadolint,
    markdownlint
  `,
  types: `
    tsc, vue-tsc, mypy, pyright, basedpyright, phpstan, psalm, deno check, svelte-check
  `,
  format: `
    prettier --check, prettier -c, black --check, isort --check, isort --check-only,
    ruff format --check, cargo fmt --check, cargo fmt --all --check, cargo fmt --all -- --check,
    cargo fmt -- --check, mix format --check-formatted, deno fmt --check, biome format
  `,
  build: `
    cargo build, cargo check, go build, dotnet build, swift build, zig build, mix compile, vite build,
    next build, rollup, webpack, tsup, stack build, cabal build, bazel build
  `,
};

/** How a project starts a program that the project installed. */
const RUNNER =
  /^(?:(?:npx(?: --no(?:-install)?)?|pnpm exec|pnpm|yarn run|yarn|bunx|bun x|uv run|poetry run|pdm run|pipenv run|hatch run|rye run|bundle exec|composer exec|python3? -m) |(?:\.\/)?(?:vendor|node_modules\/\.)\/?bin\/)+/;

/** A script of a package manager. */
const SCRIPT = /^(?:(?:npm|bun) run|npm(?= test$)|(?:pnpm|yarn|composer)(?: run| run-script)?) ([\w:.-]+)$/;

/** The names of scripts that prove something, by purpose. */
const SCRIPT_NAMES: readonly (readonly [CheckPurpose, RegExp])[] = [
  ['tests', /^tests?(?::|$)/],
  ['lint', /^lint(?::|$)|^eslint$/],
  ['types', /^(?:types?|type-?check|check-types|check:types|tsc|phpstan)$/],
  ['format', /^(?:(?:format|fmt|prettier)[:-]check|check[:-](?:format|fmt))$/],
  ['build', /^build$/],
];

/** One simple command: no quotes, variables, redirections, pipes or lists. */
const SIMPLE = /^[A-Za-z0-9_./-][\w ./:=@,+-]*$/;

/** Options that change files, never end, or build for another machine. */
const REFUSED =
  /\s(?:--?fix\S*|--write|-w|--watch\S*|-u|--update\S*|-a|-A|--auto-?correct\S*|--clean|--force|--basetemp\S*|--target\S*)(?=\s|$)/;

/**
 * Reads a command that is meant as a check: one simple call of a known program, or of a script with such a name.
 * Undefined for everything else.
 *
 * @example checkCallOf('npx vitest run')?.purpose; // 'tests'
 */
export function checkCallOf(command: string): CheckCall | undefined {
  if (!SIMPLE.test(command) || REFUSED.test(command) || isHarmful(command)) return undefined;
  const manifest = command.startsWith('composer ') ? 'composer.json' : 'package.json';
  const script = SCRIPT.exec(command)?.[1] ?? '';
  const named = SCRIPT_NAMES.find(([, names]) => names.test(script))?.[0];
  if (named !== undefined) return { purpose: named, script, manifest };
  const call = `${command.replace(RUNNER, '')} `;
  const known = Object.entries(PROGRAMS).find(([, programs]) =>
    programs.split(',').some((program) => call.startsWith(`${program.trim()} `)),
  );
  // `Object.entries` gives plain strings.
  return known && { purpose: known[0] as CheckPurpose, manifest };
}
