import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveRun } from '../../src/run/archive-run.ts';
import { claimRun } from '../../src/run/claim-run.ts';
import { listRuns } from '../../src/run/list-runs.ts';
import { openRun } from '../../src/run/open-run.ts';
import { startRun } from '../../src/run/start-run.ts';
import { runPath } from '../../src/presence.ts';
import { startTempPath } from '../../src/log/append-log.ts';
import { scanRecords } from '../../src/journal/record.ts';
import {
  NOW,
  openLoop,
  SESSION,
  startCommand,
  projectWithLoop,
  startLoop,
  stopCommand,
} from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

const address = (root: string) => ({ root, sessionId: SESSION });

describe('starting a run', () => {
  it('makes a private folder that no repository carries, and a journal with one whole record', () => {
    const { root } = projectWithLoop();
    expect(lstatSync(join(root, '.loop')).mode & 0o777).toBe(0o700);
    expect(lstatSync(runPath(root, SESSION)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(root, '.loop', '.gitignore'), 'utf8')).toBe('*\n');
    expect(scanRecords(readFileSync(runPath(root, SESSION)), 0).records).toHaveLength(1);
    expect(readdirSync(join(root, '.loop', 'runs'))).toEqual([runPath(root, SESSION).slice(-22)]);
  });

  it('is for one of two: the second gets the answer that a run exists', () => {
    const { root } = projectWithLoop();
    expect(startRun(address(root), startCommand({ runId: 'run-2' }))).toEqual({ status: 'exists' });
    expect(openLoop(root).run.id).toBe('run-1');
  });

  it('writes nothing for a command that begins no run', () => {
    const root = tempFolder();
    const { spec: _spec, ...rest } = startCommand();
    expect(startRun(address(root), rest)).toMatchObject({
      status: 'rejected',
      decision: { rejected: { code: 'no-spec' } },
    });
    expect(existsSync(join(root, '.loop'))).toBe(false);
  });

  it('says that a spec is too large', () => {
    const root = tempFolder();
    expect(startRun(address(root), startCommand({ spec: 'x'.repeat(300_000) })).status).toBe('too-large');
    expect(existsSync(join(root, '.loop'))).toBe(false);
  });

  it.each(['', 'null', 'x'.repeat(300)])('refuses the session id %j', (sessionId) => {
    expect(() => startRun({ root: tempFolder(), sessionId }, startCommand())).toThrowError(
      expect.objectContaining({ name: 'StoreError', code: 'bad-argument' }),
    );
  });

  it.each<[string, (root: string) => void]>([
    ['a link', (root) => symlinkSync(tempFolder(), join(root, '.loop'))],
    ['a file', (root) => writeFileSync(join(root, '.loop'), '')],
    [
      'open to everybody',
      (root) => {
        mkdirSync(join(root, '.loop'));
        chmodSync(join(root, '.loop'), 0o777);
      },
    ],
  ])('refuses a folder that is %s, and says what to do', (_what, prepare) => {
    const root = tempFolder();
    prepare(root);
    expect(() => startRun(address(root), startCommand())).toThrowError(
      expect.objectContaining({
        code: 'unsafe-path',
        message: expect.stringMatching(/chmod|move it/) as string,
      }),
    );
  });

  it('closes a folder that a umask of 002 left open to the group', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'));
    chmodSync(join(root, '.loop'), 0o775);
    startLoop(root);
    expect(lstatSync(join(root, '.loop')).mode & 0o777).toBe(0o700);
  });

  it('heals a start that was killed between its link and its unlink', () => {
    const { root } = projectWithLoop();
    const path = runPath(root, SESSION);
    const nonce = scanRecords(readFileSync(path), 0).records[0]?.body.n ?? '';
    linkSync(path, startTempPath(path, nonce));
    expect(openLoop(root).run.id).toBe('run-1');
    expect(lstatSync(path).nlink).toBe(1);
  });
});

