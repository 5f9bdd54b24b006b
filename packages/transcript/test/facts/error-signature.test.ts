import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorSignature } from '../../src/index.ts';

/** The part of a signature that stands for the whole text. */
function hashOf(error: string): string | undefined {
  return errorSignature(error).split(' #').at(-1);
}

describe('a long error', () => {
  const long = (at: number): string => `${'a'.repeat(at)}b${'a'.repeat(9_999 - at)}`;

  test('is known by its first 2,048 characters and its last', () => {
    expect(hashOf(long(2_047))).not.toBe(hashOf(long(5_000)));
    expect(hashOf(long(7_952))).not.toBe(hashOf(long(5_000)));
    expect(hashOf(long(2_048))).toBe(hashOf(long(5_000)));
    expect(hashOf(long(7_951))).toBe(hashOf(long(5_000)));
  });

  test('of up to twice that is read as a whole', () => {
    const text = 'a'.repeat(3_000);
    expect(hashOf(`${text}b`)).not.toBe(hashOf(`${text}c`));
    expect(hashOf(`${text}${'b'.repeat(1_096)}`)).not.toBe(hashOf(`${text}${'b'.repeat(1_095)}`));
  });

  test('is labelled with 120 characters of its first line that names the error', () => {
    expect(errorSignature(`Exit code 1\n${'x'.repeat(1_000_000)}`)).toMatch(/^x{120} #[0-9a-f]{16}$/);
  });
});

describe('the name of an error', () => {
  // FNV-1a, 32 bits, worked out apart from this code.
  test('is the same in every release, because journals keep it', () => {
    expect(errorSignature('Exit code 1')).toBe('Exit code 1 #8c1206a15df7916f');
    expect(errorSignature('error 1580')).toBe('error 1580 #0dfbf4790319a0c3');
  });

  test('depends on what its lines say, and on where they end', () => {
    expect(hashOf('E\na\nb')).not.toBe(hashOf('E\nab'));
    expect(hashOf('FAIL\n✗ adds')).not.toBe(hashOf('FAIL\n✗ subtracts'));
  });

  test('is short and the same every time, for any error', () => {
    expect(errorSignature('')).toMatch(/^error #/);
    fc.assert(
      fc.property(
        fc.string(),
        (text) => errorSignature(text).length <= 140 && errorSignature(text) === errorSignature(text),
      ),
    );
  });

  test('does not depend on blank lines, nor on white space around a line', () => {
    expect(errorSignature('\n\n  E\n \n\tx  ')).toBe(errorSignature('E\nx'));
  });
});

describe('what differs from run to run', () => {
  test.each([
    ['a day', 'since 2026-11-18 it fails', 'since <time> it fails'],
    ['a day and a minute', 'at 2026-11-18T10:00 x', 'at <time> x'],
    ['a day and a time', 'at 2026-11-18 10:00:01 x', 'at <time> x'],
    ['a fraction of a second', 'at 2026-11-18T10:00:01.123456 x', 'at <time> x'],
    ['a fraction after a comma', 'at 2026-11-18T10:00:01,123 x', 'at <time> x'],
    ['a zone', 'at 2026-11-18T10:00:01Z x', 'at <time> x'],
    ['an offset', 'at 2026-11-18T10:00:01+02:00 x', 'at <time> x'],
    ['an offset without colon', 'at 2026-11-18T10:00:01-0230 x', 'at <time> x'],
    ['a clock time', 'at 9:05:01 x', 'at <time> x'],
    ['a clock time with a fraction', 'at 19:05:01,25 x', 'at <time> x'],
    ['an id', 'id 3F2B8C1E-1111-4222-8333-444455556666 x', 'id <id> x'],
    ['an address', 'at 0x7FFD12ab x', 'at <address> x'],
    ['a temporary path', 'in /tmp/a-b/c.d/e x', 'in <temp> x'],
    ['a temporary path of a Mac', 'in /private/var/folders/xy/T/a@b+c%d x', 'in <temp> x'],
    ['a path that outlives restarts', 'in /var/tmp/abc x', 'in <temp> x'],
    ['a path in memory', 'in /dev/shm/abc x', 'in <temp> x'],
    ['a temporary path of Windows', 'in C:\\Users\\me\\AppData\\Local\\Temp\\a.b\\c x', 'in <temp> x'],
    ['nanoseconds', 'took 12ns x', 'took <duration> x'],
    ['microseconds', 'took 1.5 µs x', 'took <duration> x'],
    ['microseconds in ASCII', 'took 3us x', 'took <duration> x'],
    ['milliseconds', 'took 12 ms x', 'took <duration> x'],
    ['seconds', 'took 1.25s x', 'took <duration> x'],
    ['seconds in short', 'took 3 sec x', 'took <duration> x'],
    ['several seconds in short', 'took 3 secs x', 'took <duration> x'],
    ['one second in words', 'took 1 second x', 'took <duration> x'],
    ['seconds in words', 'took 10 seconds x', 'took <duration> x'],
    ['minutes', 'took 5m x', 'took <duration> x'],
    ['minutes in short', 'took 5 mins x', 'took <duration> x'],
    ['one minute in words', 'took 1 minute x', 'took <duration> x'],
    ['hours', 'took 2h x', 'took <duration> x'],
    ['hours in words', 'took 2 hours x', 'took <duration> x'],
    ['a line', 'Line 12 x', 'Line <n> x'],
    ['a column', 'column: 123 x', 'column: <n> x'],
    ['a short column', 'col=5 x', 'col=<n> x'],
    ['a short line', 'ln:77 x', 'ln:<n> x'],
    ['a row', 'row 12 x', 'row <n> x'],
    ['a process', 'process 4711 x', 'process <n> x'],
    ['a place in a file', 'a.ts:12:34 x', 'a.ts:<n> x'],
    ['a line of a file', 'a.ts:12 x', 'a.ts:<n> x'],
    ['a place behind a bracket', '(eval):12 x', '(eval):<n> x'],
    ['a place behind an angle', '<anonymous>:12 x', '<anonymous>:<n> x'],
    ['a place behind an index', 'a[0]:12 x', 'a[0]:<n> x'],
    ['a place as tsc writes it', 'a.ts(12,345): x', 'a.ts(<n>): x'],
    ['a place with a space in it', 'a.ts(12, 345): x', 'a.ts(<n>): x'],
    ['a hash', 'object 0123456789ab x', 'object <hash> x'],
    ['a long hash in capitals', `object ${'AB12'.repeat(16)} x`, 'object <hash> x'],
    ['white space', 'a \t  b', 'a b'],
    ['a colour', '\u001b[1;31mred\u001b[0m x', 'red x'],
  ])('%s is not part of it', (_, error, label) => {
    expect(errorSignature(error).split(' #')[0]).toBe(label);
  });

  test.each([
    ['a version', 'needs 1.2.3 x'],
    ['a number', 'expected 12 to be 13'],
    ['a number with a name', 'v12s x'],
    ['a number with a longer word', 'took 12 monkeys'],
    ['a decimal that is no duration', 'a1.5s x'],
    ['a short hexadecimal word', 'object 0123456789a x'],
    ['a word that is too long for a hash', `object ${'ab'.repeat(33)} x`],
    ['a path that only begins alike', 'in /tmpfiles/a x'],
    ['a temporary folder itself', 'in /tmp x'],
    ['a word that contains line', 'online 12 x'],
    ['a port without a number', 'port x'],
    ['a range', 'a:b x'],
    ['an address without digits', '0x x'],
    ['a clock without seconds', 'at 10:ab x'],
    ['one number in brackets', 'f(12) x'],
    ['half an id', 'id 3f2b8c1e-1111-4222 x'],
  ])('%s is', (_, error) => {
    expect(errorSignature(error).split(' #')[0]).toBe(error);
  });
});
