import { type Author, isOpen, type Mode } from '@loopwright/core';
import { type ParsedWords, parseTyped } from '@loopwright/core/contract';
import { meantText } from '@loopwright/core/flags';
import type { OpenRun, RunAddress } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { STARTS, wordsSince } from '../../session/users-words.ts';

type StartFlags = Request<'start'>['flags'];

/** The user's words after `/loop:start`, `/loop:issue` or `/loop:grind`. */
export interface Drafted extends Omit<ParsedWords, 'checks'> {
  readonly mode: Mode;
}

/**
 * Finds the user's words as they were parsed when typed. Without that record, the words of the session's draft are
 * parsed. While a loop is open, no draft can be opened; then the words typed since its start count.
 */
export function draftOf(
  context: Context,
  address: RunAddress,
  own: OpenRun | undefined,
): Drafted | undefined {
  if (!own) return undefined;
  const { id, status, frames, createdAt, ending } = own.run;
  const typed = wordsSince(context, address, STARTS, createdAt);
  const drafted = typed && { ...typed, mode: MODES[typed.command] ?? 'loop' };
  if (status === 'draft') {
    const { spec = '', mode = 'loop' } = frames[0] ?? {};
    return drafted?.run === id ? drafted : { ...parseTyped('loop:start', spec), mode };
  }
  // Words that were typed beside a loop are the next one's, also when that loop has ended meanwhile.
  const isBeside = typed !== undefined && typed.at > createdAt && typed.at <= (ending?.at ?? 0);
  return isOpen(own.run) || isBeside ? drafted : undefined;
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
 * Separates the flags of the user from those of Claude. The typed ones are the user's; flags of the command line are of
 * the author who runs it. Throws `CliError` for invalid flags.
 */
export function mergeDraft(
  context: Context,
  { flags, by }: { readonly flags: StartFlags; readonly by: Author },
  drafted: Omit<ParsedWords, 'checks'> | undefined,
): MergedDraft {
  const { spec, typed } = drafted ? soundDraft(context, drafted) : { spec: undefined, typed: {} };
  return by === 'user'
    ? { spec, user: { ...typed, ...flags }, claude: {} }
    : { spec, user: typed, claude: flags };
}

function soundDraft(
  context: Context,
  { spec, flags, unclear: [unclear], problem }: Omit<ParsedWords, 'checks'>,
): { readonly spec: string; readonly typed: StartFlags } {
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
  if (problem) {
    throw new CliError({
      exit: 'usage',
      message: `After /loop:start: ${problem.message}${meantText(problem.suggestion)}`,
      details: ['To start a text with two dashes, type /loop:start -- and then the text.'],
    });
  }
  // The parser is driven by the same table that the flags are typed by.
  const typed = flags as StartFlags;
  const read = readSpec(context, { words: [], specFile: typed['spec-file'], isTyped: true });
  return { spec: read ?? spec, typed };
}
