import { join } from 'node:path';
import * as z from 'zod/mini';
import { decodeText, parseJson } from './disk/decode-text.ts';
import { listNames } from './disk/list-names.ts';
import { readPlain } from './disk/open-guarded.ts';

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

export interface TaskList {
  /** In the order of their numbers. */
  readonly tasks: readonly z.infer<typeof listedTask>[];
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
  const folder = join(config, 'tasks', name);
  const files = name === '' ? undefined : listNames(folder, /^\d{1,9}\.json$/, MAX_TASKS);
  if (files === undefined) return undefined;
  const tasks = files
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .flatMap((file) => {
      const content = readPlain(join(folder, file), MAX_TASK_BYTES);
      const text = typeof content === 'string' ? undefined : decodeText(content.bytes);
      return listedTask.safeParse(parseJson(text ?? '')).data ?? [];
    });
  return { tasks, ignored: files.length - tasks.length };
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
