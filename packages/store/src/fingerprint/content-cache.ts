import { lstatSync, renameSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { createExclusively, removeQuietly } from '../disk/create-exclusively.ts';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { checkFolder } from '../disk/loop-folder.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { randomNonce } from '../disk/random.ts';
import { once, twice } from '../disk/twice.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * A file that was written less than this before the cache was may change again without showing it: the
 * coarsest clocks of file systems tick in steps of two seconds (FAT).
 */
const RACY_NS = 2_000_000_000n;

type Entry = readonly [stamp: string, digest: string, changedNs: string];

/** Digests of file contents, remembered by what `lstat` says; saves reading what hasn't been touched. */
export interface ContentCache {
  find(path: string, stats: BigIntStats): string | undefined;
  add(path: string, stats: BigIntStats, digest: string): void;
  /** Keeps what was found or added for the next time, best effort. */
  save(): void;
}

/** Opens the cache in `.loop/` of a root; an unsafe or missing folder gives a cache that forgets. */
export function openContentCache(root: string): ContentCache {
  const folder = join(root, '.loop');
  const path = join(folder, 'fingerprint-cache.json');
  const isSafe = checkFolder(folder) === 'ok';
  const old = isSafe ? read(path) : new Map<string, Entry>();
  const seen = new Map<string, Entry>();
  let hasNews = false;

  return {
    find(file, stats) {
      const entry = old.get(file);
      if (entry?.[0] !== stampOf(stats)) return undefined;
      seen.set(file, entry);
      return entry[1];
    },
    add(file, stats, digest) {
      seen.set(file, [stampOf(stats), digest, String(changedNs(stats))]);
      hasNews = true;
    },
    save() {
      if (isSafe && hasNews) write(path, seen);
    },
  };
}

function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return `${size}.${mtimeNs}.${ctimeNs}.${ino}`;
}

function changedNs({ mtimeNs, ctimeNs }: BigIntStats): bigint {
  return mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
}

function read(path: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const content = readGuarded(path, MAX_CACHE_BYTES);
  if (typeof content === 'string') return entries;
  const body = once(content.bytes);
  const value = body && parseJson(decodeText(body) ?? '');
  if (!Array.isArray(value)) return entries;
  for (const item of value as readonly unknown[]) {
    if (!Array.isArray(item) || item.length !== 4 || !item.every((part) => typeof part === 'string'))
      continue;
    const [file, stamp, digest, changed] = item as [string, string, string, string];
    entries.set(file, [stamp, digest, changed]);
  }
  return entries;
}

function write(path: string, entries: ReadonlyMap<string, Entry>): void {
  const temp = `${path}.${randomNonce()}.tmp`;
  try {
    // The clock is the file system's own: when it stamps a file that is made now.
    createExclusively(temp, '');
    const nowNs = lstatSync(temp, { bigint: true }).mtimeNs;
    removeQuietly(temp);
    const settled = [...entries].filter(([, [, , changed]]) => BigInt(changed) + RACY_NS < nowNs);
    createExclusively(temp, twice(JSON.stringify(settled.map(([file, entry]) => [file, ...entry]))));
    renameSync(temp, path);
  } catch {
    removeQuietly(temp);
  }
}
