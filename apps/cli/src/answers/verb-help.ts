import { type Flag, globalFlags } from '@loopwright/core/flags';
import type { Page } from '../terminal/page.ts';
import { type Cell, table } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import type { Verb } from '../verbs.ts';

/** Writes all about one verb. */
export function verbHelpLines(name: string, verb: Omit<Verb, 'load'>, page: Page): string[] {
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

/** Writes flags, each on a line of a table. */
export function flagLines(flags: readonly Flag[], page: Page): string[] {
  return table(
    flags.map(({ name, value, values, summary }): Cell[] => [
      { text: `  --${name}${value === undefined ? '' : ` ${value}`}`, ink: 'cyan' },
      values ? `${summary}: ${values.join(', ')}` : summary,
    ]),
    page,
  );
}
