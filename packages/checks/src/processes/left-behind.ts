import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { readProcess } from './read-process.ts';

/** A process that outlived the check that started it. */
export interface LeftBehind {
  readonly id: number;
  readonly name: string;
}

/** The kernel counts the start of a process in hundredths of a second since the boot. */
const TICKS_PER_SECOND = 100;

/** Programs other than process 1 that adopt a process after the end of its parent. */
const REAPERS = /^(?:systemd|init|tini|dumb-init|docker-init|launchd|catatonit)/;

/** The present time for `leftBehind`; undefined where the system doesn't tell. */
export function processClock(): number | undefined {
  const uptime = Number(readText('/proc/uptime')?.split(' ')[0]);
  return Number.isFinite(uptime) && uptime > 0 ? Math.floor(uptime * TICKS_PER_SECOND) - 1 : undefined;
}

/**
 * Lists orphaned processes of this user that started in the project since then, such as a child of a check with an empty
 * environment and a session of its own. Only Linux tells. It may be a program that the user started
 * in the background at the same time, so nothing may be ended by this list.
 */
export function leftBehind(root: string, since: number): readonly LeftBehind[] {
  const user = process.getuid?.();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isOrphan(id, since) && lstatOwner(id) === user && worksIn(id, root))
    .map((id) => ({ id, name: nameOf(id) }));
}

function isOrphan(id: number, since: number): boolean {
  const found = readProcess(id);
  if (!found || Number(found.started) < since) return false;
  // In a container the client may be process 1. Its own programs are no orphans.
  if (found.parent === 1 && process.ppid === 1) return false;
  return found.parent === 1 || REAPERS.test(nameOf(found.parent));
}

function worksIn(id: number, root: string): boolean {
  const isInside = (path: string): boolean => `${path}${sep}`.startsWith(`${root}${sep}`);
  const words = readText(`/proc/${id}/cmdline`)?.split('\0') ?? [];
  return isInside(linkOf(`/proc/${id}/cwd`)) || words.some((word) => word.includes(root));
}

function nameOf(id: number): string {
  return readText(`/proc/${id}/comm`)?.trim() ?? '';
}

function lstatOwner(id: number): number | undefined {
  try {
    return lstatSync(`/proc/${id}`).uid;
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
