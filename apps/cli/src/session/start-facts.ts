import { compileNothing, createStartList, environmentOf } from '@loopwright/checks';
import type { Author, CommandOf } from '@loopwright/core';
import { writeStartContents, writeStartList } from '@loopwright/store';
import type { StartFlags } from '../plan/start-plan.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';

/** The facts that a start records about the project and its environment. */
export interface StartFacts {
  readonly fields: Pick<CommandOf<'start'>, 'startTree' | 'environment' | 'guard' | 'provesChange'>;
  /** Stores the list of files for the end of the run, and their contents where they are needed. */
  keep(runId: string): void;
}

/**
 * Reads the facts for the comparison at the end: the files of the project, and the variables that the checks of this
 * witness will see. The variables of the user's terminal differ from those of Claude's shell, so they don't count.
 * Throws `CliError` for a strict guard without a pattern, and for files that can't be kept. `typedAt` is when the user typed the words of a draft.
 */
export function readStartFacts(
  context: Context,
  root: string,
  by: Author | 'driver',
  flags: Pick<StartFlags, 'guard' | 'guard-strict' | 'proves-change'>,
  typedAt?: number,
): StartFacts {
  const witness = by === 'driver' ? 'driver' : 'session';
  const patterns = [...(flags.guard ?? [])];
  const isStrict = flags['guard-strict'] === true;
  if (isStrict && patterns.length === 0) {
    throw new CliError({ exit: 'usage', message: '--guard-strict needs files to guard: --guard "test/**".' });
  }
  compileNothing();
  const provesChange = flags['proves-change'];
  const options = { env: context.env, typedAt, withContents: provesChange };
  const list = createStartList(root, provesChange ? { ...options, timeoutMs: KEEP_MS } : options);
  if (provesChange && list.status === 'unknown') {
    const message = `--proves-change needs the files of the start, and they can't be kept: ${list.reason}`;
    throw new CliError({ message });
  }
  return {
    fields: {
      startTree:
        list.status === 'known' ? { digest: list.digest, files: list.files } : { unknown: list.reason },
      ...(by !== 'user' && { environment: { witness, variables: environmentOf(context.env) } }),
      provesChange,
      ...(patterns.length > 0 && { guard: { patterns, ...(isStrict && { isStrict }) } }),
    },
    keep: (runId) => {
      if (list.status === 'unknown') return;
      writeStartList(runId, list.bytes);
      if (list.contents) writeStartContents(runId, list.contents);
    },
  };
}

/** How long the files of a start may be read where their contents are kept. */
const KEEP_MS = 60_000;
