import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '@loopwright/checks';
import { CliError } from '../program/cli-error.ts';
import { type Host, runCommand } from '../program/run-command.ts';

/** The command of the package `@loopwright/fleet`. */
type FleetCommand = { readonly runFleet: (host: Host, name: string) => Promise<number> };

const LEAST_NODE = '22.12';

/** Hands a call to the fleet's own command, beside this one or on PATH, or says how to install it. */
export async function forwardToFleet(host: Host, name: string, typed: readonly string[]): Promise<number> {
  try {
    return await (await loadFleet(host)).runFleet({ ...host, typed }, name);
  } catch (error) {
    return runCommand(host, name, () => {
      throw error;
    });
  }
}

async function loadFleet(host: Host): Promise<FleetCommand> {
  const { node } = process.versions;
  if (node.localeCompare(LEAST_NODE, 'en', { numeric: true }) < 0)
    throw new CliError({
      message: `A fleet needs Node ${LEAST_NODE}; this is ${node}. All other verbs work on it.`,
    });
  const found = findFleet(host);
  const command = found && join(dirname(found), 'command.js');
  if (command && existsSync(command)) return (await import(pathToFileURL(command).href)) as FleetCommand;
  throw new CliError({
    message: 'A fleet is a package of its own: npm install -g loopwright @loopwright/fleet',
  });
}

/** A file of the package beside this command, or else of the one on PATH. Its command stands in the same folder. */
function findFleet({ env, script }: Host): string | undefined {
  try {
    return createRequire(realpathSync(script)).resolve('@loopwright/fleet');
  } catch {
    const bin = findProgram(env, 'loop-fleet');
    return bin && realpathSync(bin);
  }
}
