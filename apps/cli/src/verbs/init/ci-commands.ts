import { type Fields, fieldsOf } from '@loopwright/checks';
import { parse as parseYaml } from 'yaml';
import type { ProposalName, Row } from './detect.ts';
import { manifestOf, type ProjectFiles } from './project-files.ts';
import { isHarmful, isUsableScript } from './usable-script.ts';

/** Words in the name of a workflow, a job or a step that ships something. */
const SHIPS = /release|deploy|publish|upload|deliver|\bpages\b|\bdocs?\b|^cd\b/i;

/** Events of a release or a deployment. A push of tags is one, too. */
const SHIPPING_EVENTS = ['release', 'deployment', 'deployment_status', 'registry_package', 'page_build'];

/** A line that changes the meaning of the other lines in its block. */
const CONTROL = /^(?:cd|pushd|if|for|while|until|case|function)\b|^[({]|\\$|<</;

/** Proposes known programs that CI runs. They include checks that no manifest names. */
export function ciRows(project: ProjectFiles): readonly Row[] {
  const workflows = [...project.texts].filter(([path]) => /\.ya?ml$/.test(path));
  return workflows.flatMap(([from, text]) =>
    commandsOf(from, text).flatMap((command): Row[] => {
      const name = purposeOf(project, command);
      return name ? [{ name, command, timeout: '10m', from }] : [];
    }),
  );
}

/** The single commands of a workflow of GitHub or GitLab; none of a workflow, a job or a step that ships something. */
function commandsOf(path: string, text: string): readonly string[] {
  const workflow = parsed(text);
  if (SHIPS.test(path.slice(path.lastIndexOf('/') + 1)) || ships(workflow)) return [];
  const isGithub = workflow['jobs'] !== undefined;
  return Object.entries(fieldsOf(isGithub ? workflow['jobs'] : workflow)).flatMap(([id, value]) => {
    const job = fieldsOf(value);
    if (SHIPS.test(id) || ships(job)) return [];
    const steps = listOf(job['steps']).map(fieldsOf);
    const blocks = isGithub ? steps.map((step) => (ships(step) ? '' : step['run'])) : listOf(job['script']);
    return blocks.flatMap(linesOf);
  });
}

/** Parses a workflow; an empty object for anything else. */
function parsed(text: string): Fields {
  try {
    return fieldsOf(parseYaml(text, { logLevel: 'silent' }));
  } catch {
    return {};
  }
}

/** True for a workflow, a job or a step that ships something, runs for tags alone, or works in another folder. */
function ships(part: Fields): boolean {
  const { name, on, if: condition, only, rules, stage, environment, defaults } = part;
  const run = fieldsOf(fieldsOf(defaults)['run']);
  return (
    SHIPS.test(`${String(name)} ${String(stage)}`) ||
    /tag|release/i.test(JSON.stringify([condition, only, rules])) ||
    environment !== undefined ||
    [part['working-directory'], run['working-directory']].some((folder) => folder !== undefined) ||
    eventsOf(on).some((event) => SHIPPING_EVENTS.includes(event)) ||
    fieldsOf(fieldsOf(on)['push'])['tags'] !== undefined
  );
}

function eventsOf(on: unknown): readonly string[] {
  return typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(fieldsOf(on));
}

/** The commands of a block. A block with control structures has none. */
function linesOf(block: unknown): readonly string[] {
  if (typeof block !== 'string') return [];
  const lines = block.split('\n').map((line) => line.trim());
  return lines.some((line) => CONTROL.test(line)) ? [] : lines.filter((line) => line.length < 500);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The programs that a command of CI may call, by purpose, with the words that belong to it. */
const PROGRAMS: Readonly<Partial<Record<ProposalName, string>>> = {
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

/** How CI starts a program that the project installed. */
const RUNNER =
  /^(?:(?:npx(?: --no(?:-install)?)?|pnpm exec|pnpm|yarn run|yarn|bunx|bun x|uv run|poetry run|pdm run|pipenv run|hatch run|rye run|bundle exec|composer exec|python3? -m) |(?:\.\/)?(?:vendor|node_modules\/\.)\/?bin\/)+/;

/** A script of a package manager. */
const SCRIPT = /^(?:(?:npm|bun) run|npm(?= test$)|(?:pnpm|yarn|composer)(?: run| run-script)?) ([\w:.-]+)$/;

/** The names of scripts that prove something, by purpose. */
const SCRIPT_NAMES: readonly (readonly [ProposalName, RegExp])[] = [
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

/** The kind of a CI command: undefined unless it is one simple call of a known program, or of a usable script with such a name. */
function purposeOf(project: ProjectFiles, command: string): ProposalName | undefined {
  if (!SIMPLE.test(command) || REFUSED.test(command) || isHarmful(command)) return undefined;
  const script = SCRIPT.exec(command)?.[1] ?? '';
  const named = SCRIPT_NAMES.find(([, names]) => names.test(script))?.[0];
  if (named !== undefined) {
    const path = command.startsWith('composer ') ? 'composer.json' : 'package.json';
    return isUsableScript(script, fieldsOf(manifestOf(project, path)?.['scripts'])) ? named : undefined;
  }
  const call = `${command.replace(RUNNER, '')} `;
  const known = Object.entries(PROGRAMS).find(([, programs]) =>
    programs.split(',').some((program) => call.startsWith(`${program.trim()} `)),
  );
  // `Object.entries` gives plain strings.
  return known?.[0] as ProposalName | undefined;
}
