import fc from 'fast-check';
import { expect, test } from 'vitest';
import { command, evolve, isCommand, isEvent, isRun, loopEvent, run } from '../../src/index.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';

test('everything that a schema lets through is recognised', () => {
  fc.assert(
    fc.property(arbitraryOf(run), (value) => isRun(value)),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(arbitraryOf(loopEvent), (value) => isEvent(value)),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(arbitraryOf(command), (value) => isCommand(value)),
    { numRuns: 300 },
  );
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a list', []],
  ['text', 'opened'],
  ['no time', { type: 'heard' }],
  ['a time that is text', { type: 'heard', at: '5' }],
  ['an unknown type', { type: 'melted', at: 1 }],
  ['a type of the prototype', { type: 'toString', at: 1 }],
  ['a run without frames', { type: 'opened', at: 1, run: { id: 'r' } }],
  ['a frame without lists', { type: 'pushed', at: 1, frame: { id: 'f' } }],
])('%s is no event and no command', (_, value) => {
  expect(isEvent(value)).toBe(false);
  expect(isCommand(value)).toBe(false);
});

test('a value of another shape is no run', () => {
  fc.assert(
    fc.property(
      arbitraryOf(run),
      fc.constantFrom('frames', 'closed', 'extras', 'status', 'events', 'ttlMs'),
      (value, key) => {
        expect(isRun({ ...value, [key]: null })).toBe(false);
      },
    ),
    { numRuns: 100 },
  );
});

test('any event that is recognised folds into a run that is recognised', () => {
  fc.assert(
    fc.property(arbitraryOf(run), arbitraryOf(loopEvent), (before, event) => {
      expect(isRun(evolve(before, event))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
