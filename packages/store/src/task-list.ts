import { join } from 'node:path';
import { decodeText, parseJson } from './disk/decode-text.ts';
import { listNames } from './disk/list-names.ts';
import { readPlain } from './disk/open-guarded.ts';

/** A task of Claude's own list, with the client's field names. */
export interface ListedTask {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  readonly activeForm?: string;
  readonly owner?: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly blocks: readonly string[];
  readonly blockedBy: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface TaskList {
  /** In the order of their numbers. */
  readonly tasks: readonly ListedTask[];
  /** The number of task files that could not be read. */
  readonly ignored: number;
}

const MAX_TASKS = 1000;
const MAX_TASK_BYTES = 256 * 1024;

/** The folder of the client's settings and lists: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
export function configFolder(env: { readonly CLAUDE_CONFIG_DIR?: string | undefined } = {}): string {
  // Loaded here, because a stop of a plain loop doesn't need it.
  return env.CLAUDE_CONFIG_DIR || join(process.getBuiltinModule('node:os').homedir(), '.claude');
}

/**
 * Reads a task list of Claude from disk, or returns undefined. Takes no lock, writes no file and skips other files.
 */
export function readTaskList(listId: string, config: string): TaskList | undefined {
  const name = listFolderName(listId);
  if (name === '') return undefined;
  const folder = join(config, 'tasks', name);
  const files = taskFiles(folder);
  if (files === undefined) return undefined;
  const tasks = files.flatMap((file) => readTask(join(folder, file)) ?? []);
  return { tasks, ignored: files.length - tasks.length };
}

/** The folder name of a list id, made like the client does; without path separators. */
export function listFolderName(listId: string): string {
  return listId.slice(0, 256).replace(/[^a-zA-Z0-9_-]/g, '-');
}

function taskFiles(folder: string): readonly string[] | undefined {
  return listNames(folder, /^\d{1,9}\.json$/, MAX_TASKS)?.toSorted(
    (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
  );
}

function readTask(path: string): ListedTask | undefined {
  const content = readPlain(path, MAX_TASK_BYTES);
  if (typeof content === 'string') return undefined;
  return parseTask(parseJson(decodeText(content.bytes) ?? ''));
}

/** Copies the known fields of a task file, each with its type checked; undefined when one doesn't fit. */
function parseTask(value: unknown): ListedTask | undefined {
  if (!isFields(value)) return undefined;
  const {
    id,
    subject,
    status,
    description = '',
    activeForm,
    owner,
    blocks = [],
    blockedBy = [],
    metadata = {},
  } = value;
  if (![id, subject, description].every(isText) || !isStatus(status) || !isFields(metadata)) return undefined;
  if (!isTexts(blocks) || !isTexts(blockedBy)) return undefined;
  if (![activeForm, owner].every((text) => text === undefined || isText(text))) return undefined;
  return {
    id: id as string,
    subject: subject as string,
    description: description as string,
    ...(activeForm !== undefined && { activeForm: activeForm as string }),
    ...(owner !== undefined && { owner: owner as string }),
    status,
    blocks,
    blockedBy,
    metadata,
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isStatus(value: unknown): value is ListedTask['status'] {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}
