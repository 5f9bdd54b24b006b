import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CODE = /\.(?:ts|mjs|cjs)$/;
/** Without the plugin's texts, and the packages for tests. */
const ROOMS = /^(?:packages\/(?!bench|testkit)[^/]+|apps\/cli)\/src\//;
const TEST = /(?:^|\/)test\//;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly startTime: number;
  readonly testResults: readonly { readonly endTime: number }[];
}

/** Reads what the last run of a level wrote down. Throws if it left no report. */
export function readTests(level: 'test' | 'test:deep'): readonly Figure[] {
  const [command, file] =
    level === 'test' ? ['npm test', '.test-report.json'] : ['npm run test:deep', '.test-report.deep.json'];
  const paths = tracked()
    .filter((path) => path.endsWith('/package.json'))
    .map((path) => join(ROOT, path, '..', file))
    .filter((path) => existsSync(path));
  if (paths.length === 0) throw new Error(`\`${command}\` left no report here.`);
  const reports = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report);
  const sum = (count: (report: Report) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const endOf = ({ startTime, testResults }: Report): number =>
    Math.max(startTime, ...testResults.map(({ endTime }) => endTime));
  const [from, to] = [Math.min(...reports.map((one) => one.startTime)), Math.max(...reports.map(endOf))];
  const work = sum((report) => (endOf(report) - report.startTime) / 1000);
  const time: Figure = {
    what: `${command}: time`,
    value: (to - from) / 1000,
    unit: 's',
    ...(level === 'test' && { goal: { kind: 'at most', limit: 300 } as const }),
    measured: `from the first test to the last; ${work.toFixed(0)} s of all packages`,
  };
  // Some package is always at work in one run; kept reports of earlier runs leave gaps.
  const isOneRun = time.value <= 1.2 * work;
  const on = new Date(to).toISOString().slice(0, 10);
  return [
    {
      what: `${command}: tests`,
      value: sum((report) => report.numPassedTests),
      unit: '',
      measured: `of ${reports.length} packages, until ${on}; ${sum((report) => report.numFailedTests)} failed${isOneRun ? '' : '; of several runs, so without a time'}`,
    },
    ...(isOneRun ? [time] : []),
  ];
}

/** Counts what a reader has to read. */
export function countLines(): readonly Figure[] {
  const files = tracked().filter((path) => existsSync(join(ROOT, path)));
  const source = files.filter((path) => CODE.test(path) && ROOMS.test(path));
  const pages = files.filter(
    (path) => path.endsWith('.md') && !/CHANGELOG|(?:^|\/)(?:test|corpus|fixtures|\.changeset)\//.test(path),
  );
  const lines = (paths: readonly string[]): number => count(paths, /\n/g);
  const row = (what: string, value: number, limit: number, measured: string): Figure => ({
    what,
    value,
    unit: '',
    goal: { kind: 'at most', limit },
    measured,
  });
  const tests = files.filter((path) => CODE.test(path) && TEST.test(path));
  return [
    row(
      'lines of source',
      lines(source),
      35_600,
      `${source.length} files of the published packages and the command`,
    ),
    row('lines of tests', lines(tests), 36_000, `${tests.length} files`),
    row('words of prose', count(pages, /\S+/g), 32_000, `${pages.length} pages`),
  ];
}

function count(paths: readonly string[], pattern: RegExp): number {
  return paths.reduce(
    (sum, path) => sum + (readFileSync(join(ROOT, path), 'utf8').match(pattern)?.length ?? 0),
    0,
  );
}

function tracked(): readonly string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter(Boolean);
}
