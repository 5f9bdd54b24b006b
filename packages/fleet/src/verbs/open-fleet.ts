import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { stateFolders } from '@loopwright/store';
import { CliError, type Context, usageError } from 'loopwright/src/parts.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';
import { connectPostgres } from '../engine/database.ts';
import { FleetError } from '../fleet-error.ts';
import { openFleet } from '../fleet.ts';
import type { Fleet } from '../model/fleet.ts';

/** Where a fleet lives. */
export type FleetPlace =
  | {
      readonly kind: 'server';
      readonly url: string;
      readonly shown: string;
      /** Its password stands in the environment or in the arguments. */
      readonly isExposed: boolean;
    }
  | { readonly kind: 'folder'; readonly folder: string; readonly shown: string };

/** The fleet that is meant: the flag, else LOOP_FLEET, else a folder in the user's state folder. */
export function fleetPlace({ env, cwd }: Context, named: string | undefined): FleetPlace {
  const place = named ?? env['LOOP_FLEET'];
  const path = place === undefined || place === '' ? undefined : resolve(cwd, place);
  const isFile = path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const url = isFile ? urlIn(path) : place;
  if (url !== undefined && /^postgres(?:ql)?:\/\//.test(url)) {
    const shown = url.replace(/\/\/([^@/:]*):[^@]*@/, '//$1:…@').replace(/([?&]password=)[^&]*/, '$1…');
    return { kind: 'server', url, shown, isExposed: !isFile && shown !== url };
  }
  if (isFile) throw usageError(`The file ${path} holds no URL of a PostgreSQL server.`);
  const [state] = stateFolders(env);
  const folder = path ?? (state && join(state, 'fleet'));
  if (folder === undefined || !isAbsolute(folder)) {
    throw new CliError({ message: 'There is no state folder for a fleet here. Name a place with --fleet.' });
  }
  return { kind: 'folder', folder, shown: folder };
}

/** The first line of a file that others can neither read nor have written. */
function urlIn(path: string): string {
  const { mode, uid } = statSync(path);
  const me = process.getuid?.();
  // Of root's files a group may read some: systemd and Kubernetes hand out secrets so.
  const isOthers = uid === 0 ? mode & 0o007 : uid !== me || mode & 0o077;
  if (me !== undefined && isOthers)
    throw usageError(`${path} is not yours alone. It may hold a password: chown ${me} and chmod 600 it.`);
  return readFileSync(path, 'utf8').split('\n')[0]?.trim() ?? '';
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
    const [first = '', ...others] = error.message.split('\n');
    throw new CliError({
      exit: isMissing
        ? 'no-loop'
        : error.code === 'bad-job' || error.code === 'cycle' || error.code === 'unknown-job'
          ? 'usage'
          : 'error',
      message: first,
      details: others,
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
