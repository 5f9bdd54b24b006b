import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { startRun } from '../src/run/start-run.ts';
import {
  configFolder,
  importTasks,
  listFolderName,
  readTaskList,
  transcriptPathOf,
} from '../src/task-list.ts';
import { tempFolder } from './support/temp-folder.ts';

const task = (id: string, changes: object = {}): string =>
  JSON.stringify({
    id,
    subject: `Do ${id}`,
    description: 'd',
    status: 'pending',
    blocks: [],
    blockedBy: [],
    ...changes,
  });

function list(files: Readonly<Record<string, string>>, id = 'my-loop'): string {
  const config = tempFolder();
  const folder = join(config, 'tasks', listFolderName(id));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return config;
}

describe('Claude’s task list', () => {
  it('is read in the order of its numbers, without other files', () => {
    const config = list({
      '10.json': task('10', { status: 'completed' }),
      '2.json': task('2', { status: 'in_progress', owner: 'me', metadata: { wave: 1 } }),
      '.highwatermark': '10',
      '.lock': '',
      'notes.json': '{}',
    });
    const tasks = readTaskList('my-loop', config) ?? [];
    expect(tasks.map(({ id, status }) => [id, status])).toEqual([
      ['2', 'in_progress'],
      ['10', 'completed'],
    ]);
    expect(tasks[0]).toMatchObject({ owner: 'me', metadata: { wave: 1 } });
  });

  it.each([
    ['no JSON', '{'],
    ['another status', task('1', { status: 'someday' })],
    ['no subject', '{"id":"1","status":"pending"}'],
    ['a list', '[]'],
    ['too much', task('1', { description: 'x'.repeat(300_000) })],
    ['no UTF-8', '\u00ff'],
  ])('leaves out a file with %s', (_what, text) => {
    const config = list({ '1.json': text, '2.json': task('2') });
    expect(readTaskList('my-loop', config)).toMatchObject([{ id: '2' }]);
  });

  it('is found under the client’s own name for its id, which leads nowhere else', () => {
    expect(listFolderName('my.list/one')).toBe('my-list-one');
    expect(listFolderName('../../etc')).toBe('------etc');
    expect(readTaskList('my.list/one', list({ '1.json': task('1') }, 'my.list/one'))).toHaveLength(1);
  });

  it('follows no link to a task', () => {
    const config = list({});
    writeFileSync(join(config, 'outside'), task('1'));
    symlinkSync(join(config, 'outside'), join(config, 'tasks', 'my-loop', '1.json'));
    expect(readTaskList('my-loop', config)).toEqual([]);
  });

  it('is undefined without a list', () => {
    expect(readTaskList('none', tempFolder())).toBeUndefined();
    expect(readTaskList('', tempFolder())).toBeUndefined();
  });

  it('is in CLAUDE_CONFIG_DIR, else in the home folder', () => {
    expect(configFolder({ CLAUDE_CONFIG_DIR: '/elsewhere' })).toBe('/elsewhere');
    expect(configFolder({})).toBe(join(homedir(), '.claude'));
  });
});

test('a transcript is where the client stores it', () => {
  const path = transcriptPathOf({ CLAUDE_CONFIG_DIR: '/c' }, '/home/a b/p.1', 's-1');
  expect(path).toBe('/c/projects/-home-a-b-p-1/s-1.jsonl');
});

test('the list that the environment names, else that of the session, comes into the run without what was done before', () => {
  const root = tempFolder();
  const started = startRun(
    { root, sessionId: 'session-1' },
    { type: 'start', at: Date.now() + 60_000, runId: 'r', session: 'session-1', frameId: 'f', spec: 's' },
  );
  if (started.status !== 'started') throw new Error(started.status);
  const { opened } = started;
  const tasksAfter = (env: object): unknown => {
    importTasks(opened, env, Date.now());
    return opened.run.frames[0]?.tasks.map(({ subject }) => subject);
  };
  const files = { '1.json': task('1', { status: 'completed' }), '2.json': task('2') };
  const own = list(files, 'session-1');
  expect(tasksAfter({ CLAUDE_CONFIG_DIR: own, CLAUDE_CODE_TASK_LIST_ID: 'another' })).toEqual([]);
  expect(tasksAfter({ CLAUDE_CONFIG_DIR: own })).toEqual(['Do 2']);
  const many = Array.from({ length: 250 }, (_, at) => [`${at + 1}.json`, task(String(at + 1))]);
  const named = { CLAUDE_CONFIG_DIR: list(Object.fromEntries(many)), CLAUDE_CODE_TASK_LIST_ID: 'my-loop' };
  expect(tasksAfter(named)).toHaveLength(251);
  opened.close();
});
