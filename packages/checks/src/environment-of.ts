import { createHash } from 'node:crypto';
import type { Env } from './env.ts';

/** Variables that change which programs a check runs, or what these programs do. */
const THAT_MATTER =
  /^(PATH|HOME|SHELL|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_INSERT_LIBRARIES|PYTHONPATH|PYTHONSTARTUP|RUBYOPT|PERL5OPT|JAVA_TOOL_OPTIONS|npm_config_.*|GIT_.*)$/i;
/** A short digest could give a short secret away. */
const SECRET = /auth|token|secret|passw|key/i;
const MAX_NAMES = 40;

/**
 * Gives a short digest of each variable that matters to a check, by name. Two runs of a check can be compared with it,
 * and no value is on record.
 *
 * @example environmentOf({ PATH: '/usr/bin', LANG: 'C' }) // { PATH: '2adf2a5b' }
 */
export function environmentOf(env: Env): Record<string, string> {
  const names = Object.keys(env).filter((name) => THAT_MATTER.test(name) && !SECRET.test(name));
  return Object.fromEntries(
    names
      .sort()
      .slice(0, MAX_NAMES)
      .map((name) => [
        name.slice(0, 60),
        createHash('sha256')
          .update(env[name] ?? '')
          .digest('hex')
          .slice(0, 8),
      ]),
  );
}
