import { isAbsolute, join, resolve } from 'node:path';
import type { Fleet } from '@loopwright/fleet';
import { stateFolders } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';

export type FleetPackage = typeof import('@loopwright/fleet');

const LEAST_NODE = [22, 12] as const;

/** Where a fleet lives. */
export type FleetPlace =
  | { readonly kind: 'server'; readonly url: string; readonly shown: string }
  | { readonly kind: 'folder'; readonly folder: string; readonly shown: string };

/** The fleet that is meant: the flag, else LOOP_FLEET, else a folder in the user's state folder. */
export function fleetPlace({ env, cwd }: Context, named: string | undefined): FleetPlace {
  const place = named ?? env['LOOP_FLEET'];
  if (place !== undefined && /^postgres(?:ql)?:\/\//.test(place)) {
    return { kind: 'server', url: place, shown: place.replace(/\/\/([^@/:]*):[^@]*@/, '//$1:…@') };
  }
  const [state] = stateFolders(env);
  const folder = place === undefined || place === '' ? state && join(state, 'fleet') : resolve(cwd, place);
  if (folder === undefined || !isAbsolute(folder)) {
    throw new CliError({
      exit: 'error',
      message: 'There is no state folder for a fleet here. Name a place with --fleet.',
    });
  }
  return { kind: 'folder', folder, shown: folder };
}

/** Loads the package of the fleet, which stands beside this command, if it is there and runs on this Node. */
export async function loadFleetPackage(): Promise<FleetPackage> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw new CliError({
      exit: 'error',
      message: `A fleet needs Node ${LEAST_NODE.join('.')}; this is ${process.versions.node}. All other verbs work on it.`,
    });
  }
  try {
    return await import('@loopwright/fleet');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new CliError({
      exit: 'error',
      message: 'The package of the fleet is not installed beside this command.',
      details: ['npm install -g loopwright @loopwright/fleet'],
      cause: error,
    });
  }
}

/** Opens a fleet, hands it to `use`, and closes it. Errors of the fleet become messages. */
export async function withFleet<T>(
  place: FleetPlace,
  use: (fleet: Fleet, fleets: FleetPackage) => Promise<T>,
): Promise<T> {
  const fleets = await loadFleetPackage();
  let fleet: Fleet | undefined;
  try {
    fleet =
      place.kind === 'server'
        ? await fleets.openFleet(await fleets.connectPostgres(place.url))
        : await fleets.openEmbedded(place.folder);
    return await use(fleet, fleets);
  } catch (error) {
    if (!(error instanceof fleets.FleetError)) throw error;
    const isMissing = error.code === 'not-set-up';
    throw new CliError({
      exit: isMissing
        ? 'no-loop'
        : error.code === 'bad-job' || error.code === 'cycle' || error.code === 'unknown-job'
          ? 'usage'
          : 'error',
      message: error.message,
      next: isMissing ? { words: ['fleet', 'init'] } : undefined,
      cause: error,
    });
  } finally {
    await fleet?.close();
  }
}

/** Opens a fleet that has its tables, hands it to `use`, and closes it. */
export async function withReady<T>(place: FleetPlace, use: Parameters<typeof withFleet<T>>[1]): Promise<T> {
  return withFleet(place, async (opened, fleets) => {
    // A folder belongs to one person, so it is prepared here; only `init` makes the tables of a server.
    if (place.kind === 'folder') await opened.init();
    await opened.check();
    return use(opened, fleets);
  });
}
