import { type Flag, globalFlags, meantText } from '@loopwright/core/flags';
import { exitCodes, usageError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import type { Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import { findVerb, meantVerb, type Verb, verbGroups, verbs } from '../verbs.ts';

/** Shows every verb, or all about one. */
export const help: Handler<'help'> = (_context, { words: [name] }) => {
  if (name === undefined)
    return { exit: 'ok', json: { verbs, flags: globalFlags, exitCodes }, text: helpLines };
  const verb = findVerb(name);
  if (verb)
    return { exit: 'ok', json: { verb: name, ...verb }, text: (page) => verbHelpLines(name, verb, page) };
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

/** Writes all about one verb. */
function verbHelpLines(name: string, verb: Verb, page: Page): string[] {
  const { summary, words, flags, examples, notes = [] } = verb;
  return [
    ...wrapText(`${summary}.`, page.width),
    '',
    `loop ${name}${words === '' ? '' : ` ${words}`}${flags.length > 0 ? ' [--flags]' : ''}`,
    ...(flags.length > 0 ? ['', page.paint('bold', 'Flags'), ...flagLines(flags, page)] : []),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrapText(note, page.width))] : []),
    '',
    page.paint('bold', examples.length === 1 ? 'Example' : 'Examples'),
    ...examples.flatMap(([command, meaning]) => [
      ...wrapText(`  ${page.paint('cyan', command)}`, page.width),
      ...wrapText(meaning, page.width - 4).map((line) => `    ${line}`),
    ]),
    '',
    ...wrapText(
      `Besides: ${globalFlags.map((flag) => `--${flag.name}`).join(', ')}. See loop help.`,
      page.width,
    ),
  ];
}

function flagLines(flags: readonly Flag[], page: Page): string[] {
  return table(
    flags.map(({ name, value, values, summary }): Cell[] => [
      { text: `  --${name}${value === undefined ? '' : ` ${value}`}`, ink: 'cyan' },
      values ? `${summary}: ${values.join(', ')}` : summary,
    ]),
    page,
  );
}
