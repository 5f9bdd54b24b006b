import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findProgram } from '@loopwright/checks';
import { type Host, HOSTS } from '@loopwright/hosts';
import { CliError, usageError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';
import { isPlugin, pluginAround } from '../../session/place.ts';
import { type AgentFlags, agentOf } from './agent.ts';

/** Finds the agent's program: the named one, else on PATH. Throws `CliError` if it is missing. */
export function findClient({ env, cwd }: Context, host: Host, named = host.words.program): string {
  const { words } = host;
  const orNamed = host === HOSTS[0] ? ', or name it with --claude PATH' : '';
  const path = named.includes('/') ? resolve(cwd, named) : findProgram(env, named);
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new CliError({
    message: `${words.agent} could not be found${named === words.program ? ' on PATH' : `: ${named}`}. Nothing was started.`,
    details: [host.begin ? `${words.install}.` : `Install it with ${words.install}${orNamed}.`],
    next: { words: ['doctor'] },
  });
}

/** The command that asks the agent of these flags for its version; empty for one that has none. Throws where it is missing. */
export function versionCommand(context: Context, flags: AgentFlags): readonly string[] {
  const host = agentOf(context, context.cwd, flags);
  try {
    const program = findClient(context, host, flags.claude);
    return host.begin ? [] : [program, '--version'];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new Error([error.message, ...error.details].join(' '), { cause: error });
  }
}

/**
 * Finds the plugin for Claude: the named one, else the plugin around this command. Returns undefined without a plugin; a
 * loop can run without it. Throws `CliError` for a folder that is no plugin.
 */
export function findPlugin({ cwd, script }: Context, named: string | undefined): string | undefined {
  if (named === undefined) return pluginAround(script);
  const folder = resolve(cwd, named);
  if (isPlugin(folder)) return folder;
  throw usageError(`${folder} holds no plugin: there is no .claude-plugin/plugin.json in it.`);
}
