import {
  baseOf,
  findConfig,
  readConfig,
  readOwnConfig,
  userConfigPath,
  type ConfigText,
} from '@loopwright/checks';
import type { Check } from '@loopwright/core';
import { CliError } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import type { Config, ConfigOrigin } from './parse-config.ts';
import type { Source } from './settings.ts';

/** A check of a config, with the file that names it. */
export interface ConfiguredCheck {
  readonly check: Check;
  readonly file: string;
  readonly of: 'project' | 'user';
}

/** The configs that count in a project. */
export interface Configs {
  /** Where the config of the project is, or would be. */
  readonly projectFile: string;
  readonly userFile: string | undefined;
  /** The files that exist. */
  readonly files: readonly string[];
  /** The text of the project's config; empty without one. */
  readonly projectText: string;
  readonly sources: readonly Source[];
  /** The checks by name; those of the project come before those of the user. */
  readonly checks: ReadonlyMap<string, ConfiguredCheck>;
  /** What of the configs doesn't count, for the user. */
  readonly notices?: readonly string[];
}

interface ConfigFile extends ConfigOrigin {
  readonly path: string;
  readonly read: ConfigText;
}

/** Reads the configs of a project and of its user. Throws `CliError` with every problem of a broken one. */
export async function readConfigs(env: Env, root: string): Promise<Configs> {
  const projectFile = findConfig(root);
  const userFile = userConfigPath(env);
  const project = readConfig(projectFile);
  const parsed = [
    ...(await parse({ of: 'project', path: projectFile, base: baseOf(root, projectFile), read: project })),
    ...(userFile === undefined
      ? []
      : await parse({ of: 'user', path: userFile, base: '', read: readOwnConfig(userFile) })),
  ];
  return {
    projectFile,
    userFile,
    files: parsed.map(({ path }) => path),
    projectText: project.status === 'read' ? project.text : '',
    sources: parsed.map(({ of, path, settings }) => ({ kind: of, from: path, values: settings })),
    checks: new Map(
      parsed
        .toReversed()
        .flatMap(({ of, path, checks }) =>
          [...checks].map(([name, check]) => [name, { check, file: path, of }] as const),
        ),
    ),
  };
}

/** Parses a config; an empty list without one. */
async function parse(file: ConfigFile): Promise<readonly (ConfigFile & Config)[]> {
  const { path, read } = file;
  if (read.status === 'absent') return [];
  if (read.status === 'unreadable') throw broken(path, [read.reason]);
  // Loaded only where there is a config.
  const { parseConfig } = await import('./parse-config.ts');
  const parsed = parseConfig(read.text, file);
  if (!parsed.ok) throw broken(path, parsed.problems);
  return [{ ...file, ...parsed.value }];
}

function broken(path: string, problems: readonly string[]): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} can't be used:`,
    details: problems,
    next: { words: ['help', 'config'] },
  });
}
