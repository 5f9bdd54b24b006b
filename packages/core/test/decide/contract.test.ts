import { describe, expect, test } from 'vitest';
import { toStackState } from '../../src/views/stack-state.ts';
import { toCriteriaState } from '../../src/views/criteria-state.ts';
import { announce } from '../../src/text/announce.ts';
import { noticeText, rejectionText } from '../../src/text/notices.ts';
import type { Run } from '../../src/model/run.ts';
import { given, happened, result, SAME_TREE, started } from '../support/given.ts';

const CHECK = { command: 'npm test' };
const remove = (name: string, reason?: string) =>
  ({ type: 'criterion', action: 'remove', name, ...(reason !== undefined && { reason }) }) as const;
const proof = (name: string, witness?: 'hook' | 'driver') =>
  ({ type: 'verify', results: [result(name, true, witness && { witness })] }) as const;
const claim = {
  type: 'stop',
  fingerprints: SAME_TREE,
  signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }],
} as const;

const users = started({
  criteria: [
    { name: 'tests', check: { ...CHECK, by: 'user' }, by: 'user' },
    { name: 'docs', by: 'user' },
  ],
});
const own = started({
  criteria: [
    { name: 'tests', check: CHECK },
    { name: 'lint', check: { command: 'lint' } },
  ],
});

describe('a task of the user', () => {
  const tasks = given(
    happened(
      { type: 'start' },
      {
        type: 'task',
        action: 'add',
        subject: 'A',
        metadata: { check: 'npm test', paths: ['a'] },
        by: 'user',
      },
      { type: 'task', action: 'add', subject: 'B', by: 'user' },
      { type: 'task', action: 'add', subject: 'C', metadata: { check: 'npm test' } },
    ),
  );

  test.each([
    ['is removed', { action: 'remove', id: '1', reason: 'it is flaky' }, 'removed', 'task 1: A'],
    [
      'gets another check',
      { action: 'change', id: '1', metadata: { check: 'true' } },
      'replaced',
      'task 1: A',
    ],
    ['loses its check', { action: 'change', id: '1', metadata: { check: null } }, 'replaced', 'task 1: A'],
    ['gets other paths', { action: 'change', id: '1', metadata: { paths: ['b'] } }, 'replaced', 'task 1: A'],
    ['means another thing', { action: 'change', id: '2', subject: 'less' }, 'replaced', 'task 2: B'],
    ['means less', { action: 'change', id: '2', description: 'less' }, 'replaced', 'task 2: B'],
  ] as const)('is not changed by Claude: it %s', (_way, wanted, what, subject) => {
    const outcome = tasks.when({ type: 'task', ...wanted } as never);
    expect(outcome.rejected).toEqual({ code: 'users-contract', subject });
    expect(outcome.frame.tasks).toEqual(tasks.run?.frames[0]?.tasks);
    expect(outcome.frame.amendments).toMatchObject([{ what, subject, isRefused: true }]);
    expect(outcome.notices.map(noticeText).join()).toContain(subject);
  });

  test('is worked on by Claude, and takes a first check', () => {
    const outcome = tasks.when(
      { type: 'task', action: 'claim', id: '1', owner: 'w', metadata: { leaseUntil: 9 } },
      { type: 'task', action: 'complete', id: '1', owner: 'w', metadata: { evidence: 'e' } },
      { type: 'task', action: 'change', id: '2', metadata: { check: 'npm test' }, activeForm: 'Doing B' },
    );
    expect(outcome.rejected).toBeUndefined();
    expect(outcome.frame.tasks[1]?.metadata).toEqual({ check: 'npm test' });
  });

  test('is changed and removed by the user; those of Claude by Claude', () => {
    const outcome = tasks.when(
      { type: 'task', action: 'change', id: '1', metadata: { check: 'npm run test' }, by: 'user' },
      { type: 'task', action: 'remove', id: '2', by: 'user' },
      { type: 'task', action: 'remove', id: '3', reason: 'twice' },
    );
    expect(outcome.frame.tasks.map(({ id, metadata }) => [id, metadata['check']])).toEqual([
      ['1', 'npm run test'],
    ]);
    expect(outcome.frame.amendments).toBeUndefined();
  });
});

