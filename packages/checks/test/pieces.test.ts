import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkResult } from '../src/run-check.ts';
import { createTail } from '../src/output-tail.ts';

describe('the tail of an output', () => {
  test('is the end of the output, in any pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.integer({ min: 1, max: 50 }),
        (chunks, most) => {
          const tail = createTail(most);
          for (const chunk of chunks) tail.add(chunk);
          const all = Buffer.concat(chunks);
          expect(Buffer.from(tail.bytes())).toEqual(all.subarray(Math.max(0, all.length - most)));
        },
      ),
    );
  });
});

describe('a result', () => {
  const ended = { exitCode: 0, signal: null, isTimedOut: false };

  test('passes with an exit code of 0 in time, and in no other way', () => {
    expect(checkResult('x', '1s', ended)).toEqual({ passed: true });
    expect(checkResult('x', '1s', { ...ended, exitCode: 1 })).toEqual({ passed: false });
    expect(checkResult('x', '1s', { ...ended, isTimedOut: true }).passed).toBe(false);
    expect(checkResult('x', '1s', { ...ended, exitCode: null, signal: 'SIGKILL' }).passed).toBe(false);
    expect(checkResult('x', '1s', { ...ended, exitCode: null, failure: 'ENOENT' }).passed).toBe(false);
  });

  test('says of a shell what its exit code stands for, and of a program nothing', () => {
    expect(checkResult('x', '1s', { ...ended, exitCode: 137 }).reason).toBe(
      'killed by SIGKILL (exit code 137)',
    );
    expect(checkResult(['x'], '1s', { ...ended, exitCode: 137 }).reason).toBeUndefined();
    expect(checkResult(['x'], '1s', { ...ended, exitCode: null, failure: 'EMFILE' }).reason).toBe(
      'could not be started: EMFILE',
    );
  });
});
