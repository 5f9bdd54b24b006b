import { describe, expect, test } from 'vitest';
import { explainStop } from '../../src/decide/stop.ts';
import type { Verdict } from '../../src/decide/decision.ts';
import type { StopCommand } from '../../src/model/command.ts';
import type { Mode, SignalKind } from '../../src/model/vocabulary.ts';
import { complete, evidence, given, openedWith, result, started } from '../support/given.ts';

type Block = Extract<Verdict, { kind: 'block' }>;

function blockOf(verdict: Verdict | undefined): Block {
  expect(verdict).toMatchObject({ kind: 'block' });
  return verdict as Block;
}

describe('what a block carries', () => {
  const nearMiss = { kind: 'loop-done', line: 7, place: 'code' } as unknown as StopCommand['nearMiss'];

  test('a near miss and an unreadable tree, and neither where there is none', () => {
    const told = blockOf(given(started()).whenStopped({ nearMiss, unreadable: 'too many files' }).verdict);
    expect(told).toMatchObject({ nearMiss, unreadable: 'too many files' });
    const plain = blockOf(given(started()).whenStopped({}).verdict);
    expect(plain.nearMiss).toBeUndefined();
    expect(plain.unreadable).toBeUndefined();
  });

  test('the folder that is no work tree of the project, also among the facts', () => {
    const elsewhere = { path: '/vendor/x', project: '/project' };
    const { verdict } = given(started()).whenStopped({ elsewhere });
    expect(verdict).toMatchObject({ elsewhere });
    const stop = complete({ type: 'stop', elsewhere }) as StopCommand;
    const row = explainStop(given(started()).run, stop).find(({ rule }) => rule === 'unproved');
    expect(row?.facts).toMatchObject({ elsewhere: '/vendor/x' });
  });

  test('the unreadable tree stands among the facts of an unproved claim alone', () => {
    const facts = (stop: Partial<StopCommand>): unknown => {
      const command = complete({ type: 'stop', ...stop } as never) as StopCommand;
      return explainStop(given(started()).run, command).find(({ rule }) => rule === 'unproved')?.facts;
    };
    expect(facts({ unreadable: 'too many files' })).toHaveProperty('unreadable', 'too many files');
    expect(facts({})).not.toHaveProperty('unreadable');
  });

  test('the criteria that the status block reports otherwise than the run, and no others', () => {
    const begin = started({
      criteria: [{ name: 'proved', check: { command: 'true' } }, { name: 'open' }, { name: 'silent' }],
    });
    const criteria = [
      { name: 'proved', isMet: true },
      { name: 'open', isMet: true },
      { name: 'unknown', isMet: true },
    ];
    const { verdict } = given(begin).when(
      { type: 'verify', results: [result('proved', true)] },
      { type: 'stop', fingerprints: [{ scope: '', value: 'tree-1' }], statusBlock: { criteria } },
    );
    expect(blockOf(verdict).notes).toEqual([{ kind: 'criteria-disagree', criteria: ['open'] }]);
    expect(blockOf(given(begin).whenStopped({ statusBlock: {} }).verdict).notes).toEqual([]);
  });

  test('the open tasks of Claude’s own list, where there is no loop at all', () => {
    expect(given().whenStopped({ openTasks: ['Write the tests'] }).verdict).toEqual({
      kind: 'block',
      rule: 'unproved',
      iteration: 1,
      missing: [{ kind: 'task', id: '', subject: 'Write the tests' }],
      notes: [],
      popped: [],
    });
  });

  test.each<[string, Partial<StopCommand>]>([
    ['without such tasks', { openTasks: [] }],
    ['at the second stop in a row', { openTasks: ['Write the tests'], isContinuing: true }],
  ])('nothing %s, where there is no loop', (_, stop) => {
    expect(given().whenStopped(stop).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });
});

describe('a question that only the user can answer', () => {
  const asks = (stage: 'intent' | 'shape' | 'executing') => given(openedWith({ workflow: workflow(stage) }));

  function workflow(stage: 'intent' | 'shape' | 'executing'): never {
    return { stage, question: 'Which routes?', scores: {}, waveReviews: [] } as never;
  }

  test.each(['intent', 'shape'] as const)('lets go in the same iteration at the stage %s', (stage) => {
    const { verdict, frame, before } = asks(stage).whenStopped({});
    expect(verdict).toEqual({ kind: 'allow', rule: 'needs-user' });
    expect(frame.iteration).toBe(before?.frames[0]?.iteration);
  });

  test('holds the session at a later stage', () => {
    expect(asks('executing').whenStopped({}).verdict).toMatchObject({ kind: 'block' });
  });

  test('holds a client that nobody watches', () => {
    expect(asks('intent').whenStopped({ isHeadless: true }).verdict).toMatchObject({ kind: 'block' });
  });
});

describe('what each signal says in each kind of loop', () => {
  test.each<[SignalKind, string, Partial<Record<Mode, string>>]>([
    ['loop-complete', 'all good', { loop: 'done', issue: 'done', grind: 'done' }],
    ['loop-done', 'COMPLETE', { loop: 'done', issue: 'done' }],
    ['loop-done', 'STUCK', { loop: 'gave-up', issue: 'gave-up' }],
    ['loop-done', 'MAX_ITERATIONS', { loop: 'gave-up', issue: 'gave-up' }],
    ['loop-done', 'DONE', {}],
    ['issue-complete', 'DONE', { issue: 'done' }],
    ['issue-complete', 'constructor', {}],
    ['grind-done', 'NO_MORE_ISSUES', { grind: 'gave-up' }],
    ['grind-done', 'MAX_ISSUES', { grind: 'gave-up' }],
  ])('<%s> %s', (kind, value, expected) => {
    const said = (['loop', 'issue', 'grind'] as const).flatMap((mode): [Mode, string][] => {
      const { verdict } = given(openedWith({ mode })).whenStopped({ signals: [{ kind, value, line: 1 }] });
      if (verdict?.rule === 'gave-up') return [[mode, 'gave-up']];
      return verdict?.rule === 'done' ? [[mode, 'done']] : [];
    });
    expect(Object.fromEntries(said)).toEqual(expected);
  });

  test('a status block with the flag off takes back the flag on record', () => {
    const flagged = given(openedWith({ exitSignal: true }));
    expect(flagged.whenStopped({}).verdict).toMatchObject({ rule: 'done' });
    expect(flagged.whenStopped({ statusBlock: { exitSignal: false } }).verdict).toMatchObject({
      rule: 'continue',
    });
  });
});

test.each([
  ['a negative iteration', { iteration: -1 }],
  ['a broken iteration', { iteration: 1.5 }],
  ['a negative limit', { limits: { iterations: -1, usd: null, tokens: null, durationMs: null } }],
  ['an endless limit', { limits: { iterations: Infinity, usd: null, tokens: null, durationMs: null } }],
  ['one bad limit among good ones', { limits: { iterations: 5, usd: -1, tokens: null, durationMs: null } }],
] as const)('%s is corrupt', (_, frame) => {
  expect(given(openedWith(frame as never)).whenStopped({}).verdict).toMatchObject({ rule: 'corrupt' });
});

test('evidence on another tree takes a proof away, and a new pass gives it back', () => {
  const begin = started({ criteria: [{ name: 'tests', check: { command: 'true' } }] });
  const proved = { type: 'verify', results: [{ criterion: 'tests', evidence: evidence(true) }] } as const;
  const at = (value: string) => ({ fingerprints: [{ scope: '', value }], statusBlock: { exitSignal: true } });
  expect(given(begin).when(proved, { type: 'stop', ...at('tree-1') }).verdict).toMatchObject({
    rule: 'done',
  });
  expect(given(begin).when(proved, { type: 'stop', ...at('tree-2') }).verdict).toMatchObject({
    rule: 'unproved',
    missing: [{ name: 'tests', why: 'stale' }],
  });
});
