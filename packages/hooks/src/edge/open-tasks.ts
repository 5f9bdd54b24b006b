import { configFolder, readTaskList } from '@loopwright/store';
import type { Env } from '../env.ts';

/** Subjects of the open tasks of Claude's own list; undefined where none is named or it can't be read. */
export function openTasks(env: Env): readonly string[] | undefined {
  const list = env['CLAUDE_CODE_TASK_LIST_ID'];
  const tasks = list ? readTaskList(list, configFolder(env))?.tasks : undefined;
  return tasks?.filter(({ status }) => status !== 'completed').map(({ subject }) => subject);
}
