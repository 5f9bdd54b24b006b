import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '@loopwright/fleet';
import { type FleetReport, renderFleet, renderFleetMarkdown, type RunReport } from '@loopwright/report';
import { listRuns } from '@loopwright/store';
import type { Answer, Context, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { openFile } from '../../session/open-file.ts';
import { followLive, put } from '../report/make-report.ts';
import { readReport } from '../report/read-report.ts';
import { unwritten } from '../report/report.ts';
import { timeZone } from '../../terminal/local-moments.ts';
import type { FleetPackage } from './open-fleet.ts';

const DEFAULT_FILE = 'fleet-report.html';
/** Heat maps are shown for the jobs that were active last. */
const MAX_MAPS = 200;
const EVERY_MS = 2000;

/** Makes one page over all jobs of a fleet: in a file, as Markdown, or served on this machine and kept up to date. */
export async function reportFleet(
  context: Context,
  { flags }: Request<'fleet'>,
  file: string | undefined,
  { fleet, fleets }: { readonly fleet: Fleet; readonly fleets: FleetPackage },
): Promise<Answer> {
  if (flags.watch && file !== undefined)
    throw new CliError({ exit: 'usage', message: '--watch serves the page, and writes no file.' });
  if (file === '-' && context.flags.json)
    throw new CliError({ exit: 'usage', message: '- and --json both need standard output.' });
  const read = createReader(fleet, fleets.unpackFolder);
  if (flags.watch) return watched(context, flags, read);
  const report = await read(context.now());
  if (file === '-') return { exit: 'ok', json: {}, text: () => [renderFleetMarkdown(report).trimEnd()] };
  const path = resolve(context.cwd, file ?? DEFAULT_FILE);
  const content =
    extname(path) === '.md' ? renderFleetMarkdown(report) : renderFleet(report, 'still', timeZone());
  const problem = put(path, content, flags.force);
  if (problem) throw unwritten(problem);
  const isOpened = !flags.open || (await openFile(path, context.env));
  return {
    exit: 'ok',
    json: { path, jobs: report.jobs.length },
    text: () => [
      `The report of ${report.jobs.length === 1 ? 'one job' : `${report.jobs.length} jobs`} is in ${path}.`,
      ...(isOpened ? [] : ['No program here opens it.']),
    ],
    next: { words: ['fleet', 'report', '--watch'], when: 'to follow the fleet live' },
  };
}

type Reader = (at: number) => Promise<FleetReport>;

async function watched(context: Context, flags: Request<'fleet'>['flags'], read: Reader): Promise<Answer> {
  let report = await read(context.now());
  let [version, seen] = [0, contentOf(report)];
  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    for (;;) {
      await wait(EVERY_MS, undefined, { signal: stop.signal });
      // A store that is away for a while leaves the page as it is.
      const next = await read(context.now()).catch(() => report);
      if (contentOf(next) === seen) continue;
      [report, seen] = [next, contentOf(next)];
      version += 1;
    }
  };
  const following = follow().catch(() => undefined);
  const ended = await followLive(
    { version: () => String(version), page: () => renderFleet(report, 'live', timeZone()) },
    {
      port: flags.port,
      onServed: (url) => {
        context.messages.write(`Served at ${url} until Ctrl-C.\n`);
        if (flags.open) void openFile(url, context.env);
      },
    },
  );
  stop.abort();
  await following;
  if (ended.status === 'failed') throw unwritten(ended);
  return { exit: 'ok', json: { url: ended.url }, text: () => ['No longer served.'] };
}

/** Everything but the time of the report. */
function contentOf({ at: _at, ...content }: FleetReport): string {
  return JSON.stringify(content);
}

/** Reads the fleet, and each journal once after each change. */
function createReader(fleet: Fleet, unpack: FleetPackage['unpackFolder']): Reader {
  const known = new Map<string, { readonly stamp: string; readonly run: RunReport | undefined }>();
  return async (at) => {
    const { jobs, agents, accounts, budget } = await fleet.state();
    const recent = jobs
      .filter(({ iteration }) => iteration !== null)
      .toSorted((one, other) => (other.endedAt?.getTime() ?? at) - (one.endedAt?.getTime() ?? at))
      .slice(0, MAX_MAPS);
    for (const { key, attempts, iteration, state } of recent) {
      const stamp = `${attempts} ${iteration} ${state}`;
      if (known.get(key)?.stamp === stamp) continue;
      const bundle = await fleet.bundle(key);
      known.set(key, { stamp, run: bundle && (await readRun(bundle.content, unpack)) });
    }
    return {
      at,
      budget,
      jobs: jobs.map((job) => ({
        ...job,
        usd: job.spentUsd,
        startedAt: job.startedAt?.getTime() ?? null,
        endedAt: job.endedAt?.getTime() ?? null,
        run: known.get(job.key)?.run,
      })),
      agents,
      shut: accounts.flatMap(({ name, shutUntil, reason }) =>
        shutUntil ? [{ name, until: shutUntil.getTime(), reason }] : [],
      ),
    };
  };
}

/** The loop of a stored journal; undefined if it can't be read, because another machine wrote it. */
async function readRun(
  content: Uint8Array,
  unpack: FleetPackage['unpackFolder'],
): Promise<RunReport | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-fleet-report-'));
  try {
    mkdirSync(join(folder, '.loop'));
    await unpack(content, join(folder, '.loop'));
    const { runs } = readReport(
      folder,
      listRuns(folder).map(({ path }) => path),
    );
    return runs[0];
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
