import { jobEndOf, stateAfter } from '@loopwright/core';
import { expect, test } from 'vitest';
import { batchExit } from '../../../../src/verbs/run/batch/batch-answer.ts';

const EXITS = [
  'interrupted',
  'error',
  'breaker',
  'unclear',
  'unproved',
  'rate-limit',
  'budget',
  'iterations',
];

test.each(EXITS)('%s is the exit of all, unless a user has to see another one first', (exit) => {
  const rest = EXITS.slice(EXITS.indexOf(exit)).reverse();
  const jobs = rest.map((one) => ({ state: stateAfter(jobEndOf(one)), exit: one }));
  expect(batchExit([...jobs, { state: 'done', exit: 'ok' }])).toBe(exit);
});

test('jobs that never started count as a lack of budget, and an unknown exit is an error', () => {
  expect(batchExit([{ state: 'done', exit: 'ok' }])).toBe('ok');
  expect(batchExit([{ state: 'done', exit: 'ok' }, { state: 'waiting' }])).toBe('budget');
  expect(batchExit([{ state: 'waiting' }, { state: 'ended', exit: 'breaker' }])).toBe('breaker');
  expect(batchExit([{ state: 'ended', exit: 'nonsense' }])).toBe('error');
});
