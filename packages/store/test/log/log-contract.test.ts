import { renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeRecord } from '../../src/journal/record.ts';
import { createCounterLog, openLogAt, PROTOCOLS, START_NONCE } from '../support/counter-journal.ts';
import { tempFolder } from '../support/temp-folder.ts';

const record = (n: string, at: number): Buffer => encodeRecord({ v: 1, n, at, c: { type: 'stop' }, e: [] });

describe.each(PROTOCOLS)('a log by protocol %s', (protocol) => {
  it('gives every reader the appended records in order', () => {
    const path = createCounterLog(tempFolder(), protocol, 3);
    const one = openLogAt(path);
    const other = openLogAt(path);
    one.read(0);
    other.read(0);
    expect(one.append(record('aaaaaaaaaaaa', 1))).toBe('written');
    expect(other.append(record('bbbbbbbbbbbb', 1))).toBe('written');
    expect(one.append(record('cccccccccccc', 1))).toBe('written');
    const names = [START_NONCE, 'aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
    expect(one.read(0).records.map(({ body }) => body.n)).toEqual(names);
    expect(other.read(0).records.map(({ body }) => body.n)).toEqual(names);
  });

  it('reads on from where an earlier read ended', () => {
    const log = openLogAt(createCounterLog(tempFolder(), protocol, 3));
    const { resume, end } = log.read(0);
    expect(log.read(resume)).toMatchObject({ records: [], resume, end });
    log.append(record('aaaaaaaaaaaa', end));
    const next = log.read(resume);
    expect(next.records.map(({ start, body }) => [start, body.n])).toEqual([[end, 'aaaaaaaaaaaa']]);
  });

  it('knows itself under another name and tells itself from a copy', () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, 3);
    const log = openLogAt(path);
    const identity = log.identity();
    const renamed = path.replace(/run/, 'moved');
    renameSync(path, renamed);
    expect(log.isCurrent()).toBe(false);
    const moved = openLogAt(renamed);
    expect(moved.identity()).toBe(identity);
    const copy = openLogAt(createCounterLog(folder, protocol, 3));
    expect(copy.identity()).not.toBe(identity);
  });

  it('stays itself as it grows', () => {
    const log = openLogAt(createCounterLog(tempFolder(), protocol, 3));
    const identity = log.identity();
    for (let index = 0; index < 60; index += 1) {
      const { end } = log.read(0);
      log.append(record(`nonce-${String(index).padStart(6, '0')}`, end));
      expect(log.identity()).toBe(identity);
    }
  });

  it('is not current any more when it was deleted or replaced', () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, 3);
    const log = openLogAt(path);
    expect(log.isCurrent()).toBe(true);
    rmSync(path, { recursive: true });
    expect(log.isCurrent()).toBe(false);
    createCounterLog(folder, protocol, 3);
    expect(log.isCurrent()).toBe(false);
  });

  it('tells the stretch before a position from any other', () => {
    const folder = tempFolder();
    const log = openLogAt(createCounterLog(folder, protocol, 3));
    const { resume } = log.read(0);
    const before = log.tail(resume);
    log.append(record('aaaaaaaaaaaa', resume));
    expect(log.tail(resume)).toBe(before);
    expect(log.tail(log.read(resume).resume)).not.toBe(before);
    expect(log.tail(1e9)).toBeUndefined();
  });
});
