import {
  baseOf,
  findConfig,
  readConfig,
  readOwnConfig,
  userConfigPath,
  type ConfigText,
} from '@loopwright/checks';
import type { Check } from '@loopwright/core';
import type { Env } from '../program/context.ts';
import { broken, type Config, type ConfigOrigin, parseConfig } from './parse-config.ts';
import type { Source } from './settings.ts';

/** A check of a config, with the file that names it. */
export interface ConfiguredCheck {
  readonly check: Check;
  readonly file: string;
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

/** Reads the configs of a project and of its user. Throws `CliError` with every problem of a broken one. */
export function readConfigs(env: Env, root: string): Configs {
  const projectFile = findConfig(root);
  const userFile = userConfigPath(env);
  const project = readConfig(projectFile);
  const sources = [
    ...parsed(project, { kind: 'project', from: projectFile, base: baseOf(root, projectFile) }),
    ...(userFile === undefined
      ? []
      : parsed(readOwnConfig(userFile), { kind: 'user', from: userFile, base: '' })),
  ];
  const checks = sources
    .toReversed()
    .flatMap(({ from, checks: named }) =>
      [...named].map(([name, check]) => [name, { check, file: from }] as const),
    );
  return {
    projectFile,
    userFile,
    files: sources.map(({ from }) => from),
    projectText: project.status === 'read' ? project.text : '',
    sources,
    checks: new Map(checks),
  };
}

/** The parsed config; an empty list without one. */
function parsed(read: ConfigText, origin: ConfigOrigin): readonly Config[] {
  if (read.status === 'absent') return [];
  if (read.status === 'unreadable') throw broken(origin, [read.reason]);
  return [parseConfig(read.text, origin)];
}
