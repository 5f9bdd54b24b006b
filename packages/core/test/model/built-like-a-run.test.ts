import { describe, expect, test } from 'vitest';
import { isCommand } from '../../src/decide.ts';
import { isFrame, isRun } from '../../src/model/recognise.ts';
import { AT, runAfter, topOf } from '../support/given.ts';

const run = runAfter({ type: 'start', stage: 'executing' }, { type: 'task', action: 'add', subject: 'a' });
const frame = topOf(run);
const OTHERS = [undefined, null, 5, 'text', true, {}, [5]];

/** Values that are of another kind than the one that belongs there. */
function wrongFor(value: unknown): readonly unknown[] {
  const kindOf = (one: unknown): string => (Array.isArray(one) ? 'list' : one === null ? 'null' : typeof one);
  return OTHERS.filter((other) => kindOf(other) !== kindOf(value) || kindOf(other) === 'list');
}

describe('a value is no frame', () => {
  test('and no run, if it is no object', () => {
    for (const value of [undefined, null, 5, 'text', []]) {
      expect(isFrame(value)).toBe(false);
      expect(isRun(value)).toBe(false);
      expect(isCommand(value)).toBe(false);
    }
  });

  test.each([
    'id',
    'mode',
    'spec',
    'shape',
    'iteration',
    'startedAt',
    'limits',
    'breaker',
    'spend',
    'extras',
    'criteria',
    'steps',
    'notes',
    'tasks',
  ] as const)('where %s is of another kind', (key) => {
    expect(isFrame(frame)).toBe(true);
    for (const value of wrongFor(frame[key])) expect(isFrame({ ...frame, [key]: value })).toBe(false);
  });

  test('where a task does not say what blocks it', () => {
    expect(isFrame({ ...frame, tasks: [...frame.tasks, { id: '2' }] })).toBe(false);
    expect(isFrame({ ...frame, tasks: [...frame.tasks, { blockedBy: 'all' }] })).toBe(false);
    expect(isFrame({ ...frame, tasks: [] })).toBe(true);
  });
});

describe('a value is no run', () => {
  test.each([
    'id',
    'session',
    'status',
    'createdAt',
    'updatedAt',
    'ttlMs',
    'events',
    'closed',
    'extras',
    'frames',
  ] as const)('where %s is of another kind', (key) => {
    expect(isRun(run)).toBe(true);
    for (const value of wrongFor(run[key])) expect(isRun({ ...run, [key]: value })).toBe(false);
  });

  test('with an invalid frame', () => {
    expect(isRun({ ...run, frames: [frame, { ...frame, steps: undefined }] })).toBe(false);
  });
});

describe('a value is no command', () => {
  test.each([
    { type: 'stop' },
    { type: 'stop', at: 'now' },
    { type: 'toString', at: AT },
    { type: ['stop'], at: AT },
    { at: AT },
  ])('that reads %j', (value) => {
    expect(isCommand(value)).toBe(false);
  });

  test('unless it has a time and a type that is known', () => {
    expect(isCommand({ type: 'stop', at: AT })).toBe(true);
  });
});
