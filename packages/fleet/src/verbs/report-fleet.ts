import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { RunReport } from '@loopwright/report';
import { listRuns } from '@loopwright/store';
import { type Answer, readReport, usageError, writePage } from 'loopwright/src/parts.ts';
import { unpackFolder } from '../agent/bundle.ts';
import { idOf } from '../decide/order-needs.ts';
import type { Fleet } from '../model/fleet.ts';
import type { FleetReport } from '../page/fleet-report.ts';
import { renderFleet } from '../page/render-fleet.ts';
import { renderFleetMarkdown } from '../page/render-fleet-markdown.ts';
import type { Call } from './fleet.ts';

const DEFAULT_FILE = 'fleet-report.html';
/** Heat maps are shown for the jobs that were active last. */
const MAX_MAPS = 200;

/** Makes one page over all jobs of a fleet: in a file, once or written anew while they go on, or as Markdown. */
export async function reportFleet(
  fleet: Fleet,
  { context, flags, words: [file = DEFAULT_FILE] }: Call,
): Promise<Answer> {
  const path = resolve(context.cwd, file);
  const isMarkdown = file === '-' || extname(path) === '.md';
  if (flags.watch && isMarkdown) throw usageError('--watch keeps a page up to date, and writes no Markdown.');
  if (file === '-' && context.flags.json) throw usageError('- and --json both need standard output.');
  const read = createReader(fleet);
  let report = await read(context.now());
  if (file === '-') return { json: {}, text: () => [renderFleetMarkdown(report).trimEnd()] };
  const more = await writePage(context, path, flags, async (reloadSeconds) => {
    // A store that is away for a while leaves the page as it is.
    if (flags.watch) report = await read(context.now()).catch(() => report);
    return isMarkdown
      ? renderFleetMarkdown(report)
      : renderFleet(report, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, reloadSeconds });
  });
  return {
    json: { path, jobs: report.jobs.length },
    text: () => [
      `The report of ${report.jobs.length === 1 ? 'one job' : `${report.jobs.length} jobs`} is in ${path}.`,
      ...more,
    ],
    next: { words: ['fleet', 'report', '--watch'], when: 'to follow the fleet live' },
  };
}

/** Reads the fleet, and each journal once after each change. */
function createReader(fleet: Fleet): (at: number) => Promise<FleetReport> {
  const known = new Map<string, { readonly stamp: string; readonly run: RunReport | undefined }>();
  return async (at) => {
    const state = await fleet.state();
    const recent = state.jobs
      .filter(({ iteration }) => iteration !== null)
      .toSorted((one, other) => (other.endedAt?.getTime() ?? at) - (one.endedAt?.getTime() ?? at))
      .slice(0, MAX_MAPS);
    for (const job of recent) {
      const { attempts, iteration } = job;
      const key = idOf(job);
      const stamp = `${attempts} ${iteration} ${job.state}`;
      if (known.get(key)?.stamp === stamp) continue;
      const bundle = await fleet.bundle(key);
      known.set(key, { stamp, run: bundle && (await readRun(bundle.content)) });
    }
    const jobs = state.jobs.map((job) => ({ ...job, run: known.get(idOf(job))?.run }));
    return { ...state, at, jobs };
  };
}

/** The loop of a stored journal; undefined if it can't be read, because another machine wrote it. */
async function readRun(content: Uint8Array): Promise<RunReport | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-fleet-report-'));
  try {
    mkdirSync(join(folder, '.loop'));
    await unpackFolder(content, join(folder, '.loop'));
    const paths = listRuns(folder).map(({ path }) => path);
    return readReport(folder, paths).runs[0];
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
