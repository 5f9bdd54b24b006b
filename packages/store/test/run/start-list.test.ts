import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { stateFolders, readStartList, writeStartList } from '../../src/run/state-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';

const lists = join(stateFolders()[0] ?? '', 'trees');
const read = (runId: string, root = '/nowhere'): string =>
  Buffer.from(readStartList(root, runId) ?? []).toString();

beforeEach(() => rmSync(lists, { recursive: true, force: true }));

describe('the list of files from the start of a run', () => {
  it('is in the state folder, readable only by its user', () => {
    writeStartList('run-1', Buffer.from('list'));
    expect(read('run-1')).toBe('list');
    expect(lstatSync(join(lists, 'run-1.gz')).mode & 0o777).toBe(0o600);
    expect(lstatSync(lists).mode & 0o777).toBe(0o700);
  });

  it('is not there for another run, or under a name that leaves the folder', () => {
    writeStartList('../evil', Buffer.from('x'));
    expect([read('run-2'), read('../evil')]).toEqual(['', '']);
  });

  it('is dropped once 64 newer ones are there', () => {
    for (let index = 0; index < 70; index += 1) writeStartList(`run-${index}`, Buffer.from('x'));
    expect(readdirSync(lists)).toHaveLength(64);
  });

  it('is found where version 0.1 stored it, in the project', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop', 'start'), { recursive: true });
    writeFileSync(join(root, '.loop', 'start', 'run-1.gz'), 'old', { mode: 0o600 });
    expect(read('run-1', root)).toBe('old');
  });
});
