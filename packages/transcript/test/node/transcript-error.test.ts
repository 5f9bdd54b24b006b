import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursorAtEnd, readTail, scanFrom, subagentTranscripts, TranscriptError } from '../../src/node.ts';
import { ownFolder, transcriptFile } from './transcript-file.ts';

function errorOf(path: string): TranscriptError {
  try {
    readTail(path);
  } catch (error) {
    if (error instanceof TranscriptError) return error;
  }
  throw new Error('It was read.');
}

describe('a path that names no transcript', () => {
  test.each(['/etc/passwd', '/dev/zero', '', 'x', '~/x', 'notes.txt'])(
    'is refused by its name: %j',
    (path) => {
      const error = errorOf(path);
      expect(error).toMatchObject({ name: 'TranscriptError', code: 'not-a-transcript', path });
      expect(error.message).toBe(`Can't read the transcript "${path}": its name must end in .jsonl.`);
      expect(error).not.toHaveProperty('cause');
    },
  );

  test('is refused where it is a folder, a link or a pipe, without waiting for anything', () => {
    const folder = ownFolder();
    mkdirSync(join(folder, 'folder.jsonl'));
    symlinkSync(transcriptFile('secret'), join(folder, 'link.jsonl'));
    symlinkSync('/dev/zero', join(folder, 'zero.jsonl'));
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    for (const name of ['folder', 'link', 'zero', 'pipe']) {
      expect(errorOf(join(folder, `${name}.jsonl`)).code, name).toBe('not-a-regular-file');
    }
    expect(errorOf(join(folder, 'folder.jsonl')).message).toMatch(/folder\.jsonl": it is no regular file\.$/);
    const link = errorOf(join(folder, 'link.jsonl'));
    expect(link.message).toMatch(/link\.jsonl": it is a symbolic link; give the path of the file itself\.$/);
    expect(link.cause).toMatchObject({ code: 'ELOOP' });
  });

  test('is an error with its cause where it cannot be opened', () => {
    const error = errorOf(`${ownFolder()}/${'x'.repeat(300)}.jsonl`);
    expect(error).toMatchObject({ code: 'unreadable', cause: expect.anything() });
    expect(error.message).toMatch(/opening it failed \(ENAMETOOLONG\); check its permissions\.$/);
    expect(errorOf('a\0b.jsonl').code).toBe('unreadable');
  });

  test.skipIf(process.getuid?.() === 0)('is an error where it is not readable', () => {
    const path = transcriptFile('x');
    chmodSync(path, 0);
    expect(errorOf(path).code).toBe('unreadable');
  });
});

test.skipIf(!existsSync('/proc/self/fd'))('a transcript is closed whatever happens', () => {
  const open = (): number => readdirSync('/proc/self/fd').length;
  const path = transcriptFile('a\n');
  const folder = join(ownFolder(), 'folder.jsonl');
  mkdirSync(folder);
  const before = open();
  for (let times = 0; times < 10; times += 1) {
    readTail(path);
    expect(() => readTail(folder)).toThrow(TranscriptError);
  }
  expect(open()).toBe(before);
});

describe('the transcripts of agents', () => {
  test('are those of the session, sorted, and of no more than a thousand files', () => {
    const path = transcriptFile('');
    const folder = join(dirname(path), 'session', 'subagents');
    mkdirSync(folder, { recursive: true });
    const names = Array.from(
      { length: 1_002 },
      (_, index) => `agent-${String(index).padStart(4, '0')}.jsonl`,
    );
    for (const name of names.toReversed()) writeFileSync(join(folder, name), '');
    for (const name of [
      'agent-.jsonl',
      'agent-a.json',
      'agent-a.jsonl.bak',
      'my-agent-a.jsonl',
      'agent-a b.jsonl',
    ]) {
      writeFileSync(join(folder, name), '');
    }
    expect(subagentTranscripts(path)).toEqual(names.slice(0, 1_000).map((name) => join(folder, name)));
  });

  test('are in a folder named after the session, with any name', () => {
    const folder = ownFolder();
    const path = join(folder, 'a.jsonl.jsonl');
    mkdirSync(join(folder, 'a.jsonl', 'subagents'), { recursive: true });
    writeFileSync(join(folder, 'a.jsonl', 'subagents', 'agent-C_9-a.jsonl'), '');
    expect(subagentTranscripts(path)).toHaveLength(1);
  });
});

describe('a cursor', () => {
  test('at the end of a short file without a line ending stands before its only line', () => {
    const path = transcriptFile('abc');
    expect(cursorAtEnd(path)).toMatchObject({ offset: 0, isInsideLine: false });
  });

  test('at the end of a long file stands behind its last whole line', () => {
    const path = transcriptFile(`${'x'.repeat(400_000)}\n${'y'.repeat(10)}`);
    expect(cursorAtEnd(path)).toMatchObject({ offset: 400_001, isInsideLine: false });
  });

  test('inside a line that is too long passes over the rest of it', () => {
    const path = transcriptFile('x'.repeat(25));
    const first = scanFrom(path, 0, { maxBytes: 10 });
    expect(first?.next).toMatchObject({ offset: 10, isInsideLine: true });
    expect(first?.skippedBytes).toBe(10);
  });
});
