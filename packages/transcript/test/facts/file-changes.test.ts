import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileChanges } from '../../src/facts/file-changes.ts';

const timestamp = '2026-03-01T00:00:00.000Z';

/** A line of a transcript as the client 2.1 writes it. */
function lineOf(toolUseResult: unknown): string {
  return JSON.stringify({ type: 'user', timestamp, toolUseResult });
}

const hunk = (...lines: readonly string[]) => ({ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines });

describe('fileChanges', () => {
  it('counts the lines of an edit, without those around it', () => {
    const line = lineOf({
      filePath: '/p/sum.js',
      oldString: 'a - b',
      newString: 'a + b',
      structuredPatch: [
        hunk(' x', '-a - b', '+a + b'),
        hunk('+// more', String.raw`\ No newline at end of file`),
      ],
    });
    expect(fileChanges(line)).toEqual([{ timestamp, path: '/p/sum.js', lines: { added: 2, removed: 1 } }]);
  });

  it.each([
    ['', 0],
    ['one', 1],
    ['one\ntwo\n', 2],
    ['one\n\ntwo', 3],
  ])('counts every line of a new file: %j', (content, added) => {
    const line = lineOf({ type: 'create', filePath: '/p/new', content, structuredPatch: [] });
    expect(fileChanges(line)).toEqual([{ timestamp, path: '/p/new', lines: { added, removed: 0 } }]);
  });

  it('counts what a command changed, and names the files that the client only names', () => {
    const line = lineOf({
      stdout: '',
      bashEditDiff: {
        files: [
          { filePath: '/p/a', hunks: [hunk('+x', '+y')], created: true },
          { filePath: '/p/b', hunks: [hunk('-z')], deleted: true },
        ],
        moreFiles: 1,
        changedFiles: ['/p/a', '/p/b', '/p/bin'],
      },
    });
    expect(fileChanges(line)).toEqual([
      { timestamp, path: '/p/a', lines: { added: 2, removed: 0 } },
      { timestamp, path: '/p/b', lines: { added: 0, removed: 1 } },
      { timestamp, path: '/p/bin' },
    ]);
  });

  it('a failed call, a read and a line without a time changed nothing', () => {
    expect(fileChanges(lineOf('Error: File does not exist.'))).toEqual([]);
    expect(fileChanges(lineOf({ type: 'text', file: { filePath: '/p/a' } }))).toEqual([]);
    expect(fileChanges('{"toolUseResult":{"filePath":"/p/a","structuredPatch":[]}}')).toEqual([]);
    expect(fileChanges('{"toolUseResult":')).toEqual([]);
  });

  it('never throws, whatever the result holds', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, other) => {
        const line = `{"timestamp":"2026-03-01T00:00:00Z","toolUseResult":{"filePath":"/p","structuredPatch":[${one}],"bashEditDiff":${other}}}`;
        for (const { lines } of fileChanges(line)) {
          expect(lines === undefined || (lines.added >= 0 && lines.removed >= 0)).toBe(true);
        }
      }),
    );
  });
});
