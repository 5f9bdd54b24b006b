import { basename, dirname, extname, join } from 'node:path';
import {
  renderHeatMapSvg,
  renderJson,
  renderMarkdown,
  renderReport,
  type Report,
  type Unread,
} from '@loopwright/report';
import { type LivePage, renderPreview, serveReport, writeReport } from '@loopwright/report/node';
import { errorCode } from '../../program/cli-error.ts';
import { createLiveReport } from './live-report.ts';
import { readReport } from './read-report.ts';
import { timeZone } from '../../terminal/local-moments.ts';

/** A report that is followed ends by itself after a day, so that a forgotten one doesn't stay for ever. */
const MAX_WATCH_MS = 24 * 60 * 60 * 1000;

/** How a report is written, by the value of `--format`. */
const renderers: Readonly<Record<'html' | 'md' | 'svg' | 'json', (report: Report) => string>> = {
  html: (found) => renderReport(found, 'still', timeZone()),
  md: renderMarkdown,
  svg: renderHeatMapSvg,
  json: renderJson,
};

/** The runs to report on, and where the report goes. */
export interface ReportRequest {
  /** The folder of the project, with the outputs of checks. */
  readonly root: string;
  /** Finds the journals. Asked again while they are followed. */
  readonly runs: () => readonly string[];
  readonly to: File | Print | Watch;
}

interface File {
  readonly format: keyof typeof renderers;
  readonly path: string;
  /** Replaces a regular file that is no report. */
  readonly force?: boolean | undefined;
  /** The address that a page will have. It gets a picture for previews of links, in a file beside it. */
  readonly url?: string | undefined;
}

/** The report is the answer itself, for a pipe. */
interface Print {
  readonly format: keyof typeof renderers;
}

/** How a report is followed. */
interface Watch {
  /** Left out: any free port. */
  readonly port?: number | undefined;
  /** Ends it, as Ctrl-C and the end of the day do. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the address once the page is served there. */
  readonly onServed: (url: string) => void;
}

/** The outcome of a report. */
export type Reported =
  | { readonly status: 'none' }
  /** No journal could be read. */
  | { readonly status: 'unreadable'; readonly unread: readonly Unread[] }
  | {
      readonly status: 'written' | 'printed';
      /** The file, or the report itself. */
      readonly result: string;
      /** The file of the picture for previews. */
      readonly picture?: string | undefined;
      readonly runs: number;
      readonly unread: readonly Unread[];
    }
  | Followed
  | Unwritten;

/** `what` names the act that failed. */
interface Failed {
  readonly status: 'failed';
  readonly what: string;
  readonly code: string;
}

/** A page was followed until Ctrl-C or the end of the day. */
export type Followed = { readonly status: 'watched'; readonly url: string } | Failed;

/** Another file has this name; a regular file can be replaced by force. */
export type Unwritten = { readonly status: 'not-a-report' | 'not-a-file'; readonly path: string } | Failed;

/** Makes the report of one or several runs: writes it to a file, prints it, or serves it and follows the runs. */
export async function report(request: ReportRequest): Promise<Reported> {
  const { root, runs, to } = request;
  const paths = runs();
  if (paths.length === 0) return { status: 'none' };
  const found = readReport(root, paths);
  if (found.runs.length === 0) return { status: 'unreadable', unread: found.unread };
  if ('onServed' in to) return followLive(createLiveReport(root, runs), to);
  const rest = { runs: found.runs.length, unread: found.unread };
  if (!('path' in to)) return { status: 'printed', result: renderers[to.format](found), ...rest };
  const { path, force } = to;
  if (to.url === undefined)
    return put(path, renderers[to.format](found), force) ?? { status: 'written', result: path, ...rest };
  const picture = join(dirname(path), `${basename(path, extname(path))}.png`);
  const place = { page: to.url, picture: new URL(basename(picture), to.url).href };
  return (
    put(picture, renderPreview(found), force) ??
    put(path, renderReport(found, 'still', timeZone(), place), force) ?? {
      status: 'written',
      result: path,
      picture,
      ...rest,
    }
  );
}

/** Writes one file; returns why it could not be written. */
export function put(
  path: string,
  content: string | Uint8Array,
  force: boolean | undefined,
): Unwritten | undefined {
  const written = writeReport(path, content, { force });
  switch (written.status) {
    case 'written':
      return undefined;
    case 'failed':
      return { status: 'failed', what: `write ${path}`, code: written.code };
    default:
      return { status: written.status, path };
  }
}

/** Serves a page on this machine until Ctrl-C or the end of the day. */
export async function followLive(live: LivePage, { port, signal, onServed }: Watch): Promise<Followed> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, interrupt);
  const day = setTimeout(interrupt, MAX_WATCH_MS);
  let url = '';
  try {
    await serveReport(live, {
      port,
      signal: signal ? AbortSignal.any([signal, interruption.signal]) : interruption.signal,
      onListening: (address) => {
        url = address;
        onServed(address);
      },
    });
    return { status: 'watched', url };
  } catch (error) {
    return { status: 'failed', what: `open port ${port ?? 0}`, code: errorCode(error) };
  } finally {
    clearTimeout(day);
    for (const name of signals) process.off(name, interrupt);
  }
}
