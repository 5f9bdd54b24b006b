import { basename } from 'node:path';
import { checkText, type Next } from '@loopwright/core';
import type { Configs } from '../../config/read-configs.ts';
import { typedFlags } from '../../flags/typed-flags.ts';
import { shellQuote } from '../../program/command-name.ts';
import type { Context, Request } from '../../program/context.ts';
import { nextCommand } from '../../program/print-answer.ts';
import { verbs } from '../../verbs.ts';
import { findChecks } from '../init/find-checks.ts';

/** A check that a run without one could have. */
export interface OfferedCheck {
  /** The value of `--check`. */
  readonly typed: string;
  /** The command, and the file that names it. */
  readonly origin: string;
}

/** Finds the check to offer: the tests, else the first, of the config or else of the project's files. Runs nothing. */
export function findOffer(root: string, { checks }: Configs): OfferedCheck | undefined {
  const named = checks.has('tests') ? 'tests' : checks.keys().next().value;
  const known = named === undefined ? undefined : checks.get(named);
  if (named !== undefined && known)
    return { typed: named, origin: `${checkText(known.check)}, from ${basename(known.file)}` };
  const found = findChecks(root);
  const [first] = [...found.filter(({ name }) => name === 'tests'), ...found];
  return first && { typed: `${first.name}=${first.command}`, origin: `from ${first.from}` };
}

/** A longer text, or one of several lines, is no argument that anybody types again. */
const LONGEST_TEXT = 200;

/** This call with the check. Of a text that nobody types again, the flag alone. */
export function offerNext({ words, flags, handedOn }: Request<'run'>, { typed, origin }: OfferedCheck): Next {
  const text = words.join(' ');
  if (text === '-' || text.length > LONGEST_TEXT || text.includes('\n'))
    return { advice: `the same with --check ${shellQuote(typed)}  # ${origin}; or with --force` };
  const rest = handedOn.length > 0 ? ['--', ...handedOn] : [];
  return {
    words: ['run', ...words, ...typedFlags(verbs.run.flags, flags), '--check', typed, ...rest],
    when: `${origin}; or with --force`,
  };
}

/** Says in one line that no check proves the end of a run, and how to add one. */
export function unprovedText(
  context: Context,
  request: Request<'run'>,
  offer: OfferedCheck | undefined,
): string {
  const next = offer && offerNext(request, offer);
  const command = next && nextCommand(next, context.commandName);
  const flag = `--check ${offer ? shellQuote(offer.typed) : 'NAME=COMMAND'}`;
  return `No check proves the end of this run, so it can end as claimed at most. With a check: ${command ?? flag}`;
}
