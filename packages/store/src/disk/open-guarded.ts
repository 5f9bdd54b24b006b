import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { errnoOf } from '../errors.ts';
import { isOurs } from './folders.ts';

/** Why a path was not opened, for people. */
export const REFUSAL_REASONS = {
  absent: 'it is not there',
  'not-plain': "it is not a plain file of this user's with one name",
  'too-large': 'it is larger than 8 MiB',
  unreadable: 'it could not be read',
  swapped: 'another file took its place while it was opened',
} as const;

/** Why a path was not opened or read. */
export type Refusal = keyof typeof REFUSAL_REASONS;

/** An open file, checked to be a plain file of ours and still the one at its path. */
export interface GuardedFile {
  readonly fd: number;
  readonly size: number;
  readonly stats: BigIntStats;
}

export interface OpenRules {
  readonly access: 'read' | 'append';
  readonly maxBytes: number;
  /** How many hard links the file may have. An attacker could link a victim's file to our name. */
  readonly maxLinks?: number;
  /** Project files that we only read may belong to any user. */
  readonly owner?: 'ours' | 'anyone';
}

// O_NONBLOCK: a FIFO would otherwise block the reader for ever. Windows lacks some flags (undefined).
const ALWAYS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const FLAGS = {
  read: constants.O_RDONLY | ALWAYS,
  append: constants.O_RDWR | constants.O_APPEND | ALWAYS,
} as const;

/**
 * Opens a file of ours or says why not; never creates, never follows a link at the last step, never
 * blocks, never throws. The caller closes it.
 */
export function openGuarded(path: string, rules: OpenRules): GuardedFile | Refusal {
  let fd: number;
  try {
    fd = openSync(path, FLAGS[rules.access]);
  } catch (error) {
    return refusalOf(errnoOf(error));
  }
  const found = inspect(fd, path, rules);
  if (typeof found === 'string') closeQuietly(fd);
  return found;
}

function refusalOf(code: string): Refusal {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'absent';
  return ['ELOOP', 'EISDIR', 'ENXIO', 'ENODEV', 'EOPNOTSUPP'].includes(code) ? 'not-plain' : 'unreadable';
}

function inspect(fd: number, path: string, rules: OpenRules): GuardedFile | Refusal {
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile() || stats.nlink > BigInt(rules.maxLinks ?? 1)) return 'not-plain';
    if (rules.owner !== 'anyone' && !isOurs(stats)) return 'not-plain';
    if (stats.size > BigInt(rules.maxBytes)) return 'too-large';
    if (!isAt(path, stats)) return 'swapped';
    return { fd, size: Number(stats.size), stats };
  } catch {
    return 'unreadable';
  }
}

/** True while the path still leads, without a link, to that very file. */
export function isAt(path: string, file: Pick<BigIntStats, 'dev' | 'ino'>): boolean {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats !== undefined && stats.dev === file.dev && stats.ino === file.ino;
  } catch {
    return false;
  }
}

/** Reads a plain file of ours whole, up to a size, or says why not; never throws. */
export function readGuarded(path: string, maxBytes: number, maxLinks = 1): GuardedContent | Refusal {
  return readFile(path, { access: 'read', maxBytes, maxLinks });
}

/** Reads any regular file of the project whole, up to a size, or says why not; never writes, never throws. */
export function readPlain(path: string, maxBytes: number): GuardedContent | Refusal {
  return readFile(path, { access: 'read', maxBytes, maxLinks: Number.MAX_SAFE_INTEGER, owner: 'anyone' });
}

function readFile(path: string, rules: OpenRules): GuardedContent | Refusal {
  const file = openGuarded(path, rules);
  if (typeof file === 'string') return file;
  try {
    return { stats: file.stats, bytes: readBetween(file.fd, 0, file.size) };
  } catch {
    return 'unreadable';
  } finally {
    closeQuietly(file.fd);
  }
}

export interface GuardedContent {
  readonly stats: BigIntStats;
  readonly bytes: Buffer;
}

/** Reads the bytes from `from` up to `to`, or up to the end of a file that is shorter by now. */
export function readBetween(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(fd, bytes, done, bytes.length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}

/** Closes a descriptor and ignores failures: the data is already written. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // No acknowledged write depends on it.
  }
}
