import { join } from 'node:path';
import { type CommandOf, isOpen } from '@loopwright/core';
import * as z from 'zod/mini';
import { decodeText, parseJson } from './disk/decode-text.ts';
import { listNames } from './disk/list-names.ts';
import { readPlain } from './disk/open-guarded.ts';
import type { OpenRun } from './run/open-run.ts';

const names = (): z.ZodMiniType<readonly string[]> => z._default(z.array(z.string()), []);

/** A task of Claude's own list, with the client's field names. */
const listedTask = /* @__PURE__ */ z.lazy(() =>
  z.object({
    id: z.string(),
    subject: z.string(),
    description: z._default(z.string(), ''),
    activeForm: z.optional(z.string()),
    owner: z.optional(z.string()),
    status: z.enum(['pending', 'in_progress', 'completed']),
    blocks: names(),
    blockedBy: names(),
    metadata: z._default(z.record(z.string(), z.unknown()), {}),
  }),
);

interface ListedTask extends z.infer<typeof listedTask> {
  /** When its file changed last. */
  readonly changedAt: number;
}

const MAX_TASKS = 1000;
const MAX_TASK_BYTES = 256 * 1024;

/** The variables that say where the client keeps its lists, and which is this session's. */
export interface ListEnvironment {
  readonly CLAUDE_CONFIG_DIR?: string | undefined;
  readonly CLAUDE_CODE_TASK_LIST_ID?: string | undefined;
}

/** The folder of the client's settings and lists: `CLAUDE_CONFIG_DIR`, else `.claude` in the home folder. */
export function configFolder(env: ListEnvironment = {}): string {
  // Loaded here, because a stop of a plain loop doesn't need it.
  return env.CLAUDE_CONFIG_DIR || join(process.getBuiltinModule('node:os').homedir(), '.claude');
}

/**
 * Reads a task list of Claude from disk, in the order of its numbers, or returns undefined. Takes no lock, writes no file
 * and skips other files, and those that it can't read.
 */
export function readTaskList(listId: string, config: string): readonly ListedTask[] | undefined {
  const name = listFolderName(listId);
  const folder = join(config, 'tasks', name);
  const files = name === '' ? undefined : listNames(folder, /^\d{1,9}\.json$/, MAX_TASKS);
  if (files === undefined) return undefined;
  return files
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .flatMap((file) => {
      const content = readPlain(join(folder, file), MAX_TASK_BYTES);
      if (typeof content === 'string') return [];
      const { data } = listedTask.safeParse(parseJson(decodeText(content.bytes) ?? ''));
      return data ? { ...data, changedAt: Number(content.stats.mtimeMs) } : [];
    });
}

/** The most tasks of one record, and the longest texts of a task there. */
const MOST = { tasks: 100, subject: 300, text: 1000, blockers: 100 };

/**
 * Takes over what changed in Claude's own task list: the one that the environment names, else that of the run's session.
 * Gives true if the run changed.
 */
export function importTasks(opened: OpenRun, env: ListEnvironment, at: number): boolean {
  const { run, sessionId } = opened;
  const name = env.CLAUDE_CODE_TASK_LIST_ID || sessionId;
  const found = isOpen(run) ? readTaskList(name, configFolder(env)) : undefined;
  if (!found) return false;
  const list = listFolderName(name);
  const ids = found.map(({ id }) => id);
  // What was completed before the loop is no part of it; the client hides its own tasks.
  const tasks = found.filter(
    ({ status, changedAt, metadata }) =>
      (status !== 'completed' || changedAt >= run.createdAt) && !metadata['_internal'],
  );
  let isChanged = false;
  for (let from = 0; from === 0 || from < tasks.length; from += MOST.tasks) {
    const part = tasks.slice(from, from + MOST.tasks).map(toListed);
    isChanged =
      opened.submit({ type: 'listed', at, list, ids, tasks: part }).status === 'recorded' || isChanged;
  }
  return isChanged;
}

/** A task without the metadata that would vouch for it. */
function toListed({ metadata, ...task }: ListedTask): CommandOf<'listed'>['tasks'][number] {
  const { stuckCount } = metadata;
  return {
    id: task.id,
    subject: task.subject.slice(0, MOST.subject),
    description: task.description.slice(0, MOST.text),
    status: task.status,
    blockedBy: task.blockedBy.slice(0, MOST.blockers),
    ...(task.activeForm !== undefined && { activeForm: task.activeForm.slice(0, MOST.subject) }),
    ...(task.owner !== undefined && { owner: task.owner.slice(0, MOST.subject) }),
    ...(typeof stuckCount === 'number' &&
      Number.isSafeInteger(stuckCount) &&
      stuckCount > 0 && { stuckCount }),
  };
}

/** The folder name of a list id, made like the client does; without path separators. */
export function listFolderName(listId: string): string {
  return listId.slice(0, 256).replace(/[^a-zA-Z0-9_-]/g, '-');
}

/** The path of a session's transcript. The client derives the folder name from the folder that it was started in. */
export function transcriptPathOf(
  env: Parameters<typeof configFolder>[0],
  folder: string,
  sessionId: string,
): string {
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  return join(configFolder(env), 'projects', name, `${sessionId}.jsonl`);
}
