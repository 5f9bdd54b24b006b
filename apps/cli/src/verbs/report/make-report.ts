import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../program/error-code.ts';
import { createLiveReport } from './live-report.ts';
import { readReport } from './read-report.ts';
import { renderReport, type Unread } from '@loopwright/report';
import { serveReport } from '@loopwright/report/node';

/** A report that is followed ends by itself after a day, so that a forgotten one doesn't stay for ever. */
const MAX_WATCH_MS = 24 * 60 * 60 * 1000;

/** The runs to report, and the target. */
export interface ReportRequest {
  /** The project that stores the outputs of checks. */
  readonly root: string;
  /** Finds the journals, as `listRuns` names them or wherever they lie. Asked again while they are followed. */
  readonly runs: () => readonly string[];
  /** The file to write, or how the page is served instead while it follows the runs. */
  readonly to: string | Watch;
}

/** How a report is followed. */
export interface Watch {
  /** Left out: one that is free. */
  readonly port?: number | undefined;
  /** Ends it, like Ctrl-C or the time limit of a day. */
  readonly signal?: AbortSignal | undefined;
  /** Told the address, once it is served there. */
  readonly onServed: (url: string) => void;
}

/** The result of a report. */
export type Reported =
  | { readonly status: 'none' }
  /** Not one of the journals could be read. */
  | { readonly status: 'unreadable'; readonly unread: readonly Unread[] }
  | {
      readonly status: 'written';
      readonly path: string;
      readonly runs: number;
      readonly unread: readonly Unread[];
    }
  /** The server ran until an interruption or the time limit. */
  | { readonly status: 'watched'; readonly url: string }
  /** The file could not be written, or the port not be had. */
  | { readonly status: 'failed'; readonly what: string; readonly code: string };

/** Makes the report of one or several runs: writes it to a file, or serves it and follows the runs. */
export async function report(request: ReportRequest): Promise<Reported> {
  const { root, runs, to } = request;
  const paths = runs();
  if (paths.length === 0) return { status: 'none' };
  const found = readReport(root, paths);
  if (found.runs.length === 0) return { status: 'unreadable', unread: found.unread };
  if (typeof to !== 'string') return followed(request, to);
  const code = place(to, renderReport(found));
  if (code !== undefined) return { status: 'failed', what: to, code };
  return { status: 'written', path: to, runs: found.runs.length, unread: found.unread };
}

async function followed({ root, runs }: ReportRequest, { port, signal, onServed }: Watch): Promise<Reported> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, interrupt);
  const day = setTimeout(interrupt, MAX_WATCH_MS);
  let url = '';
  try {
    await serveReport(createLiveReport(root, runs), {
      port,
      signal: signal ? AbortSignal.any([signal, interruption.signal]) : interruption.signal,
      onListening: (address) => {
        url = address;
        onServed(address);
      },
    });
    return { status: 'watched', url };
  } catch (error) {
    return { status: 'failed', what: `port ${port ?? 0}`, code: errorCode(error) };
  } finally {
    clearTimeout(day);
    for (const name of signals) process.off(name, interrupt);
  }
}

/** Writes a page atomically, readable by its owner only. Returns the code of an error. */
function place(path: string, page: string): string | undefined {
  const temp = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temp, page, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(temp, path);
    return undefined;
  } catch (error) {
    rmSync(temp, { force: true });
    return errorCode(error);
  }
}
