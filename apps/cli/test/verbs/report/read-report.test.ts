import { appendFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunReport, toReports } from '@loopwright/report';
import { archiveRun, startRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { stuckRun, verifiedRun } from '../../../../../packages/report/test/support/histories.ts';
import { readReport } from '../../../src/verbs/report/read-report.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { writeJournal } from './journal.ts';

const SESSION = '3f0c2b9e-1111-4222-8333-444455556666';

function runIn(root: string, path: string): RunReport {
  const { runs, unread } = readReport(root, [path]);
  const [run] = runs;
  if (!run) throw new Error(unread[0]?.reason);
  return run;
}

test('a journal is read with the outputs of its checks, and stays as it is', () => {
  const root = tempFolder();
  const built = verifiedRun();
  const path = writeJournal(root, built, SESSION);
  const before = readFileSync(path);
  const [made] = toReports({ ...built.build(), commits: [] });
  expect({ ...runIn(root, path), session: made?.session }).toEqual(made);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('several runs come newest first', () => {
  const root = tempFolder();
  const paths = [writeJournal(root, verifiedRun(), SESSION), writeJournal(root, stuckRun(), 'session-b')];
  expect(readReport(root, paths).runs.map(({ id }) => id)).toEqual(['run-0b52', 'run-7f3a']);
});

test('a run that was put away is read with its outputs', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  const archived = archiveRun({ root, sessionId: SESSION });
  if (archived.status !== 'archived') throw new Error('not archived');
  const run = runIn(root, join(archived.folder, path.split('/').at(-1) ?? ''));
  expect(run.outcome.kind).toBe('verified');
  expect(run.evidence.head.some(({ tail }) => tail?.includes('29 passed'))).toBe(true);
});

test('a journal in numbered files is read', () => {
  const root = tempFolder();
  const [first] = verifiedRun().steps.map(({ record }) => record.command);
  if (first?.type !== 'start') throw new Error('expected a start');
  const started = startRun({ root, sessionId: SESSION }, { ...first, session: SESSION }, 'numbered');
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
  expect(runIn(root, started.opened.path).records).toBe(1);
});

test('damaged lines are left out and counted', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  const lines = readFileSync(path, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line !== '');
  lines[last] = (lines[last] ?? '').replace('"type"', '"tpye"');
  writeFileSync(path, lines.join('\n'), { mode: 0o600 });
  appendFileSync(path, '\ntorn');
  const { ignored, outcome } = runIn(root, path);
  expect([ignored, outcome.kind]).toEqual([1, 'active']);
});

test('an output that is gone is not made up', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  rmSync(join(root, '.loop', 'evidence'), { recursive: true });
  expect(new Set(runIn(root, path).evidence.head.map(({ tail }) => tail))).toEqual(new Set([undefined]));
});

const NO_PLAIN_FILE = "it is not a plain file of this user's with one name";
const write = (text: string | Buffer) => (path: string) => writeFileSync(path, text, { mode: 0o600 });

test.each([
  ['absent', 'it is not there', () => undefined],
  ['a folder', NO_PLAIN_FILE, (path: string) => mkdirSync(path)],
  [
    'a second name of another file',
    NO_PLAIN_FILE,
    (path: string) => {
      write('')(`${path}.other`);
      linkSync(`${path}.other`, path);
    },
  ],
  ['too large', 'it is larger than 8 MiB', write(Buffer.alloc(8 * 1024 * 1024 + 1))],
  ['without a whole record', 'it holds no whole run', write('not a journal\n')],
])('a journal that is %s is named with the reason', (_name, reason, make) => {
  const root = tempFolder();
  const path = join(root, 'a.jsonl');
  make(path);
  expect(readReport(root, [path])).toEqual({ runs: [], unread: [{ name: 'a.jsonl', reason }] });
});
