import type { Check } from '@loopwright/core';
import { agreedText, isAgreed } from '@loopwright/hooks';
import { sha256 } from '@loopwright/store';
import { CliError, usageError } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import { checkLine } from './named-check.ts';

type Named = ReadonlyMap<string, Check>;

/** The digest of an agreement to no check at all. */
export const NO_AGREEMENT = 'none';

/** The digest of the checks of a config as somebody agrees to them: another command gives another digest. */
export function agreementDigest(named: Named): string {
  if (named.size === 0) return NO_AGREEMENT;
  const lines = [...named].map(([name, check]) => JSON.stringify([name, agreedText(check)])).toSorted();
  return sha256(lines.join('\n')).slice(0, 32);
}

/**
 * True if `--trust-config` agrees to these checks: without a digest to any, with one only as they were. Throws `CliError`
 * for others than those of the digest.
 */
export function isTrusted(trust: string | undefined, named: Named): boolean {
  if (trust === undefined || trust === '') return trust === '';
  if (agreementDigest(named) === trust) return true;
  throw usageError(
    'Needs consent: the checks of loop.config.json are not those that were agreed to. Nothing was started.',
    undefined,
    [...named].map(([name, check]) => `now: ${checkLine(name, check)}`),
  );
}

/** Throws `CliError` for a check of a config that the user has not agreed to. */
export function requireAgreement(env: Env, root: string, named: Named): void {
  const open = [...named].filter(([, check]) => !isAgreed(root, env, check));
  if (open.length === 0) return;
  throw new CliError({
    message:
      'These commands come with the project, and you have not agreed to them yet. Nothing was started.',
    details: [
      ...open.map(([name, check]) => checkLine(name, check)),
      'To run them this once, as in CI: --trust-config. Or give the command itself: --check "NAME=COMMAND".',
    ],
    next: { words: ['config', 'agree', ...open.map(([name]) => name)], when: 'in a terminal of your own' },
  });
}
