import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claimRun, listRuns } from '@loopwright/store';
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
    ['svg', /^<!-- loopwright-report -->\n<svg xmlns/],
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
  /** Serves until the given action is done, and returns its result. */
  async function serving(
    root: string,
    act: (url: string) => Promise<void>,
  ): Promise<Awaited<ReturnType<typeof report>>> {
    const end = new AbortController();
    let done: Promise<void> = Promise.resolve();
    const onServed = (url: string): void => {
      done = act(url).finally(() => end.abort());
    };
    const reported = await report(requestFor(root, { signal: end.signal, onServed }));
    await done;
    return reported;
  }

  function takeOver(root: string, path: string): void {
    const claimed = claimRun({ root, sessionId: 'session-b', path, at: Date.UTC(2026, 2, 2) });
    if (claimed.status !== 'claimed') throw new Error(claimed.status);
    claimed.opened.close();
  }

  it('is served on loopback at the address that it tells, until it is ended', async () => {
    const root = project();
    let told = '';
    const reported = await serving(root, async (url) => {
      told = url;
      expect(await (await fetch(url)).text()).toContain('Done and proved');
    });
    expect(told).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect(reported).toEqual({ status: 'watched', url: told });
    await expect(fetch(told)).rejects.toThrow();
  });

  it('follows a run whose journal takes another name as another session takes it over', async () => {
    const root = tempFolder();
    const path = writeJournal(root, stuckRun(), 'session-a');
    await serving(root, async (url) => {
      const before = await (await fetch(url)).text();
      takeOver(root, path);
      const after = await (await fetch(url)).text();
      expect([before, after].map((page) => page.includes('Taken over by session session-b'))).toEqual([
        false,
        true,
      ]);
    });
  });

  it('ends on Ctrl-C and leaves no listener behind', async () => {
    const before = process.listenerCount('SIGINT');
    const onServed = (): void => void process.emit('SIGINT', 'SIGINT');
    const reported = await report(requestFor(project(), { onServed }));
    expect(reported.status).toBe('watched');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('says so where the port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const reported = await report(requestFor(project(), { port, onServed: () => undefined }));
    blocker.close();
    expect(reported).toEqual({ status: 'failed', what: `open port ${port}`, code: 'EADDRINUSE' });
  });
});
