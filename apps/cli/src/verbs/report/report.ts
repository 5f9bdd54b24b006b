import { join, resolve } from 'node:path';
import { countOf } from '@loopwright/core';
import { renderJson, renderMarkdown, renderReport, type Report } from '@loopwright/report';
import { listRuns } from '@loopwright/store';
import { CliError, usageError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { findPlace } from '../../session/place.ts';
import { shortId } from '../../session/run-summary.ts';
import { readReport } from './read-report.ts';
import { writePage } from './write-page.ts';

/** How a report is written, by the value of `--format`. */
const renderers: Readonly<
  Record<'html' | 'md' | 'json', (report: Report, reloadSeconds?: number) => string>
> = {
  html: (found, reloadSeconds) => renderReport(found, { timeZone: timeZone(), reloadSeconds }),
  md: (found) => renderMarkdown(found),
  json: renderJson,
};

/** The name of this machine's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Makes a report of the project's runs: in a file, once or written anew while they go on, or on standard output. */
export const report: Handler<'report'> = async (context, { words, flags }) => {
  const { root } = findPlace(context);
  if (root === undefined) throw noRun();
  const { format = 'html', out } = flags;
  const isPrinted = out === '-';
  if (flags.watch && (format !== 'html' || isPrinted))
    throw usageError('--watch keeps a page in a file up to date, and knows no other format.');
  if (isPrinted && flags.open) throw usageError('--open needs a file, and --out - writes none.');
  if (isPrinted && context.flags.json) throw usageError('--out - and --json both need standard output.');
  const read = (): Report => readReport(root, pathsOf(context, root, words));
  const found = readable(read());
  if (isPrinted) return { json: {}, text: () => [renderers[format](found).trimEnd()] };
  const path = resolve(context.cwd, out ?? join(root, '.loop', `report.${format}`));
  const render = (seconds?: number): string => renderers[format](flags.watch ? read() : found, seconds);
  const more = await writePage(context, path, flags, render);
  const { runs, unread } = found;
  return {
    json: { path, runs: runs.length, unread: unread.map(({ name }) => name) },
    text: () => [
      `The report of ${runs.length === 1 ? 'one run' : countOf(runs.length, 'run')} is in ${path}.`,
      ...unread.map(({ name, reason }) => `Not in it: ${name} (${reason}).`),
      ...more,
    ],
    next: { words: ['report', '--watch'], when: 'to follow a run live' },
  };
};

/** The journals that the words name, by the ids of runs or by their paths; without words all of the project. */
function pathsOf({ cwd }: Context, root: string, words: readonly string[]): string[] {
  const listed = listRuns(root).filter(({ foreign }) => !foreign);
  if (words.length === 0) return listed.map(({ path }) => path);
  return words.map((word) => {
    const found = listed.filter(({ run }) => run?.id.startsWith(word));
    if (found.length > 1) {
      const ids = found.map(({ run }) => shortId(run?.id ?? '')).join(', ');
      throw usageError(`Several runs begin with ${word}: ${ids}.`);
    }
    return found[0]?.path ?? resolve(cwd, word);
  });
}

/** Throws `CliError` for a report without a run. */
function readable(found: Report): Report {
  if (found.runs.length > 0) return found;
  if (found.unread.length === 0) throw noRun();
  throw new CliError({
    message: 'None of the journals could be read.',
    details: found.unread.map(({ name, reason }) => `${name}: ${reason}`),
    next: { words: ['doctor'] },
  });
}

function noRun(): CliError {
  return new CliError({
    exit: 'no-loop',
    message: 'There is no run here to report on.',
    next: { words: ['help', 'start'] },
  });
}
