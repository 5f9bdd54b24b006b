import { describe, expect, test } from 'vitest';
import { type Receipt, receiptOf } from '../../src/text/receipts.ts';
import {
  cancel,
  complete,
  done,
  gaveUp,
  pause,
  resume,
  spent,
  step,
  stop,
  tick,
  tool,
  user,
  verify,
} from '../support/commands.ts';
import { AT, type AnyLoose, given, type Outcome, started } from '../support/given.ts';

const criteria = [{ name: 'c' }, { name: 'd' }];
const plain = given(started());
const push = { type: 'push', spec: 'inner' } as const;

function lineOf({ before, run, ...decision }: Outcome): Receipt | undefined {
  return run && receiptOf(before, decision, run);
}

describe('receipts', () => {
  test('show the state after an answered stop', () => {
    const outcome = given(started({ criteria, steps: ['a', 'b'] })).when(
      tick('c'),
      step('done', 'a'),
      { type: 'observe', tools: 3, edits: ['src/a.ts'] },
      { ...stop, at: AT + 5, ...spent(0.12345678, 7) },
    );
    expect(lineOf(outcome)).toEqual({
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

  test.each<readonly [string, readonly AnyLoose[], object]>([
    [
      'a frame that gave up, not those below it',
      [push, { ...gaveUp, ...spent(2, 7) }],
      { frame: 'frame-2', ending: 'gave-up:STUCK', cost_usd: 2 },
    ],
    ['a run that is done', [done, stop], { verdict: 'allow', rule: 'done', ending: 'claimed' }],
    ['a pause', [{ ...pause, reason: 'lunch' }], { rule: 'pause', verdict: 'allow', ending: 'paused:lunch' }],
    [
      'a pop',
      [{ type: 'pop', reason: 'not needed' }],
      { rule: 'pop', verdict: 'allow', ending: 'cancelled:not needed' },
    ],
    ['an override', [stop, user], { rule: 'overridden', ending: 'overridden' }],
  ])('say how %s ended', (_, commands, fields) => {
    expect(lineOf(plain.when(...commands))).toMatchObject(fields);
  });

  test('name no ending where the loop goes on', () => {
    expect(lineOf(plain.when(stop))).not.toHaveProperty('ending');
    const asked = lineOf(given(started({ shape: 'colleague' })).when(stop));
    expect(asked).toMatchObject({ verdict: 'allow', rule: 'needs-user' });
    expect(asked?.ending).toBeUndefined();
  });

  test('checks and the criteria that they changed are only on the receipt of their iteration', () => {
    const loop = given(started({ criteria: ['a', 'b'].map((name) => ({ name, check: { command: name } })) }));
    const first = [verify('a', true), verify('b', false), { ...stop, at: AT + 10 }] as const;
    const second = [verify('a', false), { ...stop, at: AT + 30 }] as const;
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
    expect(lineOf(loop.when(...first, ...second, { ...stop, at: AT + 40 }))?.checks).toEqual([]);
  });

  test('add up to the spend of the run, including inner loops and ends by hand', () => {
    let mark = -1;
    const spend = (usd: number): object => {
      mark += 1;
      return spent(usd, usd * 10, mark === 0 ? '' : `m${mark - 1}`, `m${mark}`);
    };
    const commands: readonly AnyLoose[] = [
      { type: 'start', criteria },
      { ...stop, ...spend(1) },
      { ...tool, ...spend(2) },
      push,
      { ...stop, ...spend(3) },
      { ...complete, ...spend(4) },
      { ...tool, ...spend(5) },
      { type: 'failure', kind: 'rate-limit', reason: 'slow down' },
      resume,
      { ...tool, ...spend(6) },
      cancel,
    ];
    const lines = commands.flatMap((_, index) => lineOf(given().when(...commands.slice(0, index + 1))) ?? []);
    expect(
      lines.map(({ rule, frame, cost_usd, frame_cost_usd }) => [rule, frame, cost_usd, frame_cost_usd]),
    ).toEqual([
      ['continue', 'frame-1', 1, 1],
      ['continue', 'frame-2', 5, 3],
      ['continue', 'frame-2', 4, 7],
      ['failure', 'frame-1', 5, 15],
      ['cancel', 'frame-1', 6, 21],
    ]);
    expect(given().when(...commands).run?.frames[0]?.spend).toEqual({ usd: 21, tokens: 210 });
  });

  test('the time of a pause is on no receipt', () => {
    const resumed = [
      { ...pause, at: AT + 5 },
      { ...resume, at: AT + 1000 },
      { ...stop, at: AT + 1007 },
    ];
    expect(lineOf(plain.when(...resumed))?.duration_ms).toBe(7);
  });

  test('name the first 50 files and how many there were', () => {
    const edits = Array.from({ length: 60 }, (_, index) => `${index}.ts`);
    const line = lineOf(plain.when({ ...tool, edits }, stop));
    expect([line?.files_total, line?.files]).toEqual([60, edits.slice(0, 50)]);
  });

  test('name the whole work tree, not a part of it', () => {
    const trees = (...scopes: string[]) =>
      lineOf(plain.when({ ...stop, fingerprints: scopes.map((scope) => ({ scope, value: `of ${scope}` })) }));
    expect(trees('src', '', 'docs')?.fingerprint).toBe('of ');
    expect(trees('src', 'docs')).not.toHaveProperty('fingerprint');
  });

  test('there is no receipt without a record, a decision or an active run', () => {
    const disabled = plain.when({ ...stop, isDisabled: true });
    expect(lineOf(disabled)).toBeUndefined();
    expect(lineOf({ ...disabled, before: undefined })).toBeUndefined();
    expect(lineOf(given(started({ criteria })).when(tick('c')))).toBeUndefined();
  });
});