describe('what the user asked for', () => {
  test('takes a check from Claude where it has none, and stays the user’s', () => {
    const add = { type: 'criterion', action: 'add', name: 'docs', check: { command: 'x' } } as const;
    const outcome = given(users).when(add, remove('docs', 'it is flaky'));
    expect(outcome.rejected?.code).toBe('users-contract');
    expect(outcome.frame.criteria.at(-1)).toEqual({
      name: 'docs',
      by: 'user',
      failures: 0,
      check: { command: 'x' },
    });
  });

  test.each(['tests', 'docs'])('%s is not removed by Claude, with or without a reason', (name) => {
    for (const attempt of [remove(name), remove(name, 'it is flaky')]) {
      const outcome = given(users).when(attempt);
      expect(outcome.rejected).toEqual({ code: 'users-contract', subject: name });
      expect(outcome.frame.criteria.map((one) => one.name)).toEqual(['tests', 'docs']);
    }
  });

  test('keeps its check when Claude adds another one under its name', () => {
    const outcome = given(users).when({
      type: 'criterion',
      action: 'add',
      name: 'tests',
      check: { command: 'true' },
    });
    expect(outcome.rejected).toEqual({ code: 'users-contract', subject: 'tests' });
    expect(outcome.frame.criteria[0]?.check).toMatchObject({ command: 'npm test' });
    expect(outcome.frame.amendments).toMatchObject([{ what: 'replaced', subject: 'tests', isRefused: true }]);
  });

  test('keeps an attempt on record from the draft to the end', () => {
    const attempt = { at: 5, what: 'replaced', subject: '--force', reason: '', isRefused: true } as const;
    const amend = { type: 'amend', amendments: [attempt] } as const;
    const drafted = given().when(
      { type: 'draft', runId: 'r', session: 's', frameId: 'f', spec: 'make it nicer' },
      amend,
    );
    expect(drafted.notices.map(noticeText)).toEqual([
      "Claude asked for --force. Only the user's own word counts for that, so nothing changed.",
    ]);
    const start = { type: 'start', runId: 'r', session: 's', frameId: 'g' } as const;
    const begun = given().when(
      { type: 'draft', runId: 'r', session: 's', frameId: 'f', spec: 'make it nicer' },
      amend,
      start,
    );
    expect(begun.frame.amendments).toEqual([attempt]);
    expect(given().when(amend).rejected?.code).toBe('no-run');
  });

  test('stays when a hand edit leaves it out, and the user hears of it', () => {
    const { run } = given(users).when({ type: 'signal', isDone: true });
    const base = toCriteriaState(run as Run);
    const edited = { ...base, criteria: ['docs'], criteriaStatus: { docs: false } };
    const outcome = given(users).when({ type: 'import', base, edited });
    expect(outcome.frame.criteria.map((one) => one.name)).toEqual(['tests', 'docs']);
    expect(outcome.frame.amendments).toMatchObject([{ what: 'removed', subject: 'tests', isRefused: true }]);
  });

  test('stays if the user added it later, and the attempt is on record', () => {
    const add = { type: 'criterion', action: 'add', name: 'lint', by: 'user' } as const;
    const outcome = given(started({ criteria: [{ name: 'c' }] })).when(add, remove('lint'));
    expect(outcome.rejected).toEqual({ code: 'users-contract', subject: 'lint' });
    expect(outcome.types).toEqual(['amended']);
    expect(outcome.frame.amendments).toMatchObject([{ what: 'removed', subject: 'lint', isRefused: true }]);
    expect(outcome.frame.criteria.map(({ name }) => name)).toEqual(['c', 'lint']);
  });

  test('stays in a paused run, too', () => {
    expect(given(users).when({ type: 'pause' }, remove('tests', 'x')).rejected?.code).toBe('users-contract');
  });

  test('the attempt is on record, and the user hears of it at the next stop, once', () => {
    const outcome = given(users).when(remove('tests', 'it is flaky'));
    expect(outcome.types).toEqual(['amended']);
    expect(outcome.frame.amendments).toMatchObject([
      { subject: 'tests', reason: 'it is flaky', isRefused: true },
    ]);
    const stop = given(users).when(remove('tests', 'it is flaky'), { type: 'stop', at: 1_770_285_601_000 });
    expect(stop.notices.map(noticeText)).toContainEqual(
      'Claude tried to change "tests". It stays as it was agreed. Reason: it is flaky',
    );
    const next = given(users).when(
      remove('tests', 'it is flaky'),
      { type: 'stop', at: 1_770_285_601_000 },
      { type: 'stop', at: 1_770_285_602_000 },
    );
    expect(next.notices).toEqual([]);
  });

  test('an attempt alone does not spoil the ending', () => {
    const one = started({ criteria: [{ name: 'tests', check: { ...CHECK, by: 'user' }, by: 'user' }] });
    const end = given(one).when(remove('tests'), proof('tests', 'hook'), claim);
    expect(end.run?.ending).toMatchObject({ kind: 'verified', seen: { hook: ['tests'] } });
  });

  test('the user may remove', () => {
    const outcome = given(users).when({ ...remove('tests'), by: 'user' });
    expect(outcome.frame.criteria.map((one) => one.name)).toEqual(['docs']);
    expect(outcome.frame.amendments).toBeUndefined();
  });
});

