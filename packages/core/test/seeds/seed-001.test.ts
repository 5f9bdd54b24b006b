import { describe, expect, test } from 'vitest';
import { completeText } from '../../src/text/announce.ts';
import { endLines } from '../../src/text/end.ts';
import { okReason } from '../../src/text/continuation.ts';
import { complete, failing, pause, resume, said, step, stop, tick, tool } from '../support/commands.ts';
import { type AnyLoose, given, runAfter, started, topOf } from '../support/given.ts';

const plain = given(started());

describe('seed 001: completion detection', () => {
  test('seed 001: <loop-complete> in the last message is complete, whatever stands inside', () => {
    const { verdict, run } = plain.when(complete);
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'done' });
    expect([okReason(verdict!), run?.status]).toEqual(['complete', 'completed']);
    expect(plain.whenStopped(said('loop-complete', 'STUCK')).rule).toBe('done');
  });

  test('seed 001: without it the loop goes on', () => {
    expect(plain.whenStopped().verdict).toMatchObject({ kind: 'block', rule: 'continue' });
  });

  test('seed 001: the marker with a criterion unmet is a claim without its proof', () => {
    expect(given(started({ criteria: [{ name: 'tests pass' }] })).when(complete).verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests pass', why: 'unmet' }],
    });
  });

  test('seed 001: the <loop-complete> block, letter by letter; an early one proves no unmet criteria', () => {
    const start = { type: 'start' as const, criteria: [{ name: 'tests pass' }, { name: 'lint clean' }] };
    expect(completeText(runAfter(start, tick('tests pass'), tick('lint clean')))).toBe(
      '<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n- lint clean: ✓\n</loop-complete>',
    );
    expect(completeText(runAfter(start))).toContain('- tests pass: ✗');
  });
});

describe('seed 001: stop_hook_active', () => {
  const idle = { type: 'stop', isContinuing: true } as const;

  test('seed 001: three continuations without work end the loop', () => {
    expect(plain.when(stop, idle, idle).verdict?.kind).toBe('block');
    expect(plain.when(stop, idle, idle, idle)).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker' },
      run: { status: 'stuck', ending: { cause: { breaker: 'idle' } } },
    });
  });

  test('seed 001: a tool that ran in between starts the count again', () => {
    const outcome = plain.when(stop, idle, idle, tool, idle, idle, idle);
    expect([outcome.verdict?.kind, topOf(outcome.run).breaker.idle]).toEqual(['block', 2]);
  });
});

describe('seed 001: error handling', () => {
  const error = { type: 'failure', kind: 'transient', reason: 'timeout', canRetry: true } as const;

  test.each(['transient', 'rate-limit'] as const)(
    'seed 001: %s is retried once, then the loop pauses',
    (kind) => {
      expect(plain.when({ ...error, kind })).toMatchObject({
        types: ['failed'],
        notices: [{ code: 'retry' }],
        run: { status: 'active' },
      });
      expect(plain.when({ ...error, kind }, { ...error, kind })).toMatchObject({
        types: ['rested'],
        run: { status: 'paused', ending: { kind: 'paused', cause: { failure: kind, reason: 'timeout' } } },
        notices: [{ code: 'paused', reason: 'timeout' }],
      });
    },
  );

  test('seed 001: a good turn in between allows another retry', () => {
    const statusAfter = (...between: AnyLoose[]) => plain.when(error, ...between, error).run?.status;
    expect([statusAfter(tool), statusAfter(stop)]).toEqual(['active', 'active']);
    expect(plain.when(error, { ...error, ranTools: true }).run?.status).toBe('active');
    expect(statusAfter({ ...tool, tools: 0, denials: 1 })).toBe('paused');
  });

  test('seed 001: a reporter that cannot run the turn again pauses at once', () => {
    expect(plain.when({ ...error, canRetry: false }).run?.status).toBe('paused');
  });

  test.each(['blocking', 'unknown'] as const)('seed 001: %s pauses at once and keeps the state', (kind) => {
    const outcome = given(started({ steps: ['one'] })).when(step('done', 'one'), { ...error, kind });
    expect(outcome).toMatchObject({
      cause: kind,
      run: { status: 'paused' },
      frame: { steps: [{ name: 'one', isDone: true }] },
    });
  });

  test('seed 001: logic errors count toward the circuit breaker, and the loop attempts the fix', () => {
    const fault = failing('TS2345');
    expect(plain.when(fault, fault, stop).verdict?.kind).toBe('block');
    expect(plain.when(fault, fault, fault, stop).cause).toBe('same-error');
  });
});

test('seed 001: pause keeps everything and says how to go on; resume continues from there', () => {
  const loop = given(started({ steps: ['a', 'b'] }));
  const lunch = [step('done', 'a'), { ...pause, reason: 'lunch' }] as const;
  expect(endLines(loop.when(...lunch).run!).join('\n')).toBe(
    '[LOOP] ⏸ Paused: lunch\nProgress: 1 steps complete, 1 remaining\nResume: /loop:continue',
  );
  const { run, frame } = loop.when(...lunch, resume);
  expect([run?.status, run?.ending]).toEqual(['active', undefined]);
  expect(frame.steps).toEqual([
    { name: 'a', isDone: true },
    { name: 'b', isDone: false },
  ]);
});
