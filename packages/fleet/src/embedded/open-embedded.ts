import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@loopwright/store';
import { openFolder } from '../engine/database.ts';
import { codeOf, FleetError, type FleetErrorCode } from '../fleet-error.ts';
import { openFleet } from '../fleet.ts';
import { lockFile } from '../lock-file.ts';
import type { Fleet } from '../model/fleet.ts';
import { appendBacklog, readBacklog } from './backlog.ts';
import { enterDoor, openDoor } from './door.ts';

/** What another process may call; the rest belongs to the process itself. */
const CALLS = [
  'init',
  'check',
  'add',
  'claim',
  'touch',
  'save',
  'settle',
  'expire',
  'retry',
  'cancel',
  'drain',
  'leave',
  'state',
  'time',
  'bundle',
  'endings',
  'prune',
] as const;
type CallName = (typeof CALLS)[number];

/** How often, and how soon, a call looks for the store again. */
const MAX_TRIES = 50;
const TRY_MS = 100;

/** One of two ways to the store: this process has it open, or another one that it asks. */
interface Way {
  readonly call: (name: CallName, args: readonly unknown[]) => Promise<unknown>;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
}

/**
 * Opens the fleet of a folder, without a server. The first process has the store; the others go through it, and one of
 * them takes its place once it is gone.
 */
export async function openEmbedded(folder: string): Promise<Fleet> {
  if (process.platform !== 'linux') {
    throw new FleetError(
      'unreachable',
      'A fleet in a folder needs Linux; elsewhere give the URL of a PostgreSQL server.',
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = realpathSync(folder);
  let way = await findWay(place);
  let search: Promise<void> | undefined;
  /** One search for all calls: of two searches one would open the store, and the other ask its own process for it. */
  const findAgain = async (): Promise<void> =>
    (search ??= findWay(place)
      .then((found) => void (way = found))
      .finally(() => (search = undefined)));
  const call = async (name: CallName, args: readonly unknown[]): Promise<unknown> => {
    for (let tries = 0; ; tries += 1) {
      if (!way.isOpen()) await findAgain();
      try {
        return await way.call(name, args);
      } catch (error) {
        // Short commands come and go, and each may have the store for a moment. A call that one of them did without
        // an answer does no harm twice.
        if (way.isOpen() || tries >= MAX_TRIES) throw toFleetError(error);
        await new Promise((resolve) => setTimeout(resolve, TRY_MS));
      }
    }
  };
  const calls = Object.fromEntries(CALLS.map((name) => [name, (...args: unknown[]) => call(name, args)]));
  return {
    ...(calls as Pick<Fleet, CallName>),
    close: async () => way.close(),
  };
}

async function findWay(folder: string): Promise<Way> {
  const path = doorOf(folder);
  const key = keyOf(folder);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { call, isOpen } = enterDoor(path, key);
    // Any answer shows that another process has the store.
    await call('', []).catch(() => undefined);
    if (isOpen()) return { call, isOpen, close: async () => undefined };
    const unlock = lockFile(join(folder, 'lock'));
    if (unlock) return own(folder, path, key, unlock);
    // Its owner just opens the door, or was killed: the kernel closes the door before it removes the lock.
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
  throw new FleetError(
    'owned',
    `Another container or machine has the fleet in ${folder} open. To share one, use a PostgreSQL server.`,
  );
}

/** A door without a file: it is gone with its process, so there is never a stale one to fight over. */
function doorOf(folder: string): string {
  return `\0loopwright-fleet-${sha256(folder)}`;
}

/** What opens the door: only those who may read the folder have it. */
function keyOf(folder: string): Buffer {
  const path = join(folder, 'key');
  try {
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch {
    // Another process made it.
  }
  return readFileSync(path);
}

/** Opens the store. Others may call from the start, and wait until it is open. The lock keeps out all of them. */
async function own(folder: string, path: string, key: Buffer, unlock: () => void): Promise<Way> {
  const backlog = join(folder, 'backlog.jsonl');
  const opening = restore(folder, backlog);
  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    if (!CALLS.includes(name as CallName)) throw new Error(`There is no call ${name}.`);
    const fleet = await opening;
    if (name === 'add') return addOnDisk(fleet, backlog, ...(args as Parameters<Fleet['add']>));
    return (fleet[name as CallName] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
  };
  let door: Awaited<ReturnType<typeof openDoor>> | undefined;
  // The next process may take the store at once, so it is closed before.
  const close = async (fleet?: Fleet): Promise<void> => {
    await fleet?.close();
    await door?.close();
    unlock();
  };
  try {
    door = await openDoor(path, key, call);
    const fleet = await opening;
    return { call, isOpen: () => true, close: async () => close(fleet) };
  } catch (error) {
    // Nobody can use a store that does not open, and nobody should wait for it.
    await close(await opening.catch(() => undefined));
    throw error;
  }
}

/** Adds jobs, and resolves once the disk has them. Only valid jobs come into the backlog. */
async function addOnDisk(
  fleet: Fleet,
  backlog: string,
  ...[jobs, options]: Parameters<Fleet['add']>
): ReturnType<Fleet['add']> {
  const result = await fleet.add(jobs, options);
  const added = new Set([...result.added, ...result.replaced]);
  appendBacklog(
    backlog,
    jobs.filter(({ key }) => added.has(key.trim())),
  );
  return result;
}

/** Opens the store. Adds the jobs of the backlog again, since a power failure may have removed them. */
async function restore(folder: string, backlog: string): Promise<Fleet> {
  const store = join(folder, 'store');
  const fleet = await openFleet(await openFolder(store));
  const jobs = readBacklog(backlog);
  if (jobs.length === 0) return fleet;
  // The power may have failed before the store wrote even its tables.
  await fleet.check().catch(async () => fleet.init());
  try {
    await fleet.add(jobs);
  } catch {
    // A line is damaged, and others need its job: the rest comes back.
    for (const job of jobs) await fleet.add([job]).catch(() => undefined);
  }
  return fleet;
}

function toFleetError(error: unknown): unknown {
  const code = codeOf(error);
  return error instanceof Error &&
    !(error instanceof FleetError) &&
    typeof code === 'string' &&
    /^[a-z-]+$/.test(code)
    ? new FleetError(code as FleetErrorCode, error.message)
    : error;
}