describe('opening a run', () => {
  it('finds none where none was started', () => {
    const root = tempFolder();
    expect(openRun(address(root))).toEqual({ status: 'none' });
    startLoop(root);
    expect(openRun({ root, sessionId: 'another' })).toEqual({ status: 'none' });
    expect(openRun({ root, sessionId: '' })).toEqual({ status: 'none' });
  });

  const victim = (root: string): string => {
    const path = join(root, 'victim');
    writeFileSync(path, 'mine');
    return path;
  };

  it.each<[string, (path: string, root: string) => void]>([
    ['a link to a file', (path, root) => symlinkSync(victim(root), path)],
    ['a dangling link', (path) => symlinkSync('/nowhere', path)],
    ['a link to itself', (path) => symlinkSync(path, path)],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a hard link', (path, root) => linkSync(victim(root), path)],
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    [
      'a sparse file of 3 GB',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 3e9);
      },
    ],
    ['an empty file', (path) => writeFileSync(path, '')],
    ['4,096 zero bytes', (path) => writeFileSync(path, Buffer.alloc(4096))],
  ])('lets go at once when the journal is %s, and touches nothing', (_what, make) => {
    const { root } = projectWithLoop();
    const path = runPath(root, SESSION);
    rmSync(path);
    make(path, root);
    expect(openRun(address(root)).status).toBe('unsafe');
    if (existsSync(join(root, 'victim'))) expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('mine');
  });

  it.each<[string, (root: string) => void]>([
    [
      '.loop is a link',
      (root) => {
        renameSync(join(root, '.loop'), join(root, 'x'));
        symlinkSync('x', join(root, '.loop'));
      },
    ],
    ['.loop is open to all', (root) => chmodSync(join(root, '.loop'), 0o777)],
    ['.loop is open to the group', (root) => chmodSync(join(root, '.loop'), 0o770)],
    [
      'runs is a link',
      (root) => {
        renameSync(join(root, '.loop', 'runs'), join(root, 'r'));
        symlinkSync('../r', join(root, '.loop', 'runs'));
      },
    ],
    ['runs is open to all', (root) => chmodSync(join(root, '.loop', 'runs'), 0o777)],
  ])('lets go when %s', (_what, change) => {
    const { root } = projectWithLoop();
    change(root);
    expect(openRun(address(root))).toMatchObject({ status: 'unsafe' });
  });
});

describe('a run', () => {
  it('has ended when its journal or its folder is deleted, and nothing makes it again', () => {
    for (const target of ['.loop', '.loop/runs', runPath('/', SESSION).slice(1)]) {
      const { root, opened } = projectWithLoop();
      rmSync(join(root, target), { recursive: true });
      opened.submit(stopCommand());
      expect(opened.isCurrent()).toBe(false);
      expect(openRun(address(root)).status).toBe('none');
    }
  });
});

describe('taking a run over', () => {
  it('moves it to the new session, which goes on where the old one was', () => {
    const { root } = projectWithLoop();
    const [listed] = listRuns(root);
    const claimed = claimRun({ root, path: listed?.path ?? '', sessionId: 'new', at: NOW });
    expect(claimed).toMatchObject({ status: 'claimed', submitted: { status: 'recorded' } });
    expect(openRun(address(root)).status).toBe('none');
    expect(openLoop(root, 'new').run).toMatchObject({ id: 'run-1', session: 'new' });
  });

  it('is refused to a session that has a run of its own', () => {
    const { root } = projectWithLoop();
    startLoop(root, { session: 'busy' });
    expect(claimRun({ root, path: runPath(root, SESSION), sessionId: 'busy', at: NOW }).status).toBe(
      'occupied',
    );
  });

  it('lets the old session go even in the middle of its stop', () => {
    const root = tempFolder();
    const old = startLoop(root);
    claimRun({ root, path: runPath(root, SESSION), sessionId: 'new', at: NOW });
    old.submit(stopCommand());
    expect(old.isCurrent()).toBe(false);
  });
});

describe('archiving a run', () => {
  it('moves journal and views away, deletes nothing, and makes room for a new one', () => {
    const { root } = projectWithLoop();
    const journal = readFileSync(runPath(root, SESSION));
    const archived = archiveRun(address(root));
    expect(archived.status).toBe('archived');
    const folder = archived.status === 'archived' ? archived.folder : '';
    expect(readFileSync(join(folder, runPath(root, SESSION).slice(-22))).equals(journal)).toBe(true);
    expect(readdirSync(folder)).toContain('state.json');
    expect(existsSync(join(root, '.loop', 'state.json'))).toBe(false);
    expect(archiveRun(address(root))).toEqual({ status: 'none' });
    startLoop(root, { runId: 'run-1' });
    expect(archiveRun(address(root)).status).toBe('archived');
  });

  it('leaves the views of another run where they are', () => {
    const { root } = projectWithLoop();
    startLoop(root, { session: 'other', runId: 'run-2', spec: 'Another' });
    archiveRun(address(root));
    expect(JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8'))).toMatchObject({
      spec: 'Another',
    });
  });

  it('uses no name from an adopted file as a path', () => {
    const { root } = projectWithLoop({ runId: '../../escape' });
    const archived = archiveRun(address(root));
    expect(archived.status === 'archived' && archived.folder.startsWith(join(root, '.loop', 'archive'))).toBe(
      true,
    );
  });
});

describe('listing runs', () => {
  it('gives every run, the latest first, and says which can’t be read', () => {
    const { root } = projectWithLoop();
    startLoop(root, { session: 'later', runId: 'run-2', at: NOW + 5000 });
    writeFileSync(runPath(root, 'broken'), 'nonsense');
    writeFileSync(join(root, '.loop', 'runs', 'other.txt'), '');
    expect(listRuns(root).map(({ run, reason }) => run?.id ?? reason)).toEqual([
      'run-2',
      'run-1',
      'it holds no whole start record',
    ]);
  });
});
