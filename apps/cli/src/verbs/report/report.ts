import { join, resolve } from 'node:path';
import { listRuns } from '@loopwright/store';
import { findPlace } from '../../session/place.ts';
import { shortId } from '../../session/short-id.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { type Reported, report as makeReport } from './make-report.ts';

/** Makes a page of the project's runs: in a file, or served on this machine and kept up to date. */
export const report: Handler<'report'> = async (context, { words, flags }) => {
  const { root } = findPlace(context);
  if (root === undefined) throw noRun();
  const reported = await makeReport({
    root,
    runs: () => pathsOf(context, root, words),
    to: flags.watch
      ? {
          port: flags.port,
          onServed: (url) => context.messages.write(`Served at ${url} until Ctrl-C.\n`),
        }
      : resolve(context.cwd, flags.out ?? join(root, '.loop', 'report.html')),
  });
  return answerOf(reported);
};

/** The journals that the words name, by the ids of runs or by their paths; without words all of the project. */
function pathsOf({ cwd }: Context, root: string, words: readonly string[]): string[] {
  const listed = listRuns(root);
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
      throw new CliError({ exit: 'error', message: `${reported.what} could not be had: ${reported.code}.` });
    case 'watched':
      return { exit: 'ok', json: { url: reported.url }, text: () => ['No longer served.'] };
    case 'written': {
      const { path, runs, unread } = reported;
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
    next: { words: ['start', 'the spec'] },
  });
}
