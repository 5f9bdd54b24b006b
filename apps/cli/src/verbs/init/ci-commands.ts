import { type Fields, fieldsOf } from '@loopwright/checks';
import { parse as parseYaml } from 'yaml';
import { blockCommands } from '../../checks/block-commands.ts';
import type { ProjectFiles } from './project-files.ts';

/** A command that CI runs for a change, and the file that says so. */
export interface CiCommand {
  readonly command: string;
  readonly from: string;
}

/** Words in the name of a workflow, a job or a step that ships something, and words of one that checks all the same. */
const SHIPS = /release|deploy|publish|upload|deliver|^cd\b/i;
const CHECKS = /test|\bci\b|check|lint/i;
const DOCUMENTS = /\b(?:pages|docs?|documentation|website|site|bench\w*|docker|fuzz\w*|codeql)\b/i;

/** A condition that holds for no ordinary change on an ordinary machine. */
const ELSEWHERE =
  /\btags?\b|_TAG\b|release|schedule|==\s*'(?:windows|macos)|failure\(\)|cancelled\(\)|dispatch/i;

/** Secrets that a check needs; caches and reports get theirs, too. */
const SECRETS = /secrets\.(?!GITHUB_TOKEN|CODE?COV|COVERALLS|TURBO|NX_|CACHI|GRADLE|DEVELOCITY|NPM_)/;

/** Folders whose commands say nothing about the project's own code. */
const NOT_CODE = /^(?:(?:docs?|website|site|examples?|fixtures|e2e|bench\w*|fuzz)(?:\/|$)|tests?\/.)/;

/** The keys of a step that holds commands, in the files of GitHub, GitLab, CircleCI, Travis and Azure. */
const COMMANDS = new Set(['run', 'script', 'command', 'commands', 'bash']);

/** Actions that run one known program. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/golangci-lint/, 'golangci-lint run'],
  [/^pre-commit\/action@|\/prek-action@/, 'pre-commit run --all-files'],
  [/\/ruff-action@/, 'ruff check'],
  [/^psf\/black@/, 'black --check .'],
  [/^crate-ci\/typos@/, 'typos'],
  [/\/actions-codespell@/, 'codespell'],
  [/\/staticcheck-action@/, 'staticcheck ./...'],
  [/\/swift_package_test\.yml@/, 'swift test'],
];

/** More commands than any real project has in CI. */
const MAX_COMMANDS = 1000;

/** The single commands that CI runs for each change, the workflows that test first. */
export function ciCommands(project: ProjectFiles): readonly CiCommand[] {
  const rank = (path: string): number => (CHECKS.test(path.replace('.circleci', '')) ? 0 : 1);
  return [...project.workflows]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((from) => {
      const workflow = parsed(project.textOf(from) ?? '');
      const events = eventsOf(workflow['on']);
      const name = `${from.replace(/^.*\//, '')} ${String(workflow['name'] ?? '')}`;
      // A workflow for pull requests may ship something in other jobs.
      const isMixed = events.includes('pull_request') && !DOCUMENTS.test(name);
      if (!isForChanges(workflow['on'], events) || (!isMixed && isApart(name))) return [];
      const { name: _, ...parts } = workflow;
      const place: Place = { project, folder: '', matrix: {}, env: {}, inputs: {}, depth: 0 };
      return commandsOf(parts, place).map((command) => ({ command, from }));
    })
    .slice(0, MAX_COMMANDS);
}

/** Parses a workflow; an empty object for anything else. */
function parsed(text: string): Fields {
  try {
    return fieldsOf(parseYaml(text, { logLevel: 'silent' }));
  } catch {
    return {};
  }
}

/** True for a workflow of changes; one for tags, releases, dates or buttons says nothing about a change. */
function isForChanges(on: unknown, events: readonly string[]): boolean {
  const push = fieldsOf(fieldsOf(on)['push']);
  return (
    on === undefined ||
    events.some((event) =>
      event === 'push'
        ? push['tags'] === undefined || push['branches'] !== undefined
        : /^(?:pull_request|merge_group|workflow_call)/.test(event),
    )
  );
}

