import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { endSentence } from '../../src/text/end.ts';
import { noticeText } from '../../src/text/notices.ts';
import { toCriteriaState } from '../../src/views/criteria-state.ts';
import {
  addTask,
  complete,
  criterion,
  done,
  pause,
  resume,
  stop,
  task,
  tick,
  verify,
} from '../support/commands.ts';
import { type AnyLoose, given, happened, type Outcome, SAME_TREE, started } from '../support/given.ts';

const check = { command: 'npm test' };
const remove = (name: string, reason?: string): AnyLoose =>
  criterion('remove', name, { ...(reason !== undefined && { reason }) });
const replace = criterion('add', 'tests', { check: { command: 'true' } });
const proof = (name: string, witness?: 'hook' | 'driver'): AnyLoose =>
  verify(name, true, witness && { witness });
const claim = { ...complete, fingerprints: SAME_TREE } as const;
const endLine = ({ run }: Outcome): string => endSentence(run as Run);
const namesOf = ({ frame }: Outcome): string[] => frame.criteria.map(({ name }) => name);

const users = given(
  started({
    criteria: [
      { name: 'tests', check: { ...check, by: 'user' }, by: 'user' },
      { name: 'docs', by: 'user' },
    ],
  }),
);
const own = given(
  started({
    criteria: [
      { name: 'tests', check },
      { name: 'lint', check: { command: 'lint' } },
    ],
  }),
);

describe('a task of the user', () => {
  const tasks = given(
    happened(
      { type: 'start' },
      addTask('A', { metadata: { check: 'npm test', paths: ['a'] }, by: 'user' }),
      addTask('B', { by: 'user' }),
      addTask('C', { metadata: { check: 'npm test' } }),
    ),
  );

  test.each<readonly [string, AnyLoose, string, string]>([
    ['is removed', task('remove', '1', { reason: 'it is flaky' }), 'removed', 'task 1: A'],
    ['gets another check', task('change', '1', { metadata: { check: 'true' } }), 'replaced', 'task 1: A'],
    ['loses its check', task('change', '1', { metadata: { check: null } }), 'replaced', 'task 1: A'],
    ['gets other paths', task('change', '1', { metadata: { paths: ['b'] } }), 'replaced', 'task 1: A'],
    ['means another thing', task('change', '2', { subject: 'less' }), 'replaced', 'task 2: B'],
    ['means less', task('change', '2', { description: 'less' }), 'replaced', 'task 2: B'],
  ])('is not changed by Claude: it %s', (_way, wanted, what, subject) => {
    const outcome = tasks.when(wanted);
    expect(outcome.refused).toBe(`users-contract: ${subject}`);
    expect(outcome.frame.tasks).toEqual(tasks.run?.frames[0]?.tasks);
    expect(outcome.frame.amendments).toMatchObject([{ what, subject, isRefused: true }]);
    expect(outcome.notices.map((one) => noticeText(one)).join()).toContain(subject);
  });

  test('is worked on by Claude, and takes a first check', () => {
    const outcome = tasks.when(
      task('claim', '1', { owner: 'w', metadata: { leaseUntil: 9 } }),
      task('complete', '1', { owner: 'w', metadata: { evidence: 'e' } }),
      task('change', '2', { metadata: { check: 'npm test' }, activeForm: 'Doing B' }),
    );
    expect(outcome.refused).toBeUndefined();
    expect(outcome.frame.tasks[1]?.metadata).toEqual({ check: 'npm test' });
  });

  test('is changed and removed by the user; those of Claude by Claude', () => {
    const { frame } = tasks.when(
      task('change', '1', { metadata: { check: 'npm run test' }, by: 'user' }),
      task('remove', '2', { by: 'user' }),
      task('remove', '3', { reason: 'twice' }),
    );
    expect(frame.tasks.map(({ id, metadata }) => [id, metadata['check']])).toEqual([['1', 'npm run test']]);
    expect(frame.amendments).toBeUndefined();
  });
});

