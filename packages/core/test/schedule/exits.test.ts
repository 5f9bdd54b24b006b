import { expect, test } from 'vitest';
import { exitCodes, type JobEnd, jobEndOf } from '../../src/schedule/exits.ts';

test('each exit says what became of its job, by its name and by its code', () => {
  const ends: Readonly<Record<keyof typeof exitCodes, JobEnd>> = {
    ok: 'done',
    error: 'failed',
    budget: 'unpaid',
    iterations: 'ended',
    breaker: 'ended',
    unclear: 'ended',
    unproved: 'ended',
    'no-loop': 'failed',
    usage: 'refused',
    'rate-limit': 'held',
    interrupted: 'stopped',
  };
  for (const [name, { code }] of Object.entries(exitCodes)) {
    expect([name, jobEndOf(name), jobEndOf(code)]).toEqual([
      name,
      ends[name as keyof typeof ends],
      jobEndOf(name),
    ]);
  }
});

test.each([['nonsense'], [99], [null], ['']])('the exit %s is a failure', (exit) => {
  expect(jobEndOf(exit)).toBe('failed');
});
