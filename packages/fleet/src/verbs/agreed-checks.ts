import { askGit } from '@loopwright/checks';
import {
  agreementDigest,
  type Context,
  findNewRoot,
  type NamedChecks,
  namedChecks,
  namedIn,
  NO_AGREEMENT,
  readConfigs,
  requireAgreement,
  usageError,
} from 'loopwright/src/parts.ts';

/**
 * Reads the checks that a person typed for jobs of a repository, with a digest of the commands that they agreed to. Those
 * with `names` from its config count as they are here, in its clone. Throws `CliError` for one that nobody agreed to, as
 * `loop run` does.
 */
export async function readChecks(
  context: Context,
  repo: string,
  typed: readonly string[],
  isTrusted: boolean,
): Promise<{ readonly checks: string[]; readonly consent: string; readonly names?: NamedChecks }> {
  if (typed.length === 0) return { checks: [], consent: NO_AGREEMENT };
  if (originOf(context) !== repo) {
    const [name] = typed.filter((check) => !check.includes('='));
    if (name === undefined) return { checks: [...typed], consent: NO_AGREEMENT };
    throw usageError(`"${name}" may be a check of that repository, and its config is not here.`, undefined, [
      'Give the command itself: --check "NAME=COMMAND". Or add the job in a clone of the repository.',
    ]);
  }
  const root = findNewRoot(context);
  const configs = readConfigs(context.env, root);
  const named = namedIn(typed, configs);
  if (!isTrusted) requireAgreement(context.env, root, named);
  const names = namedChecks(context.env, root, configs, { isTrusted: true });
  const checks = typed.map((check) => {
    // A command that was typed stays one, also if a config gets its name later.
    const isCommand = !check.includes('=') && names.find(check) === undefined;
    return isCommand ? `${check}=${check}` : check;
  });
  return { checks, consent: agreementDigest(named), names };
}

/** The remote of this folder's repository; undefined without one. */
export function originOf({ cwd, env }: Pick<Context, 'cwd' | 'env'>): string | undefined {
  return askGit(cwd, env, ['remote', 'get-url', 'origin'])?.trim();
}
