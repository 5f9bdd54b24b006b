import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '@loopwright/checks';
import { CliError, errorCode } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import { type Host, runCommand } from '../program/run-command.ts';

/** The command of the package `@loopwright/fleet`. */
interface FleetCommand {
  readonly runFleet: (host: Host, name: string) => Promise<number>;
}

const LEAST_NODE = [22, 12] as const;

/** Hands a call to the fleet's own command, beside this one or on PATH, or says how to install it. */
export async function forwardToFleet(host: Host, name: string, typed: readonly string[]): Promise<number> {
  try {
    return await (await loadFleet(host.env)).runFleet({ ...host, typed }, name);
  } catch (error) {
    return runCommand(host, name, () => {
      throw error;
    });
  }
}

async function loadFleet(env: Env): Promise<FleetCommand> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw new CliError({
      exit: 'error',
      message: `A fleet needs Node ${LEAST_NODE.join('.')}; this is ${process.versions.node}. All other verbs work on it.`,
    });
  }
  const onPath = findProgram(env, 'loop-fleet');
  const command =
    (await importCommand('@loopwright/fleet/command')) ??
    (onPath && (await importCommand(commandBeside(onPath))));
  if (command) return command;
  throw new CliError({
    exit: 'error',
    message: 'A fleet is a package of its own: npm install -g loopwright @loopwright/fleet',
  });
}

/** The bin of the package and its command stand in one folder. */
function commandBeside(bin: string): string {
  return pathToFileURL(join(dirname(realpathSync(bin)), 'command.js')).href;
}

async function importCommand(module: string): Promise<FleetCommand | undefined> {
  try {
    return (await import(module)) as FleetCommand;
  } catch (error) {
    // It is not here, or from a time when it had no command.
    if (/^ERR_(?:MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED)$/.test(errorCode(error))) return undefined;
    throw error;
  }
}
