import {
  createLoop as createBuiltLoop,
  createProject as createBuiltProject,
  type Project,
} from './project.ts';

/**
 * Creates a project whose `loop` runs the sources in this process, a tenth of the time of a process of its own. For
 * tests of what verbs do to a run; `test/built/` has those of the command as a program.
 */
export const createProject = (options: Parameters<typeof createBuiltProject>[0] = {}): Project =>
  createBuiltProject({ ...options, runs: 'sources' });

/** The same with a loop. */
export const createLoop = (
  args: readonly string[] = [],
  options: Parameters<typeof createBuiltLoop>[1] = {},
): Promise<Project> => createBuiltLoop(args, { ...options, runs: 'sources' });
