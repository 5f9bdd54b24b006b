import { describe, expect, test } from 'vitest';
import { receiptOf, type Receipt } from '../../src/text/receipts.ts';
import { AT, type AnyLoose, given, happened, type Outcome, result, started } from '../support/given.ts';

function lineOf({ before, run, ...decision }: Outcome): Receipt | undefined {
  return run && receiptOf(before, decision, run);
}

describe('receipts', () => {
  const criteria = [{ name: 'c' }, { name: 'd' }];
  test('show the state after an answered stop', () => {
    const { before, run, ...decision } = given(started({ criteria, steps: ['a', 'b'] })).when(
      { type: 'criterion', action: 'tick', name: 'c' },
      { type: 'step', action: 'done', step: 'a' },
      { type: 'observe', tools: 3, edits: ['src/a.ts'] },
      { type: 'stop', at: AT + 5, spent: { usd: 0.12345678, tokens: 7, from: '', to: 'a' } },
    );
    expect(receiptOf(before, decision, run!)).toEqual({
      at: '2026-02-05T10:00:00.005Z',
      frame: 'frame-1',
      iteration: 0,
      rule: 'continue',
      verdict: 'block',
      duration_ms: 5,
      met: ['c'],
      unmet: ['d'],
      newly_met: ['c'],
      no_longer_met: [],
      checks: [],
      steps_done: 1,
      steps_total: 2,
      tools: 3,
      files: ['src/a.ts'],
      files_total: 1,
      cost_usd: 0.123457,
      tokens: 7,
      frame_cost_usd: 0.123457,
      frame_tokens: 7,
    });
  });

  test('say how the frame that stopped ended, not those below it', () => {
    const { before, run, ...decision } = given(
      happened({ type: 'start' }, { type: 'push', spec: 'inner' }),
    ).when({
      type: 'stop',
      signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
      spent: { usd: 2, tokens: 7, from: '', to: 'a' },
    });
    expect(receiptOf(before, decision, run!)).toMatchObject({
      frame: 'frame-2',
      ending: 'gave-up:STUCK',
      cost_usd: 2,
    });
    const last = given(started()).when({ type: 'signal', isDone: true }, { type: 'stop' });
    expect(receiptOf(last.before, last, last.run!)).toMatchObject({
      verdict: 'allow',
      rule: 'done',
      ending: 'claimed',
    });
  });

  test('checks and the criteria that they changed are only on the receipt of their iteration', () => {
    const checked = ['a', 'b'].map((name) => ({ name, check: { command: name } }));
    const loop = given(started({ criteria: checked }));
    const first = [
      { type: 'verify', results: [result('a', true), result('b', false)] },
      { type: 'stop', at: AT + 10 },
    ] as const;
    const second = [
      { type: 'verify', results: [result('a', false)] },
      { type: 'stop', at: AT + 30 },
    ] as const;
    expect(lineOf(loop.when(...first))).toMatchObject({
      newly_met: ['a'],
      no_longer_met: [],
      checks: [
        { criterion: 'a', passed: true, exit_code: 0, duration_ms: 5, evidence: 'evidence-1' },
        { criterion: 'b', passed: false, exit_code: 1 },
      ],
      fingerprint: 'tree-1',
      duration_ms: 10,
    });
    const later = lineOf(loop.when(...first, ...second));
    expect(later).toMatchObject({ newly_met: [], no_longer_met: ['a'], duration_ms: 20 });
    expect(later?.checks).toEqual([expect.objectContaining({ criterion: 'a', passed: false })]);
    expect(lineOf(loop.when(...first, ...second, { type: 'stop', at: AT + 40 }))?.checks).toEqual([]);
  });

  test('add up to the spend of the run, including inner loops and ends by hand', () => {
    const spend = (usd: number, mark: number): object => ({
      spent: { usd, tokens: usd * 10, from: mark === 0 ? '' : `m${mark - 1}`, to: `m${mark}` },
    });
    const commands: readonly AnyLoose[] = [
      { type: 'start', criteria },
      { type: 'stop', ...spend(1, 0) },
      { type: 'observe', tools: 1, ...spend(2, 1) },
      { type: 'push', spec: 'inner' },
      { type: 'stop', ...spend(3, 2) },
      { type: 'stop', signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }], ...spend(4, 3) },
      { type: 'observe', tools: 1, ...spend(5, 4) },
      { type: 'failure', kind: 'rate-limit', reason: 'slow down' },
      { type: 'resume' },
      { type: 'observe', tools: 1, ...spend(6, 5) },
      { type: 'cancel' },
    ];
    const lines = commands.flatMap((_, index) => lineOf(given().when(...commands.slice(0, index + 1))) ?? []);
    expect(lines.map(({ rule, frame, cost_usd }) => [rule, frame, cost_usd])).toEqual([
      ['continue', 'frame-1', 1],
      ['continue', 'frame-2', 5],
      ['continue', 'frame-2', 4],
      ['failure', 'frame-1', 5],
      ['cancel', 'frame-1', 6],
    ]);
    const { run } = given().when(...commands);
    expect(run?.frames[0]?.spend).toEqual({ usd: 21, tokens: 210 });
  });

  test('the time of a pause is on no receipt', () => {
    const loop = given(started());
    const line = lineOf(
      loop.when(
        { type: 'pause', at: AT + 5 },
        { type: 'resume', at: AT + 1000 },
        { type: 'stop', at: AT + 1007 },
      ),
    );
    expect(line?.duration_ms).toBe(7);
  });

  test('name the first 50 files and how many there were', () => {
    const edits = Array.from({ length: 60 }, (_, index) => `${index}.ts`);
    const line = lineOf(given(started()).when({ type: 'observe', tools: 1, edits }, { type: 'stop' }));
    expect(line).toMatchObject({ files_total: 60 });
    expect(line?.files).toEqual(edits.slice(0, 50));
  });

  test('there is no receipt without a record, a decision or an active run', () => {
    const disabled = given(started()).when({ type: 'stop', isDisabled: true });
    expect(receiptOf(disabled.before, disabled, disabled.run!)).toBeUndefined();
    const ticked = given(started({ criteria })).when({ type: 'criterion', action: 'tick', name: 'c' });
    expect(receiptOf(ticked.before, ticked, ticked.run!)).toBeUndefined();
    expect(receiptOf(undefined, disabled, disabled.run!)).toBeUndefined();
  });
});

