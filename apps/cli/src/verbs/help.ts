import { globalFlags, meantText } from '@loopwright/core/flags';
import { flagLines, verbHelpLines } from '../answers/verb-help.ts';
import { exitCodes, usageError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import type { Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import { findVerb, meantVerb, verbGroups, verbs } from '../verbs.ts';

/** Shows every verb, or all about one. */
export const help: Handler<'help'> = (_context, { words: [name] }) => {
  if (name === undefined) return { json: { verbs, flags: globalFlags, exitCodes }, text: helpLines };
  const verb = findVerb(name);
  if (verb) return { json: { verb: name, ...verb }, text: (page) => verbHelpLines(name, verb, page) };
  const meant = meantVerb(name);
  throw usageError(`There is no verb "${name}"${meantText(meant)}`, ['help', ...(meant ? [meant] : [])]);
};

/** Writes what there is: every verb on a line. */
function helpLines(page: Page): string[] {
  return [
    ...wrapText('loop: loops for Claude Code that end when the work is proved done.', page.width),
    '',
    'loop <verb> [words] [--flags]',
    '',
    ...verbLines(page),
    '',
    page.paint('bold', 'Flags of every verb'),
    ...flagLines(globalFlags, page),
    '',
    page.paint('bold', 'Exit codes'),
    ...table(
      Object.values(exitCodes).map(({ code, meaning }): Cell[] => [`  ${String(code).padStart(3)}`, meaning]),
      page,
    ),
    '',
    ...wrapText(
      'loop help <verb> shows all about one, with examples. loop --version shows the version.',
      page.width,
    ),
  ];
}

function verbLines(page: Page): string[] {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  return Object.entries(verbGroups).flatMap(([group, names], index) => [
    ...(index === 0 ? [] : ['']),
    page.paint('bold', group),
    ...table(
      names.map((name): Cell[] => [{ text: `  ${name.padEnd(width)}`, ink: 'cyan' }, verbs[name].summary]),
      page,
    ),
  ]);
}
