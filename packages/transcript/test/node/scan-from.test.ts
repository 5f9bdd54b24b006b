import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorAtEnd, type ScanCursor, scanFrom } from '../../src/node.ts';
import { ownFolder, transcriptFile } from './transcript-file.ts';

describe('a scan of a transcript', () => {
  test('gives new lines once', () => {
    const path = transcriptFile('a\nb\n');
    const first = scanFrom(path);
    expect(first).toMatchObject({ lines: ['a', 'b'], history: 'appended', hasMore: false });
    appendFileSync(path, 'c\n');
    const second = scanFrom(path, first?.next);
    expect(second).toMatchObject({ lines: ['c'], history: 'appended', next: { offset: 6 } });
    expect(scanFrom(path, second?.next)).toMatchObject({ lines: [], history: 'appended' });
  });

  test('takes a bare offset too', () => {
    expect(scanFrom(transcriptFile('a\nb\n'), 2)).toMatchObject({ lines: ['b'], history: 'appended' });
    expect(scanFrom(transcriptFile('a\nb\n'), 5)).toMatchObject({
      lines: ['a', 'b'],
      history: 'started-over',
    });
    expect(scanFrom(transcriptFile('a\n'), -1)).toMatchObject({ lines: ['a'], history: 'started-over' });
    expect(scanFrom(transcriptFile('a\n'), Number.NaN)).toMatchObject({
      lines: ['a'],
      history: 'started-over',
    });
  });

  test('leaves a line that is not finished for the next scan', () => {
    const path = transcriptFile('a\nb');
    const first = scanFrom(path);
    expect(first).toMatchObject({ lines: ['a'], hasMore: true, next: { offset: 2 } });
    expect(scanFrom(path, first?.next)).toMatchObject({ lines: [], hasMore: false });
    appendFileSync(path, 'c\n');
    expect(scanFrom(path, first?.next)?.lines).toEqual(['bc']);
  });

  test('starts over where the file was cut', () => {
    const path = transcriptFile('aaaa\nbbbb\n');
    const first = scanFrom(path);
    truncateSync(path, 5);
    expect(scanFrom(path, first?.next)).toMatchObject({ lines: ['aaaa'], history: 'started-over' });
  });

  test('starts over where the file was rewritten in place, though it is longer now', () => {
    const path = transcriptFile('aaaa\nbbbb\n');
    const first = scanFrom(path);
    writeFileSync(path, 'cccc\ndddd\neeee\n');
    expect(scanFrom(path, first?.next)).toMatchObject({
      lines: ['cccc', 'dddd', 'eeee'],
      history: 'started-over',
    });
  });

  test('starts over where another file took its name', () => {
    const path = transcriptFile('aaaa\n');
    const first = scanFrom(path);
    const other = join(ownFolder(), 'other.jsonl');
    writeFileSync(other, 'aaaa\nbbbb\n');
    renameSync(other, path);
    expect(scanFrom(path, first?.next)).toMatchObject({ lines: ['aaaa', 'bbbb'], history: 'started-over' });
  });

  test('reads a long file piece by piece', () => {
    const path = transcriptFile('aaaa\nbbbb\ncccc\n');
    const first = scanFrom(path, 0, { maxBytes: 7 });
    expect(first).toMatchObject({ lines: ['aaaa'], hasMore: true });
    const second = scanFrom(path, first?.next, { maxBytes: 10 });
    expect(second).toMatchObject({ lines: ['bbbb', 'cccc'], hasMore: false });
  });

  test('skips a line that is longer than the limit', () => {
    const path = transcriptFile(`${'x'.repeat(25)}{"a":1}\nb\n`);
    const lines: string[] = [];
    let cursor: ScanCursor | undefined;
    let skipped = 0;
    for (let more = true; more;) {
      const scan = scanFrom(path, cursor ?? 0, { maxBytes: 10 });
      lines.push(...(scan?.lines ?? []));
      skipped += scan?.skippedBytes ?? 0;
      cursor = scan?.next;
      more = scan?.hasMore === true;
    }
    expect(lines).toEqual(['b']);
    expect(skipped).toBe(33);
  });

  test('gives every line once and in order, however the file grows and however little is read at once', () => {
    const line = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll(/[\n\r]/g, ' '));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.integer({ min: 100, max: 300 }),
        fc.array(fc.nat(60)),
        (lines, maxBytes, steps) => {
          const content = Buffer.from(lines.map((text) => `${text}\n`).join(''), 'utf8');
          const path = transcriptFile('');
          let cursor: ScanCursor | undefined;
          let written = 0;
          const seen: string[] = [];
          for (const step of [...steps, content.length]) {
            appendFileSync(path, content.subarray(written, written + step));
            written = Math.min(content.length, written + step);
            for (let more = true; more;) {
              const scan = scanFrom(path, cursor ?? 0, { maxBytes });
              seen.push(...(scan?.lines ?? []));
              more = scan?.hasMore === true && scan.next.offset !== cursor?.offset;
              cursor = JSON.parse(JSON.stringify(scan?.next)) as ScanCursor;
            }
          }
          expect(seen).toEqual(lines.map((text) => Buffer.from(text).toString('utf8')));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is unknown of no file', () => {
    expect(scanFrom(join(ownFolder(), 'none.jsonl'))).toBeUndefined();
    expect(cursorAtEnd(join(ownFolder(), 'none.jsonl'))).toBeUndefined();
  });
});

describe('a cursor at the end', () => {
  test('stands behind the last whole line', () => {
    const path = transcriptFile('a\nb\nc');
    const cursor = cursorAtEnd(path);
    expect(cursor?.offset).toBe(4);
    appendFileSync(path, 'd\ne\n');
    expect(scanFrom(path, cursor)).toMatchObject({ lines: ['cd', 'e'], history: 'appended' });
  });

  test('lets a line go that is too long to be looked at', () => {
    const path = transcriptFile('x'.repeat(600_000));
    const cursor = cursorAtEnd(path);
    appendFileSync(path, 'x\nb\n');
    expect(scanFrom(path, cursor)?.lines).toEqual(['b']);
  });
});
