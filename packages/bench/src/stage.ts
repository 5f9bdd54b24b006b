import type { CommandOf } from '@loopwright/core';
import { type OpenRun, openRun } from '@loopwright/store';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLoop as startLoopOf } from '../../hooks/test/support/start-loop.ts';
import type { Ended, Invocation } from './costs.ts';

/** The session id of all benches. */
export const SESSION = '0d6e1d3a-5a1c-4a7e-9c55-6f2f0a3b7c11';
/** The built command. */
export const COMMAND = join(
  dirname(fileURLToPath(import.meta.resolve('loopwright/package.json'))),
  'dist/loop.cjs',
);

/** A project of the bench, with a folder next to it for other files. */
export interface Project {
  readonly path: string;
  readonly at: (name: string) => string;
  readonly beside: (name: string) => string;
  readonly remove: () => void;
}

/** Makes an empty project below the temporary folder. */
export function createProject(name: string): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `loopwright-bench-${name}-`)));
  const path = join(base, 'project');
  mkdirSync(path);
  return {
    path,
    at: (file) => join(path, file),
    beside: (file) => join(base, file),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What this process makes once: the hook as installed, and a state folder, so that the user's own stays as it is. */
interface Installed {
  readonly hooks: string;
  readonly data: string;
  readonly state: string;
}
let installed: Installed | undefined;

/** Installs the built hook once, so that a build during the run can't change the measured files. */
export function install(): Installed {
  if (installed) return installed;
  const base = mkdtempSync(join(tmpdir(), 'loopwright-bench-hook-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  installed = { hooks: join(base, 'hooks'), data: join(base, 'data'), state: join(base, 'state') };
  cpSync(join(dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks'))), 'bundle'), installed.hooks, {
    recursive: true,
  });
  return installed;
}

/** The client's input for a Stop hook, with some fields replaced; null leaves a field out. */
export function stopInput(cwd: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const fields = {
    session_id: SESSION,
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    background_tasks: [],
    session_crons: [],
    ...changes,
  };
  const sent = Object.entries(fields).filter(([, value]) => value !== null);
  return `${JSON.stringify(Object.fromEntries(sent))}\n`;
}

/** The call of our hook at a stop. */
export function stopHook(
  node: string,
  cwd: string,
  stdin: string,
  env: Readonly<Record<string, string>> = {},
): Invocation {
  const { hooks, data, state } = install();
  return {
    command: node,
    args: [join(hooks, 'hook.cjs'), 'Stop'],
    stdin,
    // The hook finds git on the PATH, as it does in a client.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      XDG_STATE_HOME: state,
      CLAUDE_PROJECT_DIR: cwd,
      CLAUDE_PLUGIN_DATA: data,
      ...env,
    },
    cwd,
  };
}

/** Starts a loop of a session in the state folder of the bench; the caller closes it. */
export function startLoop(
  root: string,
  over: Partial<CommandOf<'start'>> = {},
  sessionId = SESSION,
): OpenRun {
  process.env['XDG_STATE_HOME'] = install().state;
  return startLoopOf(root, sessionId, over);
}

/** The run of the bench's session; throws if it is missing. */
export function openLoop(root: string): OpenRun {
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(`There is no loop in ${root}: ${opened.status}.`);
  return opened;
}

interface Said {
  readonly decision?: unknown;
  readonly hookSpecificOutput?: { readonly additionalContext?: unknown };
}

/**
 * Whether a hook's answer keeps Claude going, in any form that a command can use. `ok: false` is the answer of a
 * prompt hook's model; the client ignores it from a command.
 */
export function keepsGoing({ stdout, code }: Ended): boolean {
  if (code === 2) return true;
  if (code !== 0 || !stdout.startsWith('{')) return false;
  try {
    const { decision, hookSpecificOutput } = JSON.parse(stdout) as Said;
    return decision === 'block' || typeof hookSpecificOutput?.additionalContext === 'string';
  } catch {
    return false;
  }
}

/**
 * Returns a function that restores the folder's present contents. It rewrites files in place: a snapshot is only
 * valid for the same journal file.
 */
export function folderRestorer(folder: string): () => void {
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const contents = new Map(files().map((path) => [path, readFileSync(path)]));
  return () => {
    for (const path of files()) if (!contents.has(path)) rmSync(path);
    for (const [path, bytes] of contents) writeFileSync(path, bytes, { mode: 0o600 });
  };
}
