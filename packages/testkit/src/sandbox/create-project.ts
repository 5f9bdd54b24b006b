import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The first contents of a project folder. */
export interface ProjectOptions {
  /** The folder's name; may contain spaces, quotes, emoji. */
  readonly name?: string;
  /** Contents by path relative to the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** `.claude/settings.json`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `none` unless given; `committed` is a repository with one commit of everything. */
  readonly git?: 'none' | 'committed';
}

/** A project folder in a sandbox. */
export interface Project {
  readonly path: string;
  /** The absolute path of something in the project. */
  readonly at: (...segments: readonly string[]) => string;
  readonly read: (path: string) => Promise<string>;
  /** Writes files, with their folders. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Runs git in the project and returns its output. */
  readonly git: (...args: readonly string[]) => Promise<string>;
}

/** Creates a project folder below `parent`, alone in a folder of its own. */
export async function createProject(
  options: ProjectOptions & {
    readonly parent: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<Project> {
  await mkdir(options.parent, { recursive: true });
  const path = join(await mkdtemp(join(options.parent, 'p-')), options.name ?? 'project');
  await mkdir(path);
  const project: Project = {
    path,
    at: (...segments) => join(path, ...segments),
    read: async (file) => readFile(join(path, file), 'utf8'),
    write: async (files) => {
      for (const [file, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), content);
      }
    },
    git: async (...args) => (await run('git', [...args], { cwd: path, env: options.env })).stdout,
  };
  await project.write(options.files ?? {});
  if (options.settings !== undefined) {
    await project.write({ '.claude/settings.json': JSON.stringify(options.settings, null, 2) });
  }
  if (options.git === 'committed') {
    await project.git('init', '--quiet');
    await project.git('add', '--all');
    await project.git('commit', '--quiet', '--allow-empty', '--message', 'Start');
  }
  return project;
}