describe('a receipt for an iteration that a command ended', () => {
  test('of a run that came to rest says how, and lets go', () => {
    const paused = lineOf(given(started()).when({ type: 'pause', reason: 'lunch' }));
    expect(paused).toMatchObject({ rule: 'pause', verdict: 'allow', ending: 'paused:lunch' });
    const popped = lineOf(given(started()).when({ type: 'pop', reason: 'not needed' }));
    expect(popped).toMatchObject({ rule: 'pop', verdict: 'allow', ending: 'cancelled:not needed' });
    const overridden = lineOf(given(started()).when({ type: 'stop' }, { type: 'prompt', source: 'prompt' }));
    expect(overridden).toMatchObject({ rule: 'overridden', ending: 'overridden' });
  });

  test('names no ending where the loop goes on', () => {
    expect(lineOf(given(started()).when({ type: 'stop' }))).not.toHaveProperty('ending');
    const asked = lineOf(given(started({ shape: 'colleague' })).when({ type: 'stop' }));
    expect(asked).toMatchObject({ verdict: 'allow', rule: 'needs-user' });
    expect(asked?.ending).toBeUndefined();
  });

  test('names the whole work tree, not a part of it', () => {
    const fingerprints = [
      { scope: 'src', value: 'part' },
      { scope: '', value: 'whole' },
      { scope: 'docs', value: 'other part' },
    ];
    expect(lineOf(given(started()).when({ type: 'stop', fingerprints }))?.fingerprint).toBe('whole');
    const parts = fingerprints.filter(({ scope }) => scope !== '');
    expect(lineOf(given(started()).when({ type: 'stop', fingerprints: parts }))).not.toHaveProperty(
      'fingerprint',
    );
  });

  test('gives what its own frame has cost, not the frame that was left or lies below', () => {
    const spend = (usd: number, from: string, to: string): object => ({
      spent: { usd, tokens: 1, from, to },
    });
    const loop = given(started());
    const outer = [
      { type: 'observe', tools: 1, ...spend(5, '', 'a') },
      { type: 'push', spec: 'inner' },
    ] as const;
    const signals = [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }] as const;
    const inner = { type: 'stop', signals, ...spend(2, 'a', 'b') } as const;
    expect(lineOf(loop.when(...outer, inner))).toMatchObject({ frame: 'frame-2', frame_cost_usd: 2 });
    expect(lineOf(loop.when(...outer, inner, { type: 'stop', ...spend(1, 'b', 'c') }))).toMatchObject({
      frame: 'frame-1',
      frame_cost_usd: 8,
    });
  });
});