function eventsOf(on: unknown): readonly string[] {
  return typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(fieldsOf(on));
}

/** Where commands run: the folder, the values of a matrix, the variables, and the inputs of an action. */
interface Place {
  readonly project: ProjectFiles;
  readonly folder: string;
  readonly matrix: Fields;
  readonly env: Fields;
  readonly inputs: Fields;
  /** How many actions call each other here. */
  readonly depth: number;
}

/** The commands of a part of a workflow; none of a part that ships something or runs elsewhere. */
function commandsOf(part: unknown, place: Place): readonly string[] {
  if (Array.isArray(part)) return part.flatMap((one) => commandsOf(one, place));
  const fields = fieldsOf(part);
  if (isElsewhere(fields)) return [];
  const inside = placeOf(fields, place);
  return Object.entries(fields).flatMap(([key, value]) => {
    if (key === 'uses') return usedCommands(String(value), fieldsOf(fields['with']), inside);
    const isBlock = typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
    if (isBlock) return COMMANDS.has(key) ? linesOf(value, inside) : [];
    return isApart(key) || key === 'on' || key === 'with' ? [] : commandsOf(value, inside);
  });
}

/** The commands of an action: those of the project are read, and of others some are known. */
function usedCommands(action: string, inputs: Fields, place: Place): readonly string[] {
  // A linter that looks at new code alone may complain about the rest.
  if (inputs['only-new-issues'] === true) return [];
  if (!action.startsWith('./'))
    return ACTIONS.flatMap(([pattern, command]) => (pattern.test(action) ? [command] : []));
  const path = action.slice(2).replace(/\/$/, '');
  const files = /\.ya?ml$/.test(path) ? [path] : [`${path}/action.yml`, `${path}/action.yaml`];
  const text = files.map((file) => place.project.textOf(file)).find((one) => one !== undefined);
  if (text === undefined || place.depth > 2 || path.includes('..')) return [];
  const { inputs: own, on, jobs, runs } = parsed(text);
  const declared = own ?? fieldsOf(fieldsOf(on)['workflow_call'])['inputs'];
  const defaults = Object.entries(fieldsOf(declared)).map(([key, one]) => [key, fieldsOf(one)['default']]);
  const given = { ...Object.fromEntries(defaults), ...inputs };
  return commandsOf(jobs ?? fieldsOf(runs)['steps'], {
    ...place,
    folder: '',
    inputs: given,
    depth: place.depth + 1,
  });
}

/** True for a name of a part that ships something, or that documents or measures. */
function isApart(name: string): boolean {
  return DOCUMENTS.test(name) || (SHIPS.test(name) && !CHECKS.test(name));
}

/** True for a job or a step that ships something, may fail, or runs under a condition that is none of a change. */
function isElsewhere(part: Fields): boolean {
  const { name, if: condition, only, rules, stage, environment } = part;
  return (
    isApart(`${String(name ?? '')} ${String(stage ?? '')}`.trim()) ||
    ELSEWHERE.test(saidOf([condition, only, rules])) ||
    part['continue-on-error'] === true ||
    part['allow_failure'] === true ||
    String(part['runs-on']).startsWith('windows') ||
    environment !== undefined ||
    SECRETS.test(JSON.stringify(part['env'] ?? ''))
  );
}

/** The text of conditions, without what must not be. */
function saidOf(conditions: readonly unknown[]): string {
  return (JSON.stringify(conditions) ?? '').replaceAll(
    /success\(\) \|\| failure\(\)|!=\s*'[^']*'|!(?:contains|startsWith)\([^)]*\)/g,
    '',
  );
}

/** How a folder names the place of the project itself. */
const CHECKOUT = /^.*\$\{\{\s*github\.(?:workspace|repository)\s*\}\}\/?/g;

