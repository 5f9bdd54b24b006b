import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDS_PER_SNAPSHOT } from '../../src/journal/journal.ts';
import { encodeRecord } from '../../src/journal/record.ts';
import type { Log } from '../../src/log/log.ts';
import {
  createCounter,
  createCounterLog,
  openCounter,
  openLogAt,
  program,
  PROTOCOLS,
  type CounterJournal,
} from '../support/counter-journal.ts';
import { saveSnapshot } from '../support/save-snapshot.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** More than it takes for a snapshot. */
const MARKS = 8;

/** A journal whose log lets another writer append between read and append. */
function raced(path: string, intruder: () => void): CounterJournal {
  const log = openLogAt(path);
  let isArmed = true;
  const wrapped: Log = {
    ...log,
    append(record) {
      if (isArmed) {
        isArmed = false;
        intruder();
      }
      return log.append(record);
    },
  };
  return createCounter(wrapped);
}

function stopAt(journal: CounterJournal): unknown {
  const submitted = journal.submit({ type: 'stop' });
  return submitted.status === 'unrecorded'
    ? submitted.reason
    : (submitted.decision.number ?? submitted.decision.answer);
}

describe.each(PROTOCOLS)('a journal by protocol %s', (protocol) => {
  it('records nothing for a command that changes nothing', () => {
    const journal = openCounter(createCounterLog(tempFolder(), protocol, 0));
    stopAt(journal);
    const { records } = journal.counts;
    expect(journal.submit({ type: 'stop' }).status).toBe('answered');
    expect(journal.counts.records).toBe(records);
  });

  it('lets everybody see the same run when two decided on the same prefix', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const other = openCounter(path);
    const answers: unknown[] = [];
    const journal = raced(path, () => answers.push(stopAt(other)));
    answers.push(stopAt(journal));
    expect(answers).toEqual([1, 2]);
    const reader = openCounter(path);
    other.catchUp();
    expect(reader.run).toEqual(journal.run);
    expect(reader.run).toEqual(other.run);
    expect(reader.run?.blocks).toBe(2);
  });

  it('answers with the run directly after its own record', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const other = openCounter(path);
    const log = openLogAt(path);
    const late: Log = {
      ...log,
      append(record) {
        const appended = log.append(record);
        stopAt(other);
        return appended;
      },
    };
    const journal: CounterJournal = createCounter(late);
    const submitted = journal.submit({ type: 'stop' });
    expect(submitted).toMatchObject({
      status: 'recorded',
      decision: { number: 1 },
      before: { blocks: 0 },
      run: { blocks: 1 },
    });
    expect(journal.run?.blocks).toBe(2);
  });

  it('ignores a record that was copied to the end, and counts it', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const journal = openCounter(path);
    stopAt(journal);
    const copied = protocol === 'append' ? readFileSync(path) : readFileSync(join(path, '1.json'));
    if (protocol === 'append') appendFileSync(path, copied);
    else writeFileSync(join(path, '2.json'), copied, { mode: 0o600 });
    journal.catchUp();
    expect(journal.run?.blocks).toBe(1);
    expect(journal.counts.ignored).toBeGreaterThan(0);
    expect(stopAt(journal)).toBe(2);
  });

  it.each([
    ['an unknown command', { c: { type: 'dance' } }],
    ['an unknown event', { e: [{ type: 'danced' }] }],
    ['a look into the future', { at: 1e6 }],
  ])('ignores a whole record with %s', (_what, change) => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const log = openLogAt(path);
    const { end } = log.read(0);
    const body = {
      v: 1,
      n: 'aaaaaaaaaaaa',
      at: end,
      c: { type: 'stop' },
      e: [{ type: 'blocked', number: 4 }],
    } as const;
    log.append(encodeRecord({ ...body, ...change }));
    const journal = openCounter(path);
    expect(journal.run?.blocks).toBe(0);
    expect(journal.counts.ignored).toBe(1);
  });

  it('lets go when its own record is not there afterwards', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const log = openLogAt(path);
    const journal: CounterJournal = createCounter({ ...log, append: () => 'written' });
    expect(stopAt(journal)).toBe('lost');
  });

  it.each(['short', 'full', 'failed'] as const)('lets go when the append is %s', (how) => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const journal: CounterJournal = createCounter({ ...openLogAt(path), append: () => how });
    expect(stopAt(journal)).toBe(how);
  });

  it('lets go when the log can no longer be read', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const log = openLogAt(path);
    let reads = 0;
    const failing: Log = {
      ...log,
      read(from) {
        reads += 1;
        if (reads > 2) throw new Error('EIO');
        return log.read(from);
      },
    };
    const journal: CounterJournal = createCounter(failing);
    expect(stopAt(journal)).toBe('unreadable');
  });

  it('counts what two read from one source once', () => {
    const path = createCounterLog(tempFolder(), protocol, 5);
    const other = openCounter(path);
    const journal = raced(path, () => other.submit({ type: 'mark', id: 'x' }, 'source'));
    expect(journal.submit({ type: 'mark', id: 'x' }, 'source')).toMatchObject({ status: 'answered' });
    expect(other.submit({ type: 'mark', id: 'y' }, 'source')).toMatchObject({ status: 'answered' });
    expect(journal.run?.marks).toEqual(['x']);
  });

  it('refuses a command that no reader could parse', () => {
    const journal = openCounter(createCounterLog(tempFolder(), protocol, 5));
    expect(() => journal.submit({ type: 'mark', id: 5 as unknown as string })).toThrowError(
      expect.objectContaining({ name: 'StoreError', code: 'bad-argument' }),
    );
  });

  it('says that a record is too large before it writes anything', () => {
    const journal = openCounter(createCounterLog(tempFolder(), protocol, 5));
    const { records } = journal.counts;
    expect(journal.submit({ type: 'mark', id: 'x'.repeat(300_000) })).toEqual({
      status: 'unrecorded',
      reason: 'too-large',
    });
    journal.catchUp();
    expect(journal.counts).toEqual({ records, ignored: 0 });
  });
});

