import { type CommandOf, commandText, type Frame, maskSecrets } from '@loopwright/core';
import type { AnsweredCall } from '@loopwright/hosts';
import { sha256 } from '@loopwright/store';
import { asObject, stringField, summarizeToolCalls } from '@loopwright/transcript/quick';
import type { ToolCall } from './hook-input.ts';

/** The facts about a batch of tool calls, as they are recorded. */
export type ToolFacts = Pick<
  CommandOf<'observe'>,
  'tools' | 'edits' | 'scratch' | 'errors' | 'hasFailed' | 'denials' | 'denied' | 'failedCall' | 'hasPassed'
>;

/** Further input for the facts. */
export interface ToolContext {
  /** A digest of the call that failed last. */
  readonly failedBefore: string | undefined;
  /** The commands that prove the criteria. */
  readonly checks: readonly string[];
  readonly root: string;
}

/** The client's words for an error in a tool's result. */
const ERROR = /^(?:<tool_use_error>|Exit code [1-9]|Error: )/;

/** The client's words for a refused call. */
const DENIED =
  /needs approval|requested permissions? to |haven't granted it yet|has been denied|The user doesn't want to (?:proceed|take this action)/;

/** A refusal stands at the start of a result. Further down, the words come from a file or a test. */
const MAX_REFUSAL = 300;

/**
 * Reads which calls of a batch failed. `failures` has the client's own `is_error` by the id of the call, as far as the
 * transcript shows it; the event itself brings the texts alone, so for other calls their first words decide.
 */
export function answeredCalls(
  calls: readonly ToolCall[],
  failures: ReadonlyMap<string, boolean>,
): readonly AnsweredCall[] {
  return calls.map(({ id = '', name, input, response }) => {
    const text = typeof response === 'string' ? response : '';
    const hasFailed = failures.get(id);
    const isDenied = hasFailed !== false && DENIED.test(text.slice(0, MAX_REFUSAL));
    return { name, input, text, isError: hasFailed ?? ERROR.test(text), isDenied };
  });
}

/** The tools that run a command. */
const SHELLS = new Set(['Bash', 'PowerShell']);

/** The commands that prove a frame's criteria. */
export function checkCommands(frame: Frame | undefined): string[] {
  return (frame?.criteria ?? []).flatMap(({ check }) =>
    check && 'command' in check ? commandText(check.command) : [],
  );
}

/** Sums up a batch: edits, errors, refusals, and whether a call passed that ends a row of errors. */
export function toolFacts(
  calls: readonly AnsweredCall[],
  { failedBefore, checks, root }: ToolContext,
): ToolFacts {
  const allowed = calls.filter(({ isDenied }) => !isDenied);
  const { filesEdited, errors } = summarizeToolCalls(
    allowed.map(({ name, input, text, isError }) => ({ name, input, ...(isError && { error: text }) })),
  );
  const scratch = [...filesEdited.keys()].filter((path) => isScratch(path, root));
  const digestOf = ({ name, input }: AnsweredCall): string => digest(`${name} ${JSON.stringify(input)}`);
  const isProof = (call: AnsweredCall): boolean =>
    (SHELLS.has(call.name) && isProvingCommand(inputText(call, 'command'), checks)) ||
    (failedBefore !== undefined && digestOf(call) === failedBefore);
  const denied = calls.findLast(({ isDenied }) => isDenied);
  const failed = allowed.findLast(({ isError }) => isError);
  return {
    tools: allowed.length,
    edits: [...filesEdited].flatMap(([path, count]) => Array.from({ length: count }, () => path)),
    ...(scratch.length > 0 && { scratch }),
    errors: errors.flatMap(({ signature }) => signature ?? []),
    ...(allowed.some(({ name, isError }) => isError && SHELLS.has(name)) && { hasFailed: true }),
    denials: calls.length - allowed.length,
    ...(denied && { denied: callText(denied) }),
    ...(failed && { failedCall: digestOf(failed) }),
    ...(allowed.some((call) => !call.isError && isProof(call)) && { hasPassed: true }),
  };
}

/** A call in a few words: `Bash: npm publish`. */
function callText(call: AnsweredCall): string {
  const subject = ['command', 'file_path', 'url'].map((key) => inputText(call, key)).find(Boolean);
  return maskSecrets(subject ? `${call.name}: ${subject}` : call.name).slice(0, 200);
}

function inputText({ input }: AnsweredCall, key: string): string {
  return stringField(asObject(input), key) ?? '';
}

/** A short digest, to compare two texts. */
export function digest(text: string): string {
  return sha256(text).slice(0, 16);
}

/** A plan, a list of things to do, or notes of progress. */
const PLAN =
  /(?:^|\/)(?:plans\/(?:.+\/)?[^/]+|[^/]*(?<![a-z])(?:plan|todo|progress)(?![a-z])[^/]*)\.(?:md|txt)$/i;

/** The client's own folder. A work tree below it is the project's. */
const CLIENT = /(?:^|\/)\.claude\/(?!worktrees\/)/;

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders|var\/tmp|dev\/shm)\/|\/AppData\/Local\/Temp\//i;

/** True for a file that is written again and again by good work: a plan, `.claude/`, or a temporary folder. */
export function isScratch(path: string, root: string): boolean {
  const file = path.replaceAll('\\', '/');
  const folder = `${root.replaceAll('\\', '/')}/`;
  const isInside = file.startsWith(folder);
  const name = isInside ? file.slice(folder.length) : file;
  return PLAN.test(name) || CLIENT.test(name) || (!isInside && TEMPORARY.test(file));
}

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
  if (checks.some((check) => check !== '' && command.includes(check))) return true;
  return command.split(/[;&|\n(){}]+/).some((part) => {
    const words = part.split(/\s+/).filter((word) => word !== '' && !/^\w+=/.test(word));
    const [program = '', ...rest] = words.slice(0, MAX_WORDS).map(baseName);
    const isProof = (word: string): boolean => PROGRAMS.test(word) || TASK.test(word);
    return isProof(program) || (RUNNERS.test(program) && rest.some(isProof));
  });
}

/** The program or task of a word: `--test` is `test`, `./node_modules/.bin/vitest` is `vitest`. */
function baseName(word: string): string {
  return word.replaceAll(/^["']|["']$|^--/g, '').replace(/.*\//, '');
}
