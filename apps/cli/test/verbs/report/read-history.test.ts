import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { archiveRun, listRuns, startRun } from '@loopwright/store';
import { expect, it } from 'vitest';
import { readHistory, type HistoryRead } from '../../../src/verbs/report/read-history.ts';
import { toReports } from '@loopwright/report';
import { stuckRun, verifiedRun } from '../../../../../packages/report/test/support/histories.ts';
import { writeJournal } from './journal.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SESSION = '3f0c2b9e-1111-4222-8333-444455556666';

function historyOf(read: HistoryRead): Extract<HistoryRead, { ok: true }>['history'] {
  if (!read.ok) throw new Error(read.unread.reason);
  return read.history;
}

it('reads the records of a journal with the outputs of its checks', () => {
  const root = tempFolder();
  const built = verifiedRun();
  const path = writeJournal(root, built, SESSION);
  const [read] = toReports(historyOf(readHistory(root, path)));
  const [made] = toReports({ ...built.build(), commits: [] });
  expect({ ...read, session: made?.session }).toEqual(made);
});

it('reads the journals that the project lists', () => {
  const root = tempFolder();
  writeJournal(root, stuckRun(), SESSION);
  expect(listRuns(root).map(({ path }) => readHistory(root, path).ok)).toEqual([true]);
});

it('reads a run that was put away, with its outputs', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  const archived = archiveRun({ root, sessionId: SESSION });
  if (archived.status !== 'archived') throw new Error('not archived');
  const [run] = toReports(historyOf(readHistory(root, join(archived.folder, path.split('/').at(-1) ?? ''))));
  expect(run?.outcome.kind).toBe('verified');
  expect(run?.evidence.head.some(({ tail }) => tail?.includes('29 passed'))).toBe(true);
});

it('reads a journal in numbered files', () => {
  const root = tempFolder();
  const [first] = verifiedRun().steps.map(({ record }) => record.command);
  if (first?.type !== 'start') throw new Error('expected a start');
  const started = startRun({ root, sessionId: SESSION }, { ...first, session: SESSION }, 'numbered');
  if (started.status !== 'started') throw new Error(started.status);
  started.opened.close();
  expect(toReports(historyOf(readHistory(root, started.opened.path)))).toHaveLength(1);
});

it('leaves damaged lines out, counts them, and tells the rest', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  const lines = readFileSync(path, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line !== '');
  lines[last] = (lines[last] ?? '').replace('"type"', '"tpye"');
  writeFileSync(path, lines.join('\n'), { mode: 0o600 });
  appendFileSync(path, '\ntorn');
  const history = historyOf(readHistory(root, path));
  expect([history.ignored, toReports(history)[0]?.outcome.kind]).toEqual([1, 'active']);
});

it('says that an output is gone, and does not make one up', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  rmSync(join(root, '.loop', 'evidence'), { recursive: true });
  const history = historyOf(readHistory(root, path));
  expect(toReports(history)[0]?.evidence.head.map(({ tail }) => tail)).toEqual(
    expect.not.arrayContaining([expect.any(String)]),
  );
});

it('has nothing to tell of a journal without a whole record', () => {
  const root = tempFolder();
  const path = join(root, 'empty.jsonl');
  writeFileSync(path, 'not a journal\n', { mode: 0o600 });
  expect(toReports(historyOf(readHistory(root, path)))).toEqual([]);
});

it.each([
  ['absent', 'it is not there', () => undefined],
  [
    'a folder by the name of a file',
    "it is not a plain file of this user's with one name",
    (path: string) => mkdirSync(path),
  ],
  [
    'a second name of another file',
    "it is not a plain file of this user's with one name",
    (path: string) => {
      writeFileSync(`${path}.other`, '', { mode: 0o600 });
      linkSync(`${path}.other`, path);
    },
  ],
  [
    'too large',
    'it is larger than 8 MiB',
    (path: string) => writeFileSync(path, Buffer.alloc(8 * 1024 * 1024 + 1), { mode: 0o600 }),
  ],
])('answers with the reason where a journal is %s', (_name, reason, make) => {
  const path = join(tempFolder(), 'a.jsonl');
  make(path);
  expect(readHistory('/nowhere', path)).toEqual({ ok: false, unread: { name: 'a.jsonl', reason } });
});

it('changes nothing', () => {
  const root = tempFolder();
  const path = writeJournal(root, verifiedRun(), SESSION);
  const before = readFileSync(path);
  renameSync(join(root, '.loop', 'evidence'), join(root, '.loop', 'moved'));
  readHistory(root, path);
  expect(readFileSync(path).equals(before)).toBe(true);
});