describe('what Claude agreed to at the start', () => {
  test('is not removed without a reason', () => {
    const outcome = given(own).when(remove('lint'));
    expect(outcome.rejected).toEqual({ code: 'reason-needed', subject: 'lint' });
    expect(rejectionText({ code: 'reason-needed', subject: 'lint' })).toContain('--reason');
  });

  test('with a reason the run no longer ends as verified, and the end says why', () => {
    const end = given(own).when(remove('lint', 'no linter here'), proof('tests', 'hook'), claim);
    expect(end.run?.status).toBe('completed');
    expect(end.run?.ending).toMatchObject({
      kind: 'claimed',
      amended: [{ what: 'removed', subject: 'lint' }],
      seen: { hook: ['tests'] },
    });
    expect(announce({ kind: 'ended', run: end.run as Run })).toBe(
      '[LOOP] Ended | claimed amended: removed lint; seen by the hook: tests',
    );
  });

  test('removing all and adding an empty check does not end as verified', () => {
    const end = given(own).when(
      remove('lint', 'r'),
      remove('tests', 'r'),
      { type: 'criterion', action: 'add', name: 'tests', check: { command: 'true' } },
      proof('tests'),
      claim,
    );
    expect(end.run?.ending?.kind).toBe('claimed');
  });
});

describe('witnesses', () => {
  test.each([
    ['hook', '[LOOP] Ended | verified | seen by the hook: tests, lint'],
    ['driver', '[LOOP] Ended | verified | seen by the driver: tests, lint'],
    [undefined, "[LOOP] Ended | verified in Claude's own shell: tests, lint"],
  ] as const)('%s is named by the end', (witness, line) => {
    const end = given(own).when(proof('tests', witness), proof('lint', witness), claim);
    expect(end.run?.ending?.kind).toBe('verified');
    expect(announce({ kind: 'ended', run: end.run as Run })).toBe(line);
  });

  test('the weakest comes first', () => {
    const end = given(own).when(proof('tests', 'hook'), proof('lint'), claim);
    expect(end.run?.ending).toMatchObject({ seen: { session: ['lint'], hook: ['tests'] } });
  });

  test('a tick is a word, and a run with one is claimed', () => {
    const mixed = started({ criteria: [{ name: 'tests', check: CHECK }, { name: 'docs' }] });
    const end = given(mixed).when(
      proof('tests', 'hook'),
      { type: 'criterion', action: 'tick', name: 'docs' },
      claim,
    );
    expect(end.run?.ending).toMatchObject({
      kind: 'claimed',
      seen: { word: ['docs'], hook: ['tests'] },
    });
  });
});

test('in the stack of seed 004 the reason stays COMPLETE', () => {
  const end = given(own).when(proof('tests'), proof('lint'), claim);
  expect(toStackState(end.run as Run).reason).toBe('COMPLETE');
});

test('a run of ticks alone says that no check vouches for it', () => {
  const words = started({ criteria: [{ name: 'docs' }] });
  const end = given(words).when({ type: 'criterion', action: 'tick', name: 'docs' }, claim);
  expect(announce({ kind: 'ended', run: end.run as Run })).toBe(
    '[LOOP] Ended | claimed | done by word: no check vouches for it',
  );
});