describe('what the user asked for', () => {
  test.each<readonly [string, AnyLoose, string, string]>([
    ['is removed', remove('docs'), 'docs', 'removed'],
    ['is removed with a reason', remove('tests', 'it is flaky'), 'tests', 'removed'],
    ['gets another check', replace, 'tests', 'replaced'],
  ])('stays, also in a paused run: it %s', (_way, attempt, subject, what) => {
    for (const before of [[], [pause], [pause, resume]]) {
      const outcome = users.when(...before, attempt);
      expect([outcome.refused, outcome.types]).toEqual([`users-contract: ${subject}`, ['amended']]);
      expect(namesOf(outcome)).toEqual(['tests', 'docs']);
      expect(outcome.frame.criteria[0]?.check).toMatchObject(check);
      expect(outcome.frame.amendments).toMatchObject([{ what, subject, isRefused: true }]);
    }
  });

  test('takes a check from Claude where it has none, and stays the user’s', () => {
    const outcome = users.when(criterion('add', 'docs', { check }), remove('docs', 'it is flaky'));
    expect(outcome.refused).toBe('users-contract: docs');
    expect(outcome.frame.criteria.at(-1)).toEqual({ name: 'docs', by: 'user', failures: 0, check });
  });

  test('stays if the user added it later, and where its check alone is the user’s', () => {
    const later = given(started()).when(criterion('add', 'lint', { by: 'user' }), remove('lint'));
    expect(later.refused).toBe('users-contract: lint');
    const mixed = given(started({ criteria: [{ name: 'tests', check: { ...check, by: 'user' } }] }));
    expect(mixed.when(remove('tests', 'it is flaky')).refused).toBe('users-contract: tests');
  });

  test('keeps an attempt on record from the draft to the end', () => {
    const attempt = { at: 5, what: 'replaced', subject: '--force', reason: '', isRefused: true } as const;
    const amend = { type: 'amend', amendments: [attempt] } as const;
    const drafted = given(happened({ type: 'draft' }));
    expect(drafted.when(amend).notices.map((one) => noticeText(one))).toEqual([
      "Claude asked for --force. Only the user's own word counts for that, so nothing changed.",
    ]);
    expect(drafted.when(amend, { type: 'start' }).frame.amendments).toEqual([attempt]);
    expect(given().when(amend).refused).toBe('no-run');
  });

  test('stays when a hand edit leaves it out, and the user hears of it', () => {
    const base = toCriteriaState(users.run as Run);
    const edited = { ...base, criteria: ['docs'], criteriaStatus: { docs: false } };
    const outcome = users.when({ type: 'import', base, edited });
    expect(namesOf(outcome)).toEqual(['tests', 'docs']);
    expect(outcome.frame.amendments).toMatchObject([{ what: 'removed', subject: 'tests', isRefused: true }]);
  });

  test('an attempt is told to the user at the next stop, once, and does not spoil the ending', () => {
    const attempt = remove('tests', 'it is flaky');
    const [first, second] = [1, 2].map((seconds) => ({ ...stop, at: 1_770_285_600_000 + seconds * 1000 }));
    expect(users.when(attempt, first!).notices.map((one) => noticeText(one))).toContainEqual(
      'Claude tried to change "tests". It stays as it was agreed. Reason: it is flaky',
    );
    expect(users.when(attempt, first!, second!).notices).toEqual([]);
    const end = users.when(
      remove('docs'),
      proof('tests', 'hook'),
      criterion('remove', 'docs', { by: 'user' }),
      claim,
    );
    expect(end.run?.ending).toMatchObject({ kind: 'verified', seen: { hook: ['tests'] } });
  });

  test('the user may remove', () => {
    const outcome = users.when(criterion('remove', 'tests', { by: 'user' }));
    expect([namesOf(outcome), outcome.frame.amendments]).toEqual([['docs'], undefined]);
  });
});

describe('what Claude agreed to at the start', () => {
  test('is not removed without a reason, and blanks are none', () => {
    for (const reason of [undefined, ' \n'])
      expect(own.when(remove('lint', reason)).refused).toBe('reason-needed: lint');
  });

  test('what Claude added on its way goes without a reason, unless it has a check', () => {
    expect(own.when(criterion('add', 'docs'), remove('docs')).refused).toBeUndefined();
    expect(own.when(criterion('add', 'docs', { check }), remove('docs')).refused).toBe('reason-needed: docs');
  });

  test('with a reason the run no longer ends as verified, and the end says why', () => {
    const end = own.when(remove('lint', 'no linter here'), proof('tests', 'hook'), claim);
    expect(end.run).toMatchObject({
      status: 'completed',
      ending: {
        kind: 'claimed',
        amended: [{ what: 'removed', subject: 'lint' }],
        seen: { hook: ['tests'] },
      },
    });
    expect(endLine(end)).toBe(
      'Done, but Claude changed what was agreed: removed lint; tests (npm test), run by the loop itself · 1 iteration · $0.00',
    );
    const empty = [remove('lint', 'r'), remove('tests', 'r'), replace, proof('tests'), claim];
    expect(own.when(...empty).cause).toBe('claimed');
  });

  test('a start that replaces an unproved contract ends as claimed', () => {
    const restarted = { at: 1, what: 'restarted', subject: 'tests', reason: 'started afresh' } as const;
    const criteria = [{ name: 'always', check: { command: 'true' } }];
    const again = given(started({ criteria, amendments: [restarted] }));
    expect(again.when(proof('always', 'hook'), claim).run?.ending).toMatchObject({
      kind: 'claimed',
      amended: [{ what: 'restarted', subject: 'tests' }],
    });
  });
});

