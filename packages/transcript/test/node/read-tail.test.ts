import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTail } from '../../src/node.ts';
import { ownFolder, transcriptFile } from './transcript-file.ts';

describe('the tail of a transcript', () => {
  test('is the whole of a short one', () => {
    expect(readTail(transcriptFile('{"a":1}\n{"b":2}\n'))).toEqual({
      lines: ['{"a":1}', '{"b":2}'],
      start: 0,
      size: 16,
    });
  });

  test('is empty of an empty one, and unknown of none', () => {
    expect(readTail(transcriptFile(''))).toEqual({ lines: [], start: 0, size: 0 });
    expect(readTail(join(ownFolder(), 'none.jsonl'))).toBeUndefined();
    expect(readTail(join(transcriptFile(''), 'below.jsonl'))).toBeUndefined();
  });

  test('begins with a whole line, and says where', () => {
    expect(readTail(transcriptFile('aaaa\nbbbb\ncccc\n'), { maxBytes: 12 })).toMatchObject({
      lines: ['bbbb', 'cccc'],
      start: 5,
    });
    expect(readTail(transcriptFile('aaaa\nbbbb\ncccc\n'), { maxBytes: 10 })).toMatchObject({
      lines: ['bbbb', 'cccc'],
      start: 5,
    });
    expect(readTail(transcriptFile('aaaa\nbbbb\ncccc\n'), { maxBytes: 9 })).toMatchObject({
      lines: ['cccc'],
      start: 10,
    });
  });

  test('holds the line that is still being written', () => {
    expect(readTail(transcriptFile('{"a":1}\n{"b'))?.lines).toEqual(['{"a":1}', '{"b']);
  });

  test('takes CRLF for one line ending', () => {
    expect(readTail(transcriptFile('a\r\nb\r\n'))?.lines).toEqual(['a', 'b']);
  });

  test('is empty if one line is longer than the window', () => {
    const path = transcriptFile(`{"long":"${'x'.repeat(2_000_000)}"}`);
    expect(readTail(path)).toEqual({ lines: [], start: 2_000_011, size: 2_000_011 });
  });

  test('is the text after a line of 50 MB', () => {
    const path = transcriptFile(`{"long":"${'x'.repeat(50_000_000)}"}\n{"b":2}\n`);
    expect(readTail(path)?.lines).toEqual(['{"b":2}']);
  });

  test('reads at most its limit of a file of a gigabyte', () => {
    const path = transcriptFile('');
    truncateSync(path, 2 ** 30);
    writeFileSync(path, '\n{"b":2}\n', { flag: 'a' });
    const before = process.memoryUsage().arrayBuffers;
    expect(readTail(path)?.lines).toEqual(['{"b":2}']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  test('equals the end of a split of the whole, for any text and window', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\n\r]/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(200), (lines, maxBytes) => {
        const content = Buffer.from(lines.join('\n'), 'utf8');
        const all = content.toString('utf8').split('\n');
        const tail = readTail(transcriptFile(content), { maxBytes });
        const expected = all.slice(all.length - (tail?.lines.length ?? 0));
        // A split sees one more line behind a last line ending.
        expect(tail?.lines).toEqual(
          all.at(-1) === '' ? all.slice(0, -1).slice(-(tail?.lines.length ?? 0) || Infinity) : expected,
        );
      }),
      { numRuns: 200 },
    );
  });
});
