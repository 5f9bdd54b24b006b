import { type Author, isOpen, type Mode } from '@loopwright/core';
import { meantText, parseArguments, splitWords } from '@loopwright/core/flags';
import type { OpenRun, RunAddress } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { verbs } from '../verbs.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { STARTS, wordsSince } from '../../session/users-words.ts';

type StartFlags = Request<'start'>['flags'];

/** The user's words after `/loop:start`, `/loop:issue` or `/loop:grind`. */
export interface Drafted {
  readonly spec: string;
  readonly mode: Mode;
}

/**
 * Finds the user's words: the session's draft. While a loop is open, no draft can be opened; then the words typed
 * since its start count.
 */
export function draftOf(
  context: Context,
  { sessionId }: RunAddress,
  own: OpenRun | undefined,
): Drafted | undefined {
  if (!own) return undefined;
  const { status, frames, createdAt, ending } = own.run;
  if (status === 'draft') return frames[0];
  const typed = wordsSince(context, sessionId, STARTS, createdAt);
  if (!typed) return undefined;
  // Words that were typed beside a loop are the next one's, also when that loop has ended meanwhile.
  const isBeside = typed.at > createdAt && typed.at <= (ending?.at ?? 0);
  return isOpen(own.run) || isBeside
    ? { spec: typed.words, mode: MODES[typed.command] ?? 'loop' }
    : undefined;
}

const MODES: Readonly<Record<string, Mode>> = { 'loop:issue': 'issue', 'loop:grind': 'grind' };

/** The spec of both: the user's words stay as they are, and Claude's come below them. */
export function specOfBoth(
  typed: string | undefined,
  given: string | undefined,
  by: Author,
): string | undefined {
  if (given === undefined || by === 'user') return given ?? typed;
  const words = typed?.trim() ?? '';
  return given.includes(words) ? given : `${words}\n\nClarified by Claude:\n${given}`;
}

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
  const draft = splitWords(drafted, verbs.start.flags);
  const [unclear] = draft.unclear;
  if (unclear !== undefined) {
    throw new CliError({
      exit: 'usage',
      message: `After /loop:start: ${unclear} stands inside the words. Nothing was started. Ask the user:`,
      details: [
        `Is it a flag of the loop? Type it at the end: /loop:start … ${unclear}`,
        `Does it belong to the text? Put it into backticks: \`${unclear}\``,
      ],
    });
  }
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
