import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { removeQuietly } from '../disk/create-file.ts';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';
import { listNames } from '../disk/list-names.ts';
import { makeFolders } from '../disk/folders.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { errnoOf } from '../errors.ts';
import { isFromRepository } from './from-repository.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The longest path that Linux takes. */
const MAX_PATH_BYTES = 4096;
/** More starts than anybody makes in years; each costs a small read. */
const MAX_STARTS = 20_000;
const MAX_MEMORY_BYTES = 4 * 1024 * 1024;
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** How many lists of files stay; older ones belong to runs that ended. */
const MAX_LISTS = 64;

/**
 * The user's state folders, the one to write to first. They record the user's acts, because a repository can bring any
 * file of the project, but none of these.
 */
export function stateFolders(env: Env = process.env): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'] || process.getBuiltinModule('node:os').homedir();
  return [env['XDG_STATE_HOME'], env['LOCALAPPDATA'], join(home, '.local/state')].flatMap((folder) =>
    folder && isAbsolute(folder) ? join(folder, 'loopwright') : [],
  );
}

/** The mark of a start, by project and run: a copy of the project elsewhere was not started there. */
function startPath(root: string, runId: string): string {
  return join('starts', nameOf([root, runId]));
}

/**
 * Remembers that a run of this project was started on this machine; false if no state folder takes it. The mark names
 * the project, for `listProjects`.
 */
export function rememberStart(root: string, runId: string): boolean {
  return write(startPath(root, runId), root);
}

/** True if a state folder of the user remembers the start of this run in this project. */
export function hasStartMark(root: string, runId: string): boolean {
  return read(startPath(root, runId), MAX_PATH_BYTES) !== undefined;
}

/**
 * True for a run that was started, or taken over by its user, in this project on this machine. Where the state folder
 * can't be written, no start can be remembered, so every journal counts that git doesn't track.
 */
export function isStartedHere(root: string, runId: string, journal: string): boolean {
  if (hasStartMark(root, runId)) return true;
  return !canWriteBelow(stateFolders()[0] ?? '') && !isFromRepository(journal);
}

/**
 * Lists the projects where this user started runs on this machine, in no order. Leaves out old marks that don't name
 * their project. A project may be gone.
 */
export function listProjects(env: Env = process.env): readonly string[] {
  const names = stateFolders(env).flatMap(
    (folder) => listNames(join(folder, 'starts'), /^[0-9a-f]{32}$/, MAX_STARTS) ?? [],
  );
  const roots = names.map((name) => String(read(join('starts', name), MAX_PATH_BYTES, env) ?? ''));
  return [...new Set(roots.filter((root) => isAbsolute(root)))];
}

/** Kinds of records outside of the project, where neither a repository nor a client can write them. */
export type MemoryKind = 'deliveries' | 'batches' | 'clients';

/** Reads the record of a key; undefined without one. The content may be any JSON. Never throws. */
export function readMemory(kind: MemoryKind, key: readonly string[]): unknown {
  const bytes = read(join(kind, `${nameOf(key)}.json`), MAX_MEMORY_BYTES);
  return bytes && parseJson(decodeText(bytes) ?? '');
}

/** Remembers a JSON value under a key; false if no state folder takes it. */
export function writeMemory(kind: MemoryKind, key: readonly string[], value: unknown): boolean {
  return write(join(kind, `${nameOf(key)}.json`), JSON.stringify(value));
}

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Stores the compressed list of files at the start of a run. Best effort: without it the end says that the files could
 * not be looked at.
 */
export function writeStartList(runId: string, bytes: Uint8Array): void {
  if (!RUN_ID.test(runId)) return;
  if (write(join('trees', `${runId}.gz`), Buffer.from(bytes))) removeOldLists();
}

/** Stores the contents of the files of that list that git doesn't have. Best effort, too. */
export function writeStartContents(runId: string, bytes: Uint8Array): void {
  if (RUN_ID.test(runId)) write(join('trees', `${runId}.pack`), Buffer.from(bytes));
}

/** Reads the stored contents of a run; undefined without them. */
export function readStartContents(runId: string): Uint8Array | undefined {
  return RUN_ID.test(runId) ? read(join('trees', `${runId}.pack`), MAX_LIST_BYTES) : undefined;
}

/** Reads the stored list of a run; undefined without one. Version 0.1 stored it in the project. */
export function readStartList(root: string, runId: string, env: Env = process.env): Uint8Array | undefined {
  if (!RUN_ID.test(runId)) return undefined;
  const stored = read(join('trees', `${runId}.gz`), MAX_LIST_BYTES, env);
  if (stored) return stored;
  const content = readGuarded(join(root, '.loop/start', `${runId}.gz`), MAX_LIST_BYTES);
  return typeof content === 'string' ? undefined : content.bytes;
}

function removeOldLists(): void {
  const folder = join(stateFolders()[0] ?? '', 'trees');
  const paths = (listNames(folder, /\.gz$/, 1000) ?? []).map((name) => join(folder, name));
  if (paths.length <= MAX_LISTS) return;
  const byAge = paths
    .map((path) => ({ path, at: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of byAge.slice(MAX_LISTS))
    for (const one of [path, path.replace(/gz$/, 'pack')]) removeQuietly(one);
}

function nameOf(key: readonly string[]): string {
  return sha256(key.join('\0')).slice(0, 32);
}

/** The bytes of a file in the first state folder that has it. */
function read(path: string, maxBytes: number, env?: Env): Buffer | undefined {
  for (const folder of stateFolders(env)) {
    const content = readGuarded(join(folder, path), maxBytes);
    if (typeof content !== 'string') return content.bytes;
  }
  return undefined;
}

/** Replaces a file in the first state folder; false if that refuses. */
function write(path: string, content: string | Buffer): boolean {
  const target = join(stateFolders()[0] ?? '', path);
  try {
    makeFolders(dirname(target));
    replaceFile(target, content);
    return true;
  } catch {
    return false;
  }
}

/** True when this user may create a folder that doesn't exist yet. */
function canWriteBelow(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return errnoOf(error) === 'ENOENT' && dirname(folder) !== folder && canWriteBelow(dirname(folder));
  }
}
