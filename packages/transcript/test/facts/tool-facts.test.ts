import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorSignature, parseEntries, summarizeToolCalls, toolCallsOf } from '../../src/index.ts';
import { assistantLine, toolResultLine } from '../transcript-lines.ts';

function toolUse(id: string, name: string, input: unknown): string {
  return assistantLine({ id: `msg_${id}`, content: [{ type: 'tool_use', id, name, input }] });
}

describe('facts about tools', () => {
  test('count edits of each file and errors', () => {
    const entries = parseEntries([
      toolUse('1', 'Edit', { file_path: '/a.ts' }),
      toolResultLine('1', 'ok', false),
      toolUse('2', 'Write', { file_path: '/a.ts' }),
      toolResultLine('2', [{ type: 'text', text: 'ok' }], false),
      toolUse('3', 'NotebookEdit', { notebook_path: '/b.ipynb' }),
      toolUse('4', 'Edit', { file_path: '/a.ts' }),
      toolResultLine('4', 'File has not been read yet.', true),
      toolUse('5', 'Bash', { command: 'npm test' }),
      toolResultLine(
        '5',
        [
          { type: 'text', text: 'Exit code 1' },
          { type: 'text', text: 'boom' },
        ],
        true,
      ),
    ]);
    const facts = summarizeToolCalls(toolCallsOf(entries));
    expect(Object.fromEntries(facts.filesEdited)).toEqual({ '/a.ts': 2, '/b.ipynb': 1 });
    expect(facts.errors).toEqual([
      { tool: 'Edit', signature: `Edit: ${errorSignature('File has not been read yet.')}` },
      { tool: 'Bash', signature: `Bash: ${errorSignature('Exit code 1\nboom')}` },
    ]);
  });

  test('take a call without an answer for one that did not fail', () => {
    const calls = toolCallsOf(parseEntries([toolUse('1', 'Bash', {})]));
    expect(calls).toHaveLength(1);
    expect(summarizeToolCalls(calls).errors).toEqual([]);
  });

  test('never take an answer that names no call for the answer to a call without an id', () => {
    const nameless = assistantLine({ id: 'msg_1', content: [{ type: 'tool_use', name: 'Bash', input: {} }] });
    const answer = JSON.stringify({
      type: 'user',
      message: { content: [{ type: 'tool_result', is_error: true, content: 'boom' }] },
    });
    expect(toolCallsOf(parseEntries([nameless, answer]))).toEqual([
      { name: 'Bash', input: {}, error: undefined },
    ]);
  });

  test('name no file for a tool that edits none, with any input', () => {
    const call = {
      name: 'Bash',
      input: { file_path: '/a.ts', notebook_path: '/b.ipynb', undefined: '/c.ts' },
    };
    expect(summarizeToolCalls([call]).filesEdited.size).toBe(0);
  });

  test('read a file name from nothing but a string', () => {
    const calls = [5, null, { file_path: 7 }, { file_path: ['x'] }].map((input) => ({ name: 'Edit', input }));
    expect(summarizeToolCalls(calls).filesEdited.size).toBe(0);
  });
});

describe('the signature of an error', () => {
  test.each([
    ['line numbers', 'TypeError: x\n  at f (/src/a.ts:12:5)', 'TypeError: x\n  at f (/src/a.ts:340:17)'],
    ['line numbers in words', 'SyntaxError on line 12, column 3', 'SyntaxError on line 99, column 41'],
    ['places of tsc', 'a.ts(12,5): error TS2304', 'a.ts(7,11): error TS2304'],
    ['durations', 'FAIL a.test.ts (1.24 s)\n✗ adds 12ms', 'FAIL a.test.ts (0.98 s)\n✗ adds 7ms'],
    ['temporary folders', 'ENOENT: /tmp/build-a8f3/x.js', 'ENOENT: /tmp/build-77c0/x.js'],
    [
      'temporary folders of a Mac',
      'ENOENT: /private/var/folders/xy/1a/T/abc',
      'ENOENT: /var/folders/zz/9q/T/def',
    ],
    ['addresses', 'segfault at 0x7ffd12ab', 'segfault at 0x55e01234'],
    ['times', '2026-11-18T10:00:00.123Z error', '2026-11-19T23:59:59Z error'],
    ['clock times', '[10:00:01] failed', '[23:15:59.250] failed'],
    ['process ids', 'killed (pid 1234)', 'killed (pid 98765)'],
    ['ports', 'EADDRINUSE port 41231', 'EADDRINUSE port 55012'],
    [
      'ids',
      'request 3f2b8c1e-1111-4222-8333-444455556666 failed',
      'request 00000000-1111-4222-8333-0123456789ab failed',
    ],
    ['hashes', 'cannot find object 4f2a9c8b7d6e5f40', 'cannot find object aaaabbbbccccdddd'],
    ['colours', '\u001b[31mError\u001b[39m: x', 'Error: x'],
    ['white space and line endings', 'Error:  x\r\n\r\n  y ', 'Error: x\ny'],
  ])('does not depend on %s', (_, one, other) => {
    expect(errorSignature(one)).toBe(errorSignature(other));
  });

  test.each([
    ['the message', 'TypeError: a is undefined', 'TypeError: b is undefined'],
    ['the file', 'error in src/a.ts:1', 'error in src/b.ts:1'],
    ['what was expected', 'expected 3 to be 4', 'expected 3 to be 5'],
    ['the exit code', 'Exit code 1', 'Exit code 2'],
    ['the failing test', 'FAIL\n✗ adds', 'FAIL\n✗ subtracts'],
    ['the error code of tsc', 'a.ts(1,1): error TS2304', 'a.ts(1,1): error TS2305'],
  ])('depends on %s', (_, one, other) => {
    expect(errorSignature(one)).not.toBe(errorSignature(other));
  });

  test('is short, begins with the first line that names the error, and is the same every time', () => {
    const signature = errorSignature(`Exit code 1\n${'x'.repeat(1_000_000)}`);
    expect(signature).toMatch(/^x{120} #[0-9a-f]{16}$/);
    expect(errorSignature('Exit code 1')).toMatch(/^Exit code 1 #/);
    expect(errorSignature('')).toMatch(/^error #/);
    fc.assert(
      fc.property(
        fc.string(),
        (text) => errorSignature(text).length <= 140 && errorSignature(text) === errorSignature(text),
      ),
    );
  });
});
