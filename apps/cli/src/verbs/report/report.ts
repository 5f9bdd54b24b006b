import { join, resolve } from 'node:path';
import { listRuns } from '@loopwright/store';
import { openFile } from '../../session/open-file.ts';
import { findPlace } from '../../session/place.ts';
import { shortId } from '../../session/short-id.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { type Reported, report as makeReport, type Unwritten } from './make-report.ts';

/** Makes a report of the project's runs: in a file, on standard output, or served on this machine and kept up to date. */
export const report: Handler<'report'> = async (context, { words, flags }) => {
  const { root } = findPlace(context);
  if (root === undefined) throw noRun();
  const { format = 'html', out } = flags;
  const url = flags.url === undefined ? undefined : addressOf(flags.url);
  if (url !== undefined && (format !== 'html' || out === '-' || flags.watch))
    throw new CliError({
      exit: 'usage',
      message: '--url is for a page in a file, with a picture beside it.',
    });
  if (flags.watch && format !== 'html')
    throw new CliError({ exit: 'usage', message: '--watch serves HTML and knows no other format.' });
  if (out === '-' && flags.open)
    throw new CliError({ exit: 'usage', message: '--open needs a file, and --out - writes none.' });
  if (out === '-' && context.flags.json)
    throw new CliError({ exit: 'usage', message: '--out - and --json both need standard output.' });
  const reported = await makeReport({
    root,
    runs: () => pathsOf(context, root, words),
    to: flags.watch
      ? {
          port: flags.port,
          onServed: (url) => {
            context.messages.write(`Served at ${url} until Ctrl-C.\n`);
            if (flags.open) void openFile(url, context.env);
          },
        }
      : out === '-'
        ? { format }
        : {
            format,
            path: resolve(context.cwd, out ?? join(root, '.loop', `report.${format}`)),
            force: flags.force,
            url,
          },
  });
  const answer = answerOf(reported);
  if (!flags.open || reported.status !== 'written' || (await openFile(reported.result, context.env)))
    return answer;
  return { ...answer, text: (page) => [...answer.text(page), 'No program here opens it.'] };
};

/** An address for others; throws `CliError` for any other text. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  throw new CliError({
    exit: 'usage',
    message:
      '--url is the whole address of the page, such as https://example.com/report.html, without a password.',
  });
}

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
    case 'watched':
      return { exit: 'ok', json: { url: reported.url }, text: () => ['No longer served.'] };
    case 'written': {
      const { result: path, picture, runs, unread } = reported;
      return {
        exit: 'ok',
        json: {
          path,
          ...(picture !== undefined && { picture }),
          runs,
          unread: unread.map((one) => one.name),
        },
        text: () => [
          `The report of ${runs === 1 ? 'one run' : `${runs} runs`} is in ${path}.`,
          ...(picture === undefined ? [] : [`Publish it together with its picture, ${picture}.`]),
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

/** Why a report could not be written or served. */
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
