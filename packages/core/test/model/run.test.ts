import { describe, expect, test } from 'vitest';
import { commandSchema } from '../../src/model/command.ts';
import { parseEvent } from '../../src/model/event.ts';
import { runSchema } from '../../src/model/run.ts';
import { AT, runAfter } from '../support/given.ts';

const stepped = { type: 'stepped', at: AT, index: 0, isDone: true };

test.each([
  ['events', -1],
  ['events', 1.5],
  ['ttlMs', -1],
  ['ttlMs', Number.POSITIVE_INFINITY],
])('a value with %s of %d is no run', (field, value) => {
  expect(runSchema.safeParse({ ...runAfter({ type: 'start' }), [field]: value }).success).toBe(false);
});

describe('a record', () => {
  test.each<[string, unknown]>([
    ['no object', null],
    ['of no type', { at: AT }],
    ['of the type melted', { ...stepped, type: 'melted' }],
    ['of the type toString', { ...stepped, type: 'toString' }],
    ['without its time', { ...stepped, at: undefined }],
    ['without a field', { ...stepped, isDone: undefined }],
    ['with a field of another kind', { ...stepped, index: '0' }],
  ])('that is %s is no event', (_, value) => {
    expect(parseEvent(value)).toBeUndefined();
  });

  test('with a field of a later version loses only that', () => {
    expect(parseEvent({ ...stepped, later: 1 })).toEqual(stepped);
  });
});

test.each<[string, object]>([
  ['of no type', {}],
  ['of the type explode', { type: 'explode' }],
  ['with half a tool', { type: 'observe', tools: 0.5 }],
  ['with a negative count of blockers', { type: 'review', blockers: -1 }],
  [
    'with negative spend',
    { type: 'prompt', source: 'prompt', spent: { usd: -1, tokens: 0, from: '', to: 'a' } },
  ],
])('a command %s is refused', (_, asked) => {
  expect(commandSchema.safeParse({ at: AT, ...asked }).success).toBe(false);
});
