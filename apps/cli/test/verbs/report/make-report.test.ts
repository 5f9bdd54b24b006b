import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRuns } from '@loopwright/store';
import { describe, expect, it } from 'vitest';
import { report, type ReportRequest } from '../../../src/verbs/report/make-report.ts';
import { stuckRun, verifiedRun } from '../../../../../packages/report/test/support/histories.ts';
import { writeJournal } from './journal.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function requestFor(root: string, to?: ReportRequest['to']): ReportRequest {
  return {
    root,
    runs: () => listRuns(root).map(({ path }) => path),
    to: to ?? { format: 'html', path: join(root, 'report.html') },
  };
}

function project(): string {
  const root = tempFolder();
  writeJournal(root, verifiedRun(), 'session-a');
  return root;
}

describe('a report', () => {
  it('goes to a file and takes the place of an older report, but of no other file', async () => {
    const root = project();
    const path = join(root, 'report.html');
    const written = { status: 'written', result: path, runs: 1, unread: [] };
    expect(await report(requestFor(root))).toEqual(written);
    expect(await report(requestFor(root))).toEqual(written);
    expect(readFileSync(path, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    writeFileSync(path, 'mine');
    expect(await report(requestFor(root))).toEqual({ status: 'not-a-report', path });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await report(requestFor(root, { format: 'html', path, force: true }))).toEqual(written);
    expect(readdirSync(root).toSorted()).toEqual(['.loop', 'report.html']);
  });

  it('writes to no link, even by force', async () => {
    const root = project();
    const path = join(root, 'report.html');
    writeFileSync(join(root, 'precious.txt'), 'precious');
    symlinkSync('precious.txt', path);
    expect(await report(requestFor(root, { format: 'html', path, force: true }))).toEqual({
      status: 'not-a-file',
      path,
    });
    expect(readFileSync(join(root, 'precious.txt'), 'utf8')).toBe('precious');
  });

  it.each([
    ['html', /^<!doctype html>/],
    ['md', /^<!-- loopwright-report -->\n### ✓ Done and proved/],
    ['json', /^\{\n {2}"generator": "loopwright-report",/],
  ] as const)('is printed as %s', async (format, beginning) => {
    expect(await report(requestFor(project(), { format }))).toMatchObject({
      status: 'printed',
      result: expect.stringMatching(beginning),
    });
  });

  it('tells of several runs, newest first, and of journals that could not be read', async () => {
    const root = project();
    writeJournal(root, stuckRun(), 'session-b');
    writeFileSync(join(root, '.loop', 'runs', '0123456789abcdef.jsonl'), Buffer.alloc(9 * 1024 * 1024), {
      mode: 0o600,
    });
    expect(await report(requestFor(root))).toMatchObject({
      status: 'written',
      runs: 2,
      unread: [{ name: '0123456789abcdef.jsonl', reason: 'it is larger than 8 MiB' }],
    });
    const page = readFileSync(join(root, 'report.html'), 'utf8');
    expect(page.indexOf('>run-0b52<')).toBeLessThan(page.indexOf('>run-7f3a<'));
  });

  it('reports no runs in an empty project', async () => {
    expect(await report(requestFor(tempFolder()))).toEqual({ status: 'none' });
  });

  it('says so where nothing could be read', async () => {
    const root = project();
    const runs = (): string[] => [join(root, 'gone.jsonl')];
    expect(await report({ ...requestFor(root), runs })).toEqual({
      status: 'unreadable',
      unread: [{ name: 'gone.jsonl', reason: 'it is not there' }],
    });
  });

  it('says which file could not be written, and leaves nothing beside it', async () => {
    const root = project();
    mkdirSync(join(root, 'taken', 'full'), { recursive: true });
    const path = join(root, 'taken');
    expect(await report(requestFor(root, { format: 'html', path }))).toEqual({ status: 'not-a-file', path });
    const nowhere = join(root, 'no', 'where.html');
    expect(await report(requestFor(root, { format: 'html', path: nowhere }))).toMatchObject({
      status: 'failed',
      what: `write ${nowhere}`,
      code: 'ENOENT',
    });
    expect(readdirSync(root).toSorted()).toEqual(['.loop', 'taken']);
  });
});

describe('a report that is followed', () => {
  it('is written again and again with what is new, and at last as a page that stays as it is', async () => {
    const root = project();
    const path = join(root, 'report.html');
    const pages: string[] = [];
    const end = new AbortController();
    const onWritten = (): void => {
      pages.push(readFileSync(path, 'utf8'));
      writeJournal(root, stuckRun(), 'session-b');
      end.abort();
    };
    const watch = { signal: end.signal, onWritten };
    expect(await report(requestFor(root, { format: 'html', path, watch }))).toMatchObject({
      status: 'written',
      result: path,
    });
    pages.push(readFileSync(path, 'utf8'));
    expect(pages.map((page) => [page.includes('<script>'), page.includes('run-0b52')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('ends on Ctrl-C and leaves no listener behind', async () => {
    const before = process.listenerCount('SIGINT');
    const root = project();
    const onWritten = (): void => void process.emit('SIGINT', 'SIGINT');
    const to = { format: 'html', path: join(root, 'report.html'), watch: { onWritten } } as const;
    expect(await report(requestFor(root, to))).toMatchObject({ status: 'written' });
    expect(process.listenerCount('SIGINT')).toBeLessThanOrEqual(before);
  });
});
