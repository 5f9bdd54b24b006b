import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_MARK } from '../run-check.ts';
import { bootId } from './boot-id.ts';
import { endProcesses } from './end-processes.ts';
import { readProcess } from './read-process.ts';

/** A check that runs: who waits for it. Process ids are used again, so start and boot count, too. */
interface Kept {
  readonly owner: number;
  readonly started: string;
  readonly boot: string;
}

/** Marks are ids of evidence. */
const MARK = /^[a-z0-9-]{1,80}$/;
/** No group has this id, so the mark alone finds the processes. */
const NO_GROUP = -1;

/**
 * Remembers in a folder of the user that a check with this mark runs. Returns a function that forgets it. Best effort:
 * only Linux tells which processes carry a mark.
 */
export function keepMark(folder: string | undefined, mark: string): () => void {
  const own = readProcess(process.pid);
  if (folder === undefined || !own || !MARK.test(mark)) return () => undefined;
  const path = join(folder, mark);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kept: Kept = { owner: process.pid, started: own.started, boot: bootId() };
    writeFileSync(path, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
  } catch {
    // A full or read-only disk.
  }
  return () => rmSync(path, { force: true });
}

/**
 * Ends what checks left running whose owner was killed: processes that carry the mark of such a check in their
 * environment. The mark is random, so no other process has it.
 */
export async function endLeftRunning(folder: string | undefined): Promise<void> {
  if (folder === undefined || process.platform !== 'linux') return;
  for (const mark of namesIn(folder)) {
    const kept = readKept(join(folder, mark));
    const isOwned = kept && readProcess(kept.owner)?.started === kept.started;
    if (isOwned && kept.boot === bootId()) continue;
    if (kept?.boot === bootId()) await endProcesses({ group: NO_GROUP, variable: CHECK_MARK, mark });
    rmSync(join(folder, mark), { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => MARK.test(name))
      .slice(0, 100);
  } catch {
    return [];
  }
}

/** Undefined for a file that another user could have written. */
function readKept(path: string): Kept | undefined {
  try {
    const { uid, mode } = lstatSync(path);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
    const { owner, started, boot } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept>;
    const isWhole = typeof owner === 'number' && typeof started === 'string' && typeof boot === 'string';
    return isWhole ? { owner, started, boot } : undefined;
  } catch {
    return undefined;
  }
}