function placeOf(part: Fields, place: Place): Place {
  const run = fieldsOf(fieldsOf(part['defaults'])['run']);
  const folder = part['working-directory'] ?? run['working-directory'];
  const matrix = fieldsOf(part['strategy'])['matrix'];
  return {
    ...place,
    env: { ...place.env, ...fieldsOf(part['env']) },
    ...(typeof folder === 'string' && {
      folder: folder.replaceAll(CHECKOUT, '').replaceAll(/^\.\/|\/$/g, ''),
    }),
    ...(matrix !== undefined && { matrix: { ...place.matrix, ...fieldsOf(matrix) } }),
  };
}

/** The commands of a block, each in its folder. */
function linesOf(block: unknown, place: Place): readonly string[] {
  const text = [block]
    .flat()
    .filter((line) => typeof line === 'string')
    .join('\n');
  if (/\bgofmt (?:-\w )*-[ld]/.test(text) && place.folder === '') return ['test -z "$(gofmt -l .)"'];
  const start = place.folder === '' ? [] : [`cd ${place.folder}`];
  return blockCommands([...start, ...text.split('\n')]).flatMap((line) => {
    const folder = /^cd (\S+) &&/.exec(line)?.[1] ?? '';
    const isThere = place.project.entries.get(folder.split('/', 1)[0] ?? '') === 'folder';
    if (line.length > 500 || (folder !== '' && (NOT_CODE.test(folder) || !isThere))) return [];
    return expanded(line.replaceAll(/\$\{?GITHUB_WORKSPACE\}?\//g, './'), place);
  });
}

/** An expression of GitHub, or a variable of the shell. */
const VALUE = /\$\{\{([^{}]*)\}\}|\$\{?([A-Z_][A-Z0-9_]*)\}?/;

/** Versions that an ordinary machine does not have. */
const UNUSUAL = /pypy|jruby|truffle|nightly|beta|canary|head|dev|next|experimental|\dt$/;

/** A command for each value that its expressions may have, up to ten of each; none if a value is unknown. */
function expanded(command: string, place: Place, depth = 0): readonly string[] {
  const [whole, expression, variable = ''] = VALUE.exec(command) ?? [];
  if (whole === undefined) return [command.replaceAll(/ +/g, ' ').trim()];
  const isUnusual = (value: unknown): number => (UNUSUAL.test(String(value)) ? 1 : 0);
  // The last alternative is the ordinary one: `matrix.python || '3.13'`.
  const parts = (expression ?? `env.${variable}`).split('||').reverse();
  const values = parts.flatMap((part) => valuesOf(part.trim(), place));
  const known =
    parts.length > 1 ? values.filter((value) => value !== undefined) : values.map((value) => value ?? '');
  return known
    .toSorted((one, other) => isUnusual(one) - isUnusual(other))
    .slice(0, [10, 10, 1, 1, 1][depth] ?? 0)
    .flatMap((value) =>
      expanded(
        command.replace(whole, () => value),
        place,
        depth + 1,
      ),
    )
    .slice(0, 100);
}

/** The values of a part of an expression; undefined stands for an entry of the matrix without one. */
function valuesOf(part: string, { matrix, env, inputs }: Place): readonly (string | undefined)[] {
  const literal = /^'([^']*)'$/.exec(part)?.[1];
  if (literal !== undefined) return [literal];
  const [kind, key = '', ...inner] = part.split('.');
  const entries = [...listOf(matrix[key]), ...listOf(matrix['include']).map((one) => fieldsOf(one)[key])];
  const given = kind === 'env' ? env : kind === 'inputs' ? inputs : {};
  const found = kind === 'matrix' ? entries : Object.hasOwn(given, key) ? [given[key]] : [];
  return found
    .map((value) => inner.reduce((one, name) => fieldsOf(one)[name], value))
    .filter((value) => typeof value !== 'object' || value === null)
    .map((value) => (value === undefined || value === null ? undefined : String(value)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
