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
import type { Config, ConfigPlace } from './parse-config.ts';
import type { Source } from './settle.ts';

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

interface File extends ConfigPlace {
  readonly path: string;
  readonly read: ConfigText;
}

/** Reads the configs of a project and of its user. Throws `CliError` with every problem of a broken one. */
export async function readConfigs(env: Env, root: string): Promise<Configs> {
  const projectFile = findConfig(root);
  const userFile = userConfigPath(env);
  const files: File[] = [
    { of: 'project', path: projectFile, base: baseOf(root, projectFile), read: readConfig(projectFile) },
    ...(userFile === undefined
      ? []
      : [{ of: 'user' as const, path: userFile, base: '', read: readOwnConfig(userFile) }]),
  ];
  const parsed: (File & { readonly config: Config })[] = [];
  for (const file of files) {
    const config = await parse(file);
    if (config) parsed.push({ ...file, config });
  }
  return {
    projectFile,
    userFile,
    files: parsed.map(({ path }) => path),
    projectText: files[0]?.read.status === 'read' ? files[0].read.text : '',
    sources: parsed.map(({ of, path, config }) => ({ kind: of, from: path, values: config.settings })),
    checks: new Map(
      parsed
        .toReversed()
        .flatMap(({ of, path, config }) =>
          [...config.checks].map(([name, check]) => [name, { check, file: path, of }] as const),
        ),
    ),
  };
}

async function parse({ path, read, ...place }: File): Promise<Config | undefined> {
  if (read.status === 'absent') return undefined;
  if (read.status === 'unreadable') throw broken(path, [read.reason]);
  // Loaded only where there is a config.
  const { parseConfig } = await import('./parse-config.ts');
  const parsed = parseConfig(read.text, place);
  if (!parsed.ok) throw broken(path, parsed.problems);
  return parsed.value;
}

function broken(path: string, problems: readonly string[]): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} can't be used:`,
    details: problems,
    next: { words: ['help', 'config'] },
  });
}
