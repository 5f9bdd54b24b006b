import { DEFAULT_LIMITS, limitRules } from '@loopwright/core';
import { readSessionWords } from '@loopwright/hooks';
import { type RunAddress, sha256 } from '@loopwright/store';
import type { Env } from '../program/context.ts';
import { authorOf } from '../session/author.ts';
import type { Configs } from './read-configs.ts';
import type { Settings, Source } from './settle.ts';

const NOT_THE_USERS =
  'loop.config.json is not as it was when the user typed the command: its shape and its higher limits count for nothing here. To use them, the user types them.';

/**
 * The configs as they count for a start. Claude can edit the project's file before it starts a loop. If the file
 * changed since the user typed the command, Claude's start takes no shape and only lower limits from it.
 */
export function countingConfigs(env: Env, address: RunAddress, configs: Configs): Configs {
  const isUsers = authorOf(env, address) === 'user';
  const isAsTyped = (): boolean =>
    readSessionWords(address, env).configDigest === sha256(configs.projectText);
  if (isUsers || isAsTyped()) return configs;
  const own = configs.sources.find(({ kind }) => kind === 'user')?.values ?? {};
  const sources = configs.sources.map((source) =>
    source.kind === 'project' ? { ...source, values: lowered(source, own) } : source,
  );
  const isLess = sources.some(
    ({ values }, index) =>
      Object.keys(values).length < Object.keys(configs.sources[index]?.values ?? {}).length,
  );
  return { ...configs, sources, notices: isLess ? [NOT_THE_USERS] : [] };
}

/** Drops the shape, and each limit above the user's own limit (above the built-in limit if the user set none). */
function lowered({ values: { shape: _shape, ...values } }: Source, own: Settings): Settings {
  const isHigher = ({ key, flagName }: (typeof limitRules)[number]): boolean => {
    const limit = values[flagName];
    const most = own[flagName] === undefined ? DEFAULT_LIMITS[key] : own[flagName];
    return limit !== undefined && most !== null && (limit === null || limit > most);
  };
  const higher: readonly string[] = limitRules.filter(isHigher).map(({ flagName }) => flagName);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !higher.includes(key)));
}
