import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { parseArguments } from '../../flags/parse-arguments.ts';
import { meantText } from '../../flags/suggest.ts';
import { verbs } from '../verbs.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { splitDraft } from './split-draft.ts';

type StartFlags = Request<'start'>['flags'];

/** The spec and the flags of a new loop. */
export interface MergedDraft {
  readonly spec: string | undefined;
  readonly flags: StartFlags;
}

/**
 * Separates the flags from the text after `/loop:start`. Flags of the command line override them. Throws
 * `CliError` for invalid flags.
 */
export function mergeDraft(context: Context, flags: StartFlags, drafted: string | undefined): MergedDraft {
  if (drafted === undefined) return { spec: undefined, flags };
  const draft = splitDraft(drafted, verbs.start.flags);
  const parsed = parseArguments(verbs.start, draft.flags);
  if (!parsed.ok) {
    const { message, suggestion } = parsed.problem;
    throw new CliError({
      exit: 'usage',
      message: `After /loop:start: ${message}${meantText(suggestion)}`,
      details: ['To start a text with two dashes, type /loop:start -- and then the text.'],
    });
  }
  // The parser is driven by the same table that the flags are typed by.
  const typed = parsed.arguments.flags as StartFlags;
  const fromFile = readSpec(context, { words: [], specFile: typed['spec-file'] });
  return { spec: fromFile ?? draft.spec, flags: { ...typed, ...flags } };
}
