import { setTimeout as wait } from 'node:timers/promises';
import { renderJson, renderMarkdown, renderReport, type Report, type Unread } from '@loopwright/report';
import { writeReport } from '@loopwright/report/node';
import { readReport } from './read-report.ts';
import { timeZone } from '../../terminal/local-moments.ts';

/** A report that is followed ends by itself after a day, so that a forgotten one doesn't stay for ever. */
const MAX_WATCH_MS = 24 * 60 * 60 * 1000;
/** A followed page is written, and loads itself again, this often. */
const WATCH_SECONDS = 5;

/** How a report is written, by the value of `--format`. */
const renderers: Readonly<
  Record<'html' | 'md' | 'json', (report: Report, reloadSeconds?: number) => string>
> = {
  html: (found, reloadSeconds) => renderReport(found, { timeZone: timeZone(), reloadSeconds }),
  md: (found) => renderMarkdown(found),
  json: renderJson,
};

/** The runs to report on, and where the report goes. */
export interface ReportRequest {
  /** The folder of the project, with the outputs of checks. */
  readonly root: string;
  /** Finds the journals. Asked again while they are followed. */
  readonly runs: () => readonly string[];
  readonly to: File | Print;
}

interface File {
  readonly format: keyof typeof renderers;
  readonly path: string;
  /** Replaces a regular file that is no report. */
  readonly force?: boolean | undefined;
  /** Writes the page anew while the runs go on. */
  readonly watch?: Watch | undefined;
}

/** The report is the answer itself, for a pipe. */
interface Print {
  readonly format: keyof typeof renderers;
}

/** How a report is followed. */
interface Watch {
  /** Ends it, as Ctrl-C and the end of the day do. */
  readonly signal?: AbortSignal | undefined;
  /** Called once the first page is written. */
  readonly onWritten: () => void;
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
      readonly runs: number;
      readonly unread: readonly Unread[];
    }
  | Unwritten;

/** `what` names the act that failed. */
interface Failed {
  readonly status: 'failed';
  readonly what: string;
  readonly code: string;
}

/** Another file has this name; a regular file can be replaced by force. */
export type Unwritten = { readonly status: 'not-a-report' | 'not-a-file'; readonly path: string } | Failed;

/** Makes the report of one or several runs: writes it to a file, once or as long as it is followed, or prints it. */
export async function report(request: ReportRequest): Promise<Reported> {
  const { root, runs, to } = request;
  const paths = runs();
  if (paths.length === 0) return { status: 'none' };
  const found = readReport(root, paths);
  if (found.runs.length === 0) return { status: 'unreadable', unread: found.unread };
  const rest = { runs: found.runs.length, unread: found.unread };
  if (!('path' in to)) return { status: 'printed', result: renderers[to.format](found), ...rest };
  const { path, force, format, watch } = to;
  const problem = watch
    ? await keepWriting(
        (seconds) => put(path, renderers[format](readReport(root, runs()), seconds), force),
        watch,
      )
    : put(path, renderers[format](found), force);
  return problem ?? { status: 'written', result: path, ...rest };
}

/** Writes one file; returns why it could not be written. */
export function put(path: string, content: string, force: boolean | undefined): Unwritten | undefined {
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

/**
 * Writes a page that reloads itself, again and again until Ctrl-C or the end of the day, and last one that stays as it
 * is. Ends with the first problem.
 */
export async function keepWriting(
  write: (reloadSeconds?: number) => Promise<Unwritten | undefined> | Unwritten | undefined,
  { signal, onWritten }: Watch,
): Promise<Unwritten | undefined> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, interrupt);
  const end = AbortSignal.any([
    interruption.signal,
    AbortSignal.timeout(MAX_WATCH_MS),
    ...(signal ? [signal] : []),
  ]);
  try {
    for (let isFirst = true; !end.aborted; isFirst = false) {
      const problem = await write(WATCH_SECONDS);
      if (problem) return problem;
      if (isFirst) onWritten();
      await wait(WATCH_SECONDS * 1000, undefined, { signal: end }).catch(() => undefined);
    }
    return await write();
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
