import { isAbsolute, join, resolve } from 'node:path';
import { stateFolders } from '@loopwright/store';
import { CliError, type Context } from 'loopwright/src/parts.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { connectPostgres } from '../engine/database.ts';
import { FleetError } from '../fleet-error.ts';
import { openFleet } from '../fleet.ts';
import type { Fleet } from '../model/fleet.ts';

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

/** Opens a fleet, hands it to `use`, and closes it. Errors of the fleet become messages. */
export async function withFleet<T>(place: FleetPlace, use: (fleet: Fleet) => Promise<T>): Promise<T> {
  let fleet: Fleet | undefined;
  try {
    fleet =
      place.kind === 'server'
        ? await openFleet(await connectPostgres(place.url))
        : await openEmbedded(place.folder);
    return await use(fleet);
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
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
  return withFleet(place, async (opened) => {
    // A folder belongs to one person, so it is prepared here; only `init` makes the tables of a server.
    if (place.kind === 'folder') await opened.init();
    await opened.check();
    return use(opened);
  });
}
