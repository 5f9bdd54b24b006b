import type { Author } from '@loopwright/core';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { parseArguments } from '../../flags/parse-arguments.ts';
import { meantText } from '../../flags/suggest.ts';
import { verbs } from '../verbs.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { splitDraft } from './split-draft.ts';

type StartFlags = Request<'start'>['flags'];

/** The spec of a new loop, and the flags of each author. */
export interface MergedDraft {
  readonly spec: string | undefined;
  readonly user: StartFlags;
  readonly claude: StartFlags;
}

/**
 * Separates the flags from the text after `/loop:start`; both are the user's. Flags of the command line are of
 * the author who runs it. Throws `CliError` for invalid flags.
 */
export function mergeDraft(
  context: Context,
  { flags, by }: { readonly flags: StartFlags; readonly by: Author },
  drafted: string | undefined,
): MergedDraft {
  const { spec, typed } =
    drafted === undefined ? { spec: undefined, typed: {} } : readDraft(context, drafted);
  return by === 'user'
    ? { spec, user: { ...typed, ...flags }, claude: {} }
    : { spec, user: typed, claude: flags };
}

function readDraft(context: Context, drafted: string): { readonly spec: string; readonly typed: StartFlags } {
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
  return {
    spec: readSpec(context, { words: [], specFile: typed['spec-file'], isTyped: true }) ?? draft.spec,
    typed,
  };
}
