import { describe, expect, test } from 'vitest';
import { announce, completeText } from '../../src/text/announce.ts';
import { okReason } from '../../src/text/continuation.ts';
import { given, runAfter, started, topOf } from '../support/given.ts';

const COMPLETE = [{ kind: 'loop-complete', value: 'All success criteria satisfied', line: 1 }] as const;

describe('seed 001: completion detection', () => {
  test('seed 001: <loop-complete> in the last message is complete', () => {
    const { verdict, run } = given(started()).whenStopped({ signals: [...COMPLETE] });
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'done' });
    expect(okReason(verdict!)).toBe('complete');
    expect(run?.status).toBe('completed');
  });

  test('seed 001: without it the loop goes on', () => {
    expect(given(started()).whenStopped().verdict).toMatchObject({ kind: 'block', rule: 'continue' });
  });

  test('seed 001: the text inside the block means nothing, not even the word STUCK', () => {
    const { verdict } = given(started()).whenStopped({
      signals: [{ kind: 'loop-complete', value: 'STUCK', line: 1 }],
    });
    expect(verdict).toMatchObject({ rule: 'done' });
  });

  test('seed 001: the marker with a criterion unmet is a claim without its proof', () => {
    const { verdict } = given(started({ criteria: [{ name: 'tests pass' }] })).whenStopped({
      signals: [...COMPLETE],
    });
    expect(verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests pass', why: 'unmet' }],
    });
  });

  test('seed 001: the <loop-complete> block, letter by letter', () => {
    const run = runAfter(
      { type: 'start', criteria: [{ name: 'tests pass' }, { name: 'lint clean' }] },
      { type: 'criterion', action: 'tick', name: 'tests pass' },
      { type: 'criterion', action: 'tick', name: 'lint clean' },
    );
    expect(completeText(run)).toBe(
      '<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n- lint clean: ✓\n</loop-complete>',
    );
  });

  test('seed 001: an early block does not prove unmet criteria', () => {
    const run = runAfter({ type: 'start', criteria: [{ name: 'tests pass' }] });
    expect(completeText(run)).toContain('- tests pass: ✗');
  });
});

describe('seed 001: stop_hook_active', () => {
  test('seed 001: three continuations without work end the loop', () => {
    const loop = given(started());
    const idle = { type: 'stop', isContinuing: true } as const;
    const first = { type: 'stop' } as const;
    expect(loop.when(first, idle, idle).verdict?.kind).toBe('block');
    expect(loop.when(first, idle, idle, idle)).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker' },
      run: { status: 'stuck', ending: { cause: { breaker: 'idle' } } },
    });
  });

  test('seed 001: a tool that ran in between starts the count again', () => {
    const idle = { type: 'stop', isContinuing: true } as const;
    const tool = { type: 'observe', tools: 1 } as const;
    const outcome = given(started()).when({ type: 'stop' }, idle, idle, tool, idle, idle, idle);
    expect(outcome.verdict?.kind).toBe('block');
    expect(topOf(outcome.run).breaker.idle).toBe(2);
  });
});

describe('seed 001: error handling', () => {
  test.each(['transient', 'rate-limit'] as const)(
    'seed 001: %s is retried once, then the loop pauses',
    (kind) => {
      const error = { type: 'failure', kind, reason: 'socket hang up', canRetry: true } as const;
      const once = given(started()).when(error);
      expect(once).toMatchObject({
        types: ['failed'],
        notices: [{ code: 'retry' }],
        run: { status: 'active' },
      });
      const twice = given(started()).when(error, error);
      expect(twice).toMatchObject({
        types: ['rested'],
        run: {
          status: 'paused',
          ending: { kind: 'paused', cause: { failure: kind, reason: 'socket hang up' } },
        },
        notices: [{ code: 'paused', reason: 'socket hang up' }],
      });
    },
  );

  test('seed 001: a good turn in between allows another retry', () => {
    const error = { type: 'failure', kind: 'transient', reason: 'timeout', canRetry: true } as const;
    expect(given(started()).when(error, { type: 'observe', tools: 1 }, error).run?.status).toBe('active');
    expect(given(started()).when(error, { type: 'stop' }, error).run?.status).toBe('active');
    const { run } = given(started()).when(error, { ...error, ranTools: true });
    expect(run?.status).toBe('active');
    expect(given(started()).when(error, { type: 'observe', tools: 0, denials: 1 }, error).run?.status).toBe(
      'paused',
    );
  });

  test('seed 001: a reporter that cannot run the turn again pauses at once', () => {
    const outcome = given(started()).when({ type: 'failure', kind: 'transient', reason: 'timeout' });
    expect(outcome.run?.status).toBe('paused');
  });

  test.each(['blocking', 'unknown'] as const)('seed 001: %s pauses at once and keeps the state', (kind) => {
    const outcome = given(started({ steps: ['one'] })).when(
      { type: 'step', action: 'done', step: 'one' },
      { type: 'failure', kind, reason: 'no permission', canRetry: true },
    );
    expect(outcome.run).toMatchObject({
      status: 'paused',
      ending: { cause: { failure: kind, reason: 'no permission' } },
    });
    expect(outcome.frame.steps).toEqual([{ name: 'one', isDone: true }]);
  });

  test('seed 001: logic errors count toward the circuit breaker, and the loop attempts the fix', () => {
    const error = { type: 'observe', tools: 1, errors: ['TS2345'] } as const;
    expect(given(started()).when(error, error, { type: 'stop' }).verdict?.kind).toBe('block');
    expect(given(started()).when(error, error, error, { type: 'stop' }).run?.ending).toMatchObject({
      cause: { breaker: 'same-error' },
    });
  });

  test('seed 001: a failure of a run at rest changes nothing', () => {
    const outcome = given(started()).when(
      { type: 'pause' },
      { type: 'failure', kind: 'unknown', reason: 'x' },
    );
    expect(outcome.types).toEqual([]);
  });
});

describe('seed 001: lifecycle', () => {
  test('seed 001: a step that is done moves from the remaining to the completed ones', () => {
    const { frame } = given(started({ steps: ['step1', 'step2'] })).when({
      type: 'step',
      action: 'done',
      step: 'step1',
    });
    expect(frame.steps).toEqual([
      { name: 'step1', isDone: true },
      { name: 'step2', isDone: false },
    ]);
  });

  test('seed 001: pause keeps everything and says how to go on; resume continues from there', () => {
    const paused = given(started({ steps: ['a', 'b'] })).when(
      { type: 'step', action: 'done', step: 'a' },
      { type: 'pause', reason: 'lunch' },
    );
    expect(announce({ kind: 'paused', run: paused.run! })).toBe(
      '[LOOP] ⏸ Paused: lunch\nProgress: 1 steps complete, 1 remaining\nResume: /loop:continue',
    );
    const resumed = given(started({ steps: ['a', 'b'] })).when(
      { type: 'step', action: 'done', step: 'a' },
      { type: 'pause', reason: 'lunch' },
      { type: 'resume' },
    );
    expect(resumed.run?.status).toBe('active');
    expect(resumed.run?.ending).toBeUndefined();
    expect(resumed.frame.steps).toEqual(paused.frame.steps);
  });
});
