import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clientPath } from '../client/client-path.ts';
import { endStragglers } from '../process/end-stragglers.ts';
import { createProject, type Project, type ProjectOptions } from './create-project.ts';

/** A home, a project and a clean environment for one test. */
export interface Sandbox {
  readonly home: string;
  readonly project: Project;
  /** The whole environment of its processes, before a client's own variables. */
  readonly env: Readonly<Record<string, string>>;
  /** A further project that shares the home. */
  readonly createProject: (options: ProjectOptions) => Promise<Project>;
  /** Ends every process still running in it and deletes it. */
  readonly remove: () => Promise<void>;
}

/**
 * Creates a sandbox under the system's temporary folder. Its processes see nothing of the user's
 * home, settings, git identity or environment but NODE_COMPILE_CACHE and PATH without `node_modules` folders.
 * On that PATH `claude` is the pinned client and `node` the current Node.
 *
 * @example
 * const sandbox = await createSandbox({ name: "it's 🙂", files: { 'README.md': '# Hi' } });
 * onTestFinished(sandbox.remove);
 */
export async function createSandbox(options: ProjectOptions = {}): Promise<Sandbox> {
  // The client reports real paths, so a temporary folder behind a link has to be resolved first.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'lw-')));
  const home = join(root, 'home');
  const temporary = join(root, 'tmp');
  const commands = join(root, 'bin');
  await Promise.all([mkdir(join(home, '.claude'), { recursive: true }), mkdir(temporary), mkdir(commands)]);
  await symlink(clientPath(), join(commands, 'claude'));
  await symlink(process.execPath, join(commands, 'node'));
  const env = {
    HOME: home,
    PATH: [commands, ...inheritedPath()].join(delimiter),
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
  await writeFile(join(home, '.gitconfig'), gitConfig);
  const inSandbox = async (projectOptions: ProjectOptions): Promise<Project> =>
    createProject({ parent: join(root, 'projects'), env, ...projectOptions });
  return {
    home,
    project: await inSandbox(options),
    env,
    createProject: inSandbox,
    remove: async () => {
      await endStragglers(home);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const gitConfig = `[user]
  name = Sandbox
  email = sandbox@example.invalid
[init]
  defaultBranch = main
[commit]
  gpgsign = false
[protocol "file"]
  allow = always
`;

/** PATH without the folders that a package script added. */
function inheritedPath(): readonly string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
}
