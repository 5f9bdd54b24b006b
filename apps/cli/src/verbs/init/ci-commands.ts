import { type Fields, fieldsOf } from '@loopwright/checks';
import { parse as parseYaml } from 'yaml';
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

/** The keys of a step that holds commands, in the files of GitHub, GitLab, CircleCI, Travis and Azure. */
const COMMANDS = new Set(['run', 'script', 'command', 'commands', 'bash']);

/** Actions that run one known program. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/golangci-lint/, 'golangci-lint run'],
  [/^pre-commit\/action@|\/prek-action@/, 'pre-commit run --all-files'],
  [/\/ruff-action@/, 'ruff check'],
  [/^psf\/black@/, 'black --check .'],
  [/^crate-ci\/typos@/, 'typos'],
  [/\/swift_package_test\.yml@/, 'swift test'],
];

/** A line that changes the meaning of the other lines in its block. */
const CONTROL = /^(?:pushd|if|for|while|until|case|function)\b|^[({]|<</;

/** The single commands that CI runs for each change, the workflows that test first. */
export function ciCommands(project: ProjectFiles): readonly CiCommand[] {
  const rank = (path: string): number => (CHECKS.test(path.replace('.circleci', '')) ? 0 : 1);
  return [...project.workflows]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((from) => {
      const workflow = parsed(project.textOf(from) ?? '');
      const name = `${from.replace(/^.*\//, '')} ${String(workflow['name'] ?? '')}`;
      if (!isForChanges(workflow['on']) || isApart(name)) return [];
      const place: Place = { folder: '', matrix: {}, env: {}, entries: project.entries };
      return commandsOf(workflow, place).map((command) => ({ command, from }));
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

/** True for a workflow of changes; one for tags, releases, dates or buttons says nothing about a change. */
function isForChanges(on: unknown): boolean {
  if (on === undefined) return true;
  const events =
    typeof on === 'string' ? [on] : Array.isArray(on) ? on.map(String) : Object.keys(fieldsOf(on));
  const push = fieldsOf(fieldsOf(on)['push']);
  return events.some((event) =>
    event === 'push'
      ? push['tags'] === undefined || push['branches'] !== undefined
      : /^(?:pull_request|merge_group|workflow_call)/.test(event),
  );
}

/** Where commands run: the folder, the values of a matrix, and the variables. */
interface Place extends Pick<ProjectFiles, 'entries'> {
  readonly folder: string;
  readonly matrix: Fields;
  readonly env: Fields;
}

/** The commands of a part of a workflow; none of a part that ships something or runs elsewhere. */
function commandsOf(part: unknown, place: Place): readonly string[] {
  if (Array.isArray(part)) return part.flatMap((one) => commandsOf(one, place));
  const fields = fieldsOf(part);
  if (isElsewhere(fields)) return [];
  const inside = placeOf(fields, place);
  return Object.entries(fields).flatMap(([key, value]) => {
    if (key === 'uses')
      return ACTIONS.flatMap(([action, command]) => (action.test(String(value)) ? [command] : []));
    const isBlock = typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
    if (isBlock) return COMMANDS.has(key) ? linesOf(value, inside) : [];
    return isApart(key) || key === 'on' || key === 'with' ? [] : commandsOf(value, inside);
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
    ELSEWHERE.test([condition, only, rules].map((one) => JSON.stringify(one) ?? '').join(' ')) ||
    part['continue-on-error'] === true ||
    part['allow_failure'] === true ||
    String(part['runs-on']).startsWith('windows') ||
    environment !== undefined
  );
}

function placeOf(part: Fields, place: Place): Place {
  const run = fieldsOf(fieldsOf(part['defaults'])['run']);
  const folder = part['working-directory'] ?? run['working-directory'];
  const matrix = fieldsOf(part['strategy'])['matrix'];
  return {
    ...place,
    env: { ...place.env, ...fieldsOf(part['env']) },
    ...(typeof folder === 'string' && { folder: folder.replace(/^\.\/|\/$/g, '') }),
    ...(matrix !== undefined && { matrix: fieldsOf(matrix) }),
  };
}

/** The commands of a block, each in its folder. A block with control structures has none. */
function linesOf(block: unknown, place: Place): readonly string[] {
  const text = Array.isArray(block)
    ? block.filter((line) => typeof line === 'string').join('\n')
    : String(block);
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim());
  if (/\bgofmt (?:-\w )*-[ld]/.test(text) && place.folder === '') return ['test -z "$(gofmt -l .)"'];
  if (lines.some((line) => CONTROL.test(line))) return [];
  let { folder } = place;
  if (DOCUMENTS.test(folder)) return [];
  return lines.flatMap((line) => {
    const [, moved] = /^cd (\S+)$/.exec(line) ?? [];
    if (moved !== undefined) folder = folder === '' ? moved : `${folder}/${moved}`;
    if (moved !== undefined || line.length > 500) return [];
    return expanded(line.replaceAll(/\$\{?GITHUB_WORKSPACE\}?\//g, './'), place).flatMap((command) => {
      if (folder === '' || folder === '.') return [command];
      return place.entries.get(folder.split('/', 1)[0] ?? '') === 'folder'
        ? [`cd ${folder} && ${command}`]
        : [];
    });
  });
}

/** How GitHub writes a value of the matrix or a variable, and how a shell writes a variable. */
const VALUE = /\$\{\{\s*(matrix|env)\.([\w.-]+)(?:\s*\|\|[^{}]*)?\s*\}\}|\$\{?([A-Z_][A-Z0-9_]*)\}?/;

/** A command for each value of the matrix that it names, up to ten of each; none if a value is unknown. */
function expanded(command: string, place: Place, depth = 0): readonly string[] {
  const [whole, kind, path, variable] = VALUE.exec(command) ?? [];
  if (whole === undefined) return [command.replaceAll(/ +/g, ' ').trim()];
  if (depth > 4) return [];
  const [key = '', ...inner] = (path ?? variable ?? '').split('.');
  const values = kind === 'matrix' ? matrixValues(place.matrix, key) : [place.env[key]];
  return values
    .map((value) => inner.reduce((one, name) => fieldsOf(one)[name], value))
    .filter((value) => value === null || typeof value === 'string' || typeof value === 'number')
    .slice(0, 10)
    .flatMap((value) =>
      expanded(
        command.replace(whole, () => String(value ?? '')),
        place,
        depth + 1,
      ),
    )
    .slice(0, 100);
}

function matrixValues(matrix: Fields, key: string): readonly unknown[] {
  return [...listOf(matrix[key]), ...listOf(matrix['include']).map((one) => fieldsOf(one)[key] ?? '')];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