describe('approval', () => {
  test("makes Claude's criteria and checks the user's", () => {
    const outcome = given(own).when({ type: 'approve', names: ['tests'] });
    expect(outcome.frame.criteria[0]).toMatchObject({ by: 'user', check: { by: 'user' } });
    expect(outcome.frame.criteria[1]?.by).toBeUndefined();
    expect(given(own).when({ type: 'approve' }, remove('lint', 'r')).rejected?.code).toBe('users-contract');
  });

  test('of an unknown criterion, or of nothing new, is refused', () => {
    expect(given(own).when({ type: 'approve', names: ['x'] }).rejected?.code).toBe('unknown-criterion');
    expect(given(users).when({ type: 'approve' }).rejected?.code).toBe('nothing-to-change');
  });
});

describe('whose a criterion is', () => {
  const mixed = started({
    criteria: [
      { name: 'docs', by: 'user', check: { command: 'npm test' } },
      { name: 'tests', check: { ...CHECK, by: 'user' } },
    ],
  });

  test('the check of a criterion can be approved apart from the criterion', () => {
    const { events } = given(mixed).when({ type: 'approve' });
    expect(events).toMatchObject([{ type: 'approved', names: ['docs'] }]);
    const again = given(mixed).when({ type: 'approve' }, { type: 'approve' });
    expect(again.rejected?.code).toBe('nothing-to-change');
  });

  test('a criterion whose check is the user’s is the user’s', () => {
    expect(given(mixed).when(remove('tests', 'it is flaky')).rejected?.code).toBe('users-contract');
  });

  test('blanks are no reason', () => {
    expect(given(own).when(remove('lint', ' \n')).rejected).toEqual({
      code: 'reason-needed',
      subject: 'lint',
    });
  });

  test('one that Claude added on its way goes without a reason, unless it has a check', () => {
    const add = (name: string, check?: { command: string }) =>
      ({ type: 'criterion', action: 'add', name, ...(check && { check }) }) as const;
    expect(given(own).when(add('docs'), remove('docs')).rejected).toBeUndefined();
    expect(given(own).when(add('docs', { command: 'true' }), remove('docs')).rejected?.code).toBe(
      'reason-needed',
    );
  });
});

test('a start that replaces an unproved contract ends as claimed', () => {
  const amendments = [{ at: 1, what: 'restarted', subject: 'tests', reason: 'started afresh' }] as const;
  const again = started({
    criteria: [{ name: 'always', check: { command: 'true' } }],
    amendments: [...amendments],
  });
  const end = given(again).when(proof('always', 'hook'), claim);
  expect(end.run?.ending).toMatchObject({
    kind: 'claimed',
    amended: [{ what: 'restarted', subject: 'tests' }],
  });
});

describe('the contract holds', () => {
  test('an inner loop can not prove the outer one, under whatever name', () => {
    const inner = {
      type: 'push',
      spec: 'an easier one',
      criteria: [{ name: 'tests', check: { command: 'true' } }],
    } as const;
    const outcome = given(users).when(inner, proof('tests', 'hook'), claim);
    expect(outcome.run?.closed).toMatchObject([{ ending: { kind: 'verified' } }]);
    expect(outcome.run?.status).toBe('active');
    expect(outcome.frame.criteria[0]?.evidence).toBeUndefined();
    expect(given(users).when(inner, proof('tests', 'hook'), claim, claim).run?.status).toBe('active');
  });

  test('a paused run keeps its contract: nothing of it is removed or replaced, then or later', () => {
    const paused = [{ type: 'pause' }] as const;
    for (const attempt of [
      remove('tests', 'slow'),
      { type: 'criterion', action: 'add', name: 'tests', check: { command: 'true' } },
    ] as const) {
      const outcome = given(users).when(...paused, attempt);
      expect(outcome.rejected).toBeDefined();
      expect(outcome.frame.criteria.map(({ name }) => name)).toEqual(['tests', 'docs']);
      expect(outcome.frame.criteria[0]?.check).toMatchObject({ command: 'npm test' });
    }
    const resumed = given(users).when(...paused, { type: 'resume' }, remove('tests', 'slow'));
    expect(resumed.rejected).toEqual({ code: 'users-contract', subject: 'tests' });
  });
});