describe.each(PROTOCOLS)('a snapshot of a journal by protocol %s', (protocol) => {
  function long(cap: number): {
    readonly path: string;
    readonly snapshotPath: string;
    readonly journal: CounterJournal;
  } {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, cap);
    const snapshotPath = join(folder, 'run.snapshot.json');
    const journal = openCounter(path, { snapshotPath });
    for (let index = 0; index < MARKS; index += 1) journal.submit({ type: 'mark', id: `m${index}` });
    saveSnapshot(journal);
    return { path, snapshotPath, journal };
  }

  it('gives the run that the whole journal gives', () => {
    const { path, snapshotPath, journal } = long(9);
    journal.submit({ type: 'stop' });
    const fast = openCounter(path, { snapshotPath });
    const slow = openCounter(path);
    expect(fast.run).toEqual(slow.run);
    expect(fast.counts).toEqual(slow.counts);
  });

  it('is written once enough has been added, and not before', () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, 3);
    const snapshotPath = join(folder, 'run.snapshot.json');
    const journal = openCounter(path, { snapshotPath });
    while (journal.counts.records < RECORDS_PER_SNAPSHOT) {
      saveSnapshot(journal);
      expect(existsSync(snapshotPath)).toBe(false);
      journal.submit({ type: 'stop' });
    }
    saveSnapshot(journal);
    expect(existsSync(snapshotPath)).toBe(true);
  });

  it('costs time but never correctness when it is damaged in any byte', () => {
    const { path, snapshotPath, journal } = long(9);
    const whole = readFileSync(snapshotPath);
    for (let at = 0; at < whole.length; at += 37) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(snapshotPath, bytes);
      const reader = openCounter(path, { snapshotPath });
      expect(reader.run).toEqual(journal.run);
    }
  });

  it('is left aside when it is of another journal', () => {
    const { snapshotPath } = long(9);
    const folder = tempFolder();
    const reader = openCounter(createCounterLog(folder, protocol, 9), { snapshotPath });
    expect(reader.run?.marks).toEqual([]);
  });

  it('is left aside when another version of the code wrote it', () => {
    const { path, snapshotPath, journal } = long(9);
    const newer = openCounter(path, { snapshotPath, program: { ...program, version: 'counter-2' } });
    expect(newer.run).toEqual(journal.run);
  });

  it('remembers the sources of earlier records', () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, protocol, 3);
    const snapshotPath = join(folder, 'run.snapshot.json');
    const journal = openCounter(path, { snapshotPath });
    for (let index = 0; index < MARKS; index += 1)
      journal.submit({ type: 'mark', id: `m${index}` }, `s${index}`);
    saveSnapshot(journal);
    const reader = openCounter(path, { snapshotPath });
    expect(reader.submit({ type: 'mark', id: 'again' }, 's3')).toMatchObject({ status: 'answered' });
  });

  it('does not hide the copy of a record that lies before it', () => {
    const { path, snapshotPath } = long(9);
    const name = join(path, '3.json');
    const copied = protocol === 'append' ? readFileSync(path).subarray(0, 600) : readFileSync(name);
    if (protocol === 'append') appendFileSync(path, copied);
    else writeFileSync(join(path, `${MARKS + 1}.json`), copied, { mode: 0o600 });
    const fast = openCounter(path, { snapshotPath });
    const slow = openCounter(path);
    expect(fast.run).toEqual(slow.run);
    expect(fast.counts).toEqual(slow.counts);
    expect(fast.run?.marks).toHaveLength(MARKS);
  });
});

describe('a journal that is one file', () => {
  it('is left aside by its snapshot when it was cut or changed before it', () => {
    const folder = tempFolder();
    const path = createCounterLog(folder, 'append', 9);
    const snapshotPath = join(folder, 'run.snapshot.json');
    const journal = openCounter(path, { snapshotPath });
    for (let index = 0; index < MARKS; index += 1) journal.submit({ type: 'mark', id: `m${index}` });
    saveSnapshot(journal);
    truncateSync(path, 1000);
    const reader = openCounter(path, { snapshotPath });
    const slow = openCounter(path);
    expect(reader.run).toEqual(slow.run);
  });

  it('only ever grows: the old bytes stay a prefix', () => {
    const path = createCounterLog(tempFolder(), 'append', 3);
    const journal = openCounter(path);
    let before = readFileSync(path);
    for (let index = 0; index < 5; index += 1) {
      stopAt(journal);
      const after = readFileSync(path);
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      before = after;
    }
  });
});