describe('witnesses', () => {
  test.each([
    ['hook', 'run by the loop itself'],
    ['driver', 'run by the loop itself'],
    [undefined, "run in Claude's own shell"],
  ] as const)('%s is named by the end', (witness, line) => {
    expect(endLine(own.when(proof('tests', witness), proof('lint', witness), claim))).toContain(line);
  });

  test('the weakest comes first, and a tick is a word', () => {
    expect(own.when(proof('tests', 'hook'), proof('lint'), claim).run?.ending).toMatchObject({
      seen: { session: ['lint'], hook: ['tests'] },
    });
    const mixed = given(started({ criteria: [{ name: 'tests', check }, { name: 'docs' }] }));
    expect(mixed.when(proof('tests', 'hook'), tick('docs'), claim).run?.ending).toMatchObject({
      kind: 'claimed',
      seen: { word: ['docs'], hook: ['tests'] },
    });
    expect(endLine(given(started({ criteria: [{ name: 'docs' }] })).when(tick('docs'), claim))).toBe(
      'Done, but nothing was checked: docs, without a check · 1 iteration · $0.00',
    );
  });
});

describe('approval', () => {
  const approve = { type: 'approve' } as const;

  test("makes Claude's criteria and checks the user's, once", () => {
    const { frame } = own.when({ ...approve, names: ['tests'] });
    expect(frame.criteria[0]).toMatchObject({ by: 'user', check: { by: 'user' } });
    expect(frame.criteria[1]?.by).toBeUndefined();
    expect(own.when(approve, remove('lint', 'r')).refused).toBe('users-contract: lint');
    expect(own.when({ ...approve, names: ['x'] }).refused).toBe('unknown-criterion: x');
    expect(users.when(approve).refused).toBe('nothing-to-change');
  });

  test('the check of a criterion can be approved apart from the criterion', () => {
    const criteria = [
      { name: 'docs', by: 'user', check },
      { name: 'tests', check: { ...check, by: 'user' } },
    ] as const;
    const mixed = given(started({ criteria: [...criteria] }));
    expect(mixed.when(approve).events).toMatchObject([{ type: 'approved', names: ['docs'] }]);
    expect(mixed.when(approve, approve).refused).toBe('nothing-to-change');
  });

  test("makes an offered check the user's, also over Claude's criterion of that name", () => {
    const offered = [
      { name: 'tests', check },
      { name: 'lint', check: { command: 'lint' } },
    ];
    const plan = given(started({ offered }));
    const { frame } = plan.when(replace, { ...approve, names: ['tests'] });
    expect(frame.criteria).toMatchObject([{ name: 'tests', by: 'user', check: { ...check, by: 'user' } }]);
    expect(frame.offered).toEqual([offered[1]]);
    expect(namesOf(plan.when(approve))).toEqual(['tests', 'lint']);
    expect(plan.when(approve, approve).refused).toBe('nothing-to-change');
    expect(plan.when(claim).run?.ending).toMatchObject({ kind: 'claimed' });
  });
});

test('an inner loop can not prove the outer one, under whatever name', () => {
  const inner = { type: 'push', spec: 'an easier one', criteria: [{ name: 'tests', check }] } as const;
  const outcome = users.when(inner, proof('tests', 'hook'), claim);
  expect(outcome.run).toMatchObject({ status: 'active', closed: [{ ending: { kind: 'verified' } }] });
  expect(outcome.frame.criteria[0]?.evidence).toBeUndefined();
  expect(users.when(inner, proof('tests', 'hook'), claim, done, claim).run?.status).toBe('active');
});
