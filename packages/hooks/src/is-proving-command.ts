/** Programs that test, lint or check types. */
const PROGRAMS =
  /^(?:pytest|py\.test|unittest|tox|nox|jest|vitest|mocha|ava|tap|karma|cypress|playwright|bats|ctest|rspec|phpunit|phpstan|tsc|vue-tsc|eslint|oxlint|biome|stylelint|prettier|ruff|mypy|pyright|flake8|pylint|rubocop|clippy|shellcheck|golangci-lint|actionlint|markdownlint)$/;

/** Programs that run a task by its name. */
const RUNNERS =
  /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx|node|deno|turbo|nx|go|cargo|zig|make|just|task|mise|python3?|uv|uvx|poetry|pipenv|hatch|bundle|rake|rails|mvn|mvnw|gradle|gradlew|sbt|dotnet|mix|swift|composer|php|bazel|cmake|ninja|bash|sh|loop)$/;

const TASK = /^(?:tests?|specs?|e2e|checks?|lint|types?|typecheck|type-check|build|vet|verify)(?:$|[:._-])/;

/** A task is named within the first words after its runner: `npm run -s test:unit`. */
const MAX_WORDS = 6;

/** True for a shell command that runs one of the checks, or a known program that tests, lints, builds or checks types. */
export function isProvingCommand(command: string, checks: readonly string[]): boolean {
  return (
    checks.some((check) => check !== '' && command.includes(check)) ||
    command.split(/[;&|\n(){}]+/).some((part) => {
      const words = part
        .trim()
        .split(/\s+/)
        .filter((word) => !/^\w+=/.test(word));
      const [program = '', ...rest] = words.slice(0, MAX_WORDS).map(baseName);
      if (PROGRAMS.test(program) || TASK.test(program)) return true;
      return RUNNERS.test(program) && rest.some((word) => PROGRAMS.test(word) || TASK.test(word));
    })
  );
}

function baseName(word: string): string {
  return (
    word
      .replaceAll(/^["']|["']$|^--/g, '')
      .split('/')
      .at(-1) ?? ''
  );
}
