import { join, resolve } from 'node:path';
import { listRuns } from '@loopwright/store';
import { openFile } from './open-file.ts';
import { findPlace } from '../../session/place.ts';
import { shortId } from '../../session/run-summary.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { type Reported, report as makeReport, type Unwritten } from './make-report.ts';

/** Makes a report of the project's runs: in a file, once or written anew while they go on, or on standard output. */
export const report: Handler<'report'> = async (context, { words, flags }) => {
  const { root } = findPlace(context);
  if (root === undefined) throw noRun();
  const { format = 'html', out } = flags;
  const isPrinted = out === '-';
  if (flags.watch && (format !== 'html' || isPrinted))
    throw new CliError({
      exit: 'usage',
      message: '--watch keeps a page in a file up to date, and knows no other format.',
    });
  if (isPrinted && flags.open)
    throw new CliError({ exit: 'usage', message: '--open needs a file, and --out - writes none.' });
  if (isPrinted && context.flags.json)
    throw new CliError({ exit: 'usage', message: '--out - and --json both need standard output.' });
  const path = resolve(context.cwd, out ?? join(root, '.loop', `report.${format}`));
  const onWritten = (): void => {
    context.messages.write(`Kept up to date in ${path} until Ctrl-C.\n`);
    if (flags.open) void openFile(path, context.env);
  };
  const reported = await makeReport({
    root,
    runs: () => pathsOf(context, root, words),
    to: isPrinted
      ? { format }
      : { format, path, force: flags.force, watch: flags.watch ? { onWritten } : undefined },
  });
  const answer = answerOf(reported);
  if (
    !flags.open ||
    flags.watch ||
    reported.status !== 'written' ||
    (await openFile(reported.result, context.env))
  )
    return answer;
  return { ...answer, text: (page) => [...answer.text(page), 'No program here opens it.'] };
};

/** The journals that the words name, by the ids of runs or by their paths; without words all of the project. */
function pathsOf({ cwd }: Context, root: string, words: readonly string[]): string[] {
  const listed = listRuns(root).filter(({ foreign }) => !foreign);
  if (words.length === 0) return listed.map(({ path }) => path);
  return words.map((word) => {
    const found = listed.filter(({ run }) => run?.id.startsWith(word));
    if (found.length > 1) {
      const ids = found.map(({ run }) => shortId(run?.id ?? '')).join(', ');
      throw new CliError({ exit: 'usage', message: `Several runs begin with ${word}: ${ids}.` });
    }
    return found[0]?.path ?? resolve(cwd, word);
  });
}

function answerOf(reported: Reported): Awaited<ReturnType<Handler<'report'>>> {
  switch (reported.status) {
    case 'none':
      throw noRun();
    case 'unreadable':
      throw new CliError({
        exit: 'error',
        message: 'None of the journals could be read.',
        details: reported.unread.map(({ name, reason }) => `${name}: ${reason}`),
        next: { words: ['doctor'] },
      });
    case 'failed':
    case 'not-a-report':
    case 'not-a-file':
      throw unwritten(reported);
    case 'printed':
      return { exit: 'ok', json: {}, text: () => [reported.result.trimEnd()] };
    case 'written': {
      const { result: path, runs, unread } = reported;
      return {
        exit: 'ok',
        json: { path, runs, unread: unread.map((one) => one.name) },
        text: () => [
          `The report of ${runs === 1 ? 'one run' : `${runs} runs`} is in ${path}.`,
          ...unread.map((one) => `Not in it: ${one.name} (${one.reason}).`),
        ],
        next: { words: ['report', '--watch'], when: 'to follow a run live' },
      };
    }
  }
}

function noRun(): CliError {
  return new CliError({
    exit: 'no-loop',
    message: 'There is no run here to report on.',
    next: { words: ['help', 'start'] },
  });
}

/** Why a report could not be written. */
export function unwritten(reported: Unwritten): CliError {
  switch (reported.status) {
    case 'failed':
      return new CliError({ exit: 'error', message: `Could not ${reported.what}: ${reported.code}.` });
    case 'not-a-report':
      return new CliError({
        exit: 'error',
        message: `${reported.path} exists and is no report, so it was not replaced.`,
        next: { advice: 'choose another --out, or replace it with --force' },
      });
    case 'not-a-file':
      return new CliError({
        exit: 'error',
        message: `${reported.path} is a link, a folder or a device. A report replaces no such thing.`,
        next: { advice: 'choose another --out' },
      });
  }
}
