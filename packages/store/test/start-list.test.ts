import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStartList, writeStartList } from '../src/start-list.ts';
import { startLoop } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

function project(): string {
  const root = tempFolder();
  startLoop(root).close();
  return root;
}

describe('the list of files from the start of a run', () => {
  it('is readable only by its user', () => {
    const root = project();
    writeStartList(root, 'run-1', Buffer.from('list'));
    expect(Buffer.from(readStartList(root, 'run-1') ?? []).toString()).toBe('list');
    expect(lstatSync(join(root, '.loop', 'start', 'run-1.gz')).mode & 0o777).toBe(0o600);
  });

  it('is not there for another run, or under a name that leaves the folder', () => {
    const root = project();
    writeStartList(root, '../evil', Buffer.from('x'));
    expect(existsSync(join(root, '.loop', 'evil.gz'))).toBe(false);
    expect([readStartList(root, 'run-2'), readStartList(root, '../evil')]).toEqual([undefined, undefined]);
  });

  it('is dropped once 16 newer ones are there', () => {
    const root = project();
    for (let index = 0; index < 20; index += 1) writeStartList(root, `run-${index}`, Buffer.from('x'));
    expect(readdirSync(join(root, '.loop', 'start'))).toHaveLength(16);
  });

  it('is not written through a link', () => {
    const root = project();
    const outside = tempFolder();
    mkdirSync(join(outside, 'there'));
    symlinkSync(join(outside, 'there'), join(root, '.loop', 'start'));
    writeStartList(root, 'run-1', Buffer.from('x'));
    expect(readdirSync(join(outside, 'there'))).toEqual([]);
  });
});
