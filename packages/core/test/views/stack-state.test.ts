import { describe, expect, test } from 'vitest';
import { parseStackState, toStackState } from '../../src/views/stack-state.ts';
import { AT, given, openedWith } from '../support/given.ts';

describe('the stack message', () => {
  test.each([[{}], [{ schema: null }]])('without its schema is refused: %j', (message) => {
    const problems = [{ field: 'schema', reason: 'is missing' }];
    expect(parseStackState(message)).toEqual({ ok: false, problems });
  });

  test.each([
    ['says so', { unlimited: true }, { max: null, unlimited: true }],
    ['says so and names none', { unlimited: true, max: null }, { max: null, unlimited: true }],
    ['says so but names a limit', { unlimited: true, max: 5 }, { max: 5 }],
    ['denies it', { unlimited: false, max: null }, { max: 10 }],
    ['only names none', { max: null }, { max: 10 }],
  ])('reads the limit of a frame that %s', (_where, frame, read) => {
    const stack = [{ id: 'frame-1', mode: 'loop', iter: 0, ...read }];
    expect(parseStackState({ schema: 1, stack: [frame] })).toMatchObject({ value: { stack } });
  });

  test('names the problems of each frame and of its date', () => {
    expect(
      parseStackState({ schema: 1, updated_at: 'soon', stack: [{ max: 1.5 }, { iter: -1, max: -1 }] }),
    ).toEqual({
      ok: false,
      problems: [
        { field: 'updated_at', reason: 'expected a date like 2024-12-21T10:30:00Z, got "soon"' },
        { field: 'stack[0].max', reason: 'expected a whole number from 0 on, got 1.5' },
        { field: 'stack[1].iter', reason: 'expected a whole number from 0 on, got -1' },
        { field: 'stack[1].max', reason: 'expected a whole number from 0 on, got -1' },
      ],
    });
  });

  test.each([
    ['draft', 'STATE', 1],
    ['active', 'STATE', 1],
    ['paused', 'STATE', 1],
    ['stuck', 'DONE', 1],
    ['completed', 'DONE', 0],
    ['aborted', 'ABORT', 0],
    ['cancelled', 'ABORT', 0],
  ] as const)('of a run that is %s is %s with %d frames', (status, event, frames) => {
    const { run } = given(openedWith({}, { status }));
    const message = toStackState(run!);
    expect(message.event).toBe(event);
    expect(message.stack).toHaveLength(frames);
  });

  test.each([
    [{ kind: 'paused', cause: { kind: 'limit', limit: 'iterations' } }, 'MAX_ITERATIONS'],
    [{ kind: 'verified' }, 'COMPLETE'],
    [{ kind: 'claimed' }, 'COMPLETE'],
    [{ kind: 'cancelled' }, 'USER_CANCELLED'],
    [{ kind: 'stuck', cause: { kind: 'breaker', breaker: 'idle' } }, 'idle'],
    [{ kind: 'aborted', corrupt: { field: 'iter', reason: 'x' } }, 'corrupt iter: x'],
  ] as const)('gives the reason of %j as %s', (ending, reason) => {
    const { run } = given(openedWith({}, { ending: { ...ending, at: AT } }));
    expect(toStackState(run!).reason).toBe(reason);
  });
});
