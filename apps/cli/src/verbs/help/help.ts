import { globalFlags, meantText } from '@loopwright/core/flags';
import { helpLines, verbHelpLines } from './help-lines.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Handler } from '../../program/context.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { findVerb, meantVerb, verbs } from '../verbs.ts';

/** Shows every verb, or all about one. */
export const help: Handler<'help'> = (_context, { words: [name] }) => {
  if (name === undefined) {
    return {
      exit: 'ok',
      json: { verbs, flags: globalFlags, exitCodes },
      text: helpLines,
    };
  }
  const verb = findVerb(name);
  if (verb)
    return { exit: 'ok', json: { verb: name, ...verb }, text: (page) => verbHelpLines(name, verb, page) };
  const meant = meantVerb(name);
  throw new CliError({
    exit: 'usage',
    message: `There is no verb "${name}"${meantText(meant)}`,
    next: { words: meant === undefined ? ['help'] : ['help', meant] },
  });
};
