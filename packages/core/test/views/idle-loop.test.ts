import { describe, expect, test } from 'vitest';
import { parseIdleLoop } from '../../src/views/idle-loop.ts';
import { valueOf } from '../support/parsed.ts';

const FILE = `---
active: true
mode: issue
iteration: 3
max_iterations: 10
session_id: "abc: 1"
note: 'single'
---
Fix the parser.
---
iteration: 99
`;

describe('idle-loop.local.md', () => {
  test('gives its front matter and the prompt below it', () => {
    expect(parseIdleLoop(FILE)).toEqual({
      ok: true,
      value: {
        active: true,
        mode: 'issue',
        iteration: 3,
        max_iterations: 10,
        extras: [
          ['session_id', 'abc: 1'],
          ['note', 'single'],
        ],
        prompt: 'Fix the parser.\n---\niteration: 99\n',
      },
    });
  });

  test('takes a BOM, CRLF, missing and null fields', () => {
    expect(
      parseIdleLoop('\uFEFF---\r\nmode: loop\r\niteration: null\r\nmax_iterations:\r\n---\r\nhi'),
    ).toEqual({
      ok: true,
      value: { active: true, mode: 'loop', iteration: 0, max_iterations: 10, extras: [], prompt: 'hi' },
    });
    expect(parseIdleLoop('---\n---\n')).toMatchObject({
      ok: true,
      value: { active: true, mode: 'loop', prompt: '' },
    });
  });

  test('is inactive where it says anything but true', () => {
    for (const active of ['false', 'no', 'TRUE', ''])
      expect(valueOf(parseIdleLoop(`---\nactive: ${active}\n---\n`)).active).toBe(false);
  });

  test.each([
    ['iteration: three', 'iteration'],
    ['iteration: -1', 'iteration'],
    ['iteration: 1.5', 'iteration'],
    ['iteration: 0x10', 'iteration'],
    ['iteration: 1e3', 'iteration'],
    ['iteration: 9007199254740993', 'iteration'],
    ['iteration: "x"', 'iteration'],
    ['max_iterations: many', 'max_iterations'],
    ['mode: sprint', 'mode'],
  ])('%s is refused with the field named', (line, field) => {
    expect(parseIdleLoop(`---\n${line}\n---\n`)).toMatchObject({ ok: false, problems: [{ field }] });
  });

  test('names everything that is wrong', () => {
    const parsed = parseIdleLoop('---\niteration: x\nmax_iterations: y\nmode: z\n---\n');
    expect(parsed).toEqual({
      ok: false,
      problems: [
        { field: 'iteration', reason: 'expected a whole number from 0 on, got "x"' },
        { field: 'max_iterations', reason: 'expected a whole number from 0 on, got "y"' },
        { field: 'mode', reason: 'expected one of "loop", "issue", "grind", got "z"' },
      ],
    });
  });

  test.each([
    ['', 'does not begin with front matter'],
    ['iteration: 1', 'does not begin with front matter'],
    [' ---\n---', 'does not begin with front matter'],
    ['---\niteration: 1', 'has no end of its front matter'],
  ])('%j is none', (text, reason) => {
    expect(parseIdleLoop(text)).toEqual({ ok: false, problems: [{ field: '', reason }] });
  });

  test.each([
    ['lines without a key', ': x\nno colon\nnote: a', { extras: [['note', 'a']] }],
    ['spaces around a key and its value', '  mode  :  issue  ', { mode: 'issue', extras: [] }],
  ])('%s say nothing', (_, lines, fields) => {
    expect(valueOf(parseIdleLoop(`---\n${lines}\n---\n`))).toMatchObject(fields);
  });

  test.each([
    ['"', '"'],
    ["'", "'"],
    ['""', ''],
    ["''", ''],
    ['open"', 'open"'],
    ["open'", "open'"],
    ["'open", "'open"],
    ['"mixed\'', '"mixed\''],
    ['\'mixed"', '\'mixed"'],
    ['"a\\nb"', 'a\nb'],
    ["'a\\nb'", 'a\\nb'],
    ['"a" and "b"', 'a" and "b'],
    ['5', '5'],
    ['"a\\q"', 'a\\q'],
    ['"open', '"open'],
  ])('a value written as %s is read as %j', (written, value) => {
    expect(valueOf(parseIdleLoop(`---\nnote: ${written}\n---\n`)).extras).toEqual([['note', value]]);
  });

  test('a byte order mark inside the prompt is the prompt’s own', () => {
    expect(parseIdleLoop('---\n---\na\uFEFFb')).toMatchObject({ ok: true, value: { prompt: 'a\uFEFFb' } });
  });
});
