import { compileNothing, createStartList, environmentOf } from '@loopwright/checks';
import type { Author, CommandOf } from '@loopwright/core';
import { writeStartList } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';

/** The facts that a start records about the project and its environment. */
export interface StartFacts {
  readonly fields: Pick<CommandOf<'start'>, 'startTree' | 'environment' | 'guard'>;
  /** Stores the list of files for the end of the run. */
  keep(runId: string): void;
}

/** The flags that name guarded files. */
export interface GuardFlags {
  readonly guard?: readonly string[];
  readonly 'guard-strict'?: true;
}

/**
 * Reads the facts for the comparison at the end: the files of the project, and the variables that the checks of this
 * witness will see. The variables of the user's terminal differ from those of Claude's shell, so they don't count.
 * Throws `CliError` for a strict guard without a pattern. `typedAt` is when the user typed the words of a draft.
 */
export function readStartFacts(
  context: Context,
  root: string,
  by: Author | 'driver',
  flags: GuardFlags,
  typedAt?: number,
): StartFacts {
  const witness = by === 'driver' ? 'driver' : 'session';
  const patterns = [...(flags.guard ?? [])];
  const isStrict = flags['guard-strict'] === true;
  if (isStrict && patterns.length === 0) {
    throw new CliError({ exit: 'usage', message: '--guard-strict needs files to guard: --guard "test/**".' });
  }
  compileNothing();
  const list = createStartList(root, { env: context.env, typedAt });
  return {
    fields: {
      startTree:
        list.status === 'known' ? { digest: list.digest, files: list.files } : { unknown: list.reason },
      ...(by !== 'user' && { environment: { witness, variables: environmentOf(context.env) } }),
      ...(patterns.length > 0 && { guard: { patterns, ...(isStrict && { isStrict }) } }),
    },
    keep: (runId) => {
      if (list.status === 'known') writeStartList(runId, list.bytes);
    },
  };
}
