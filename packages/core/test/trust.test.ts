import { describe, expect, test } from 'vitest';
import type { CommandOf } from '../src/model/command.ts';
import type { Evidence, Run, Touched } from '../src/model/run.ts';

import { endingDetail, endingName } from '../src/text/endings.ts';
import { doubtsLine } from '../src/text/end.ts';
import { summaryMarkdown, trustLines } from '../src/text/summary.ts';
import { trustSummary } from '../src/trust.ts';
import { complete, tick, verify as verifyCommand } from './support/commands.ts';
import { AT, type AnyLoose, given, happened, openedWith } from './support/given.ts';

type Plan = Partial<CommandOf<'start'>>;

const TOUCHED: Touched = { changed: 0, deleted: 0, added: 0, files: [], guarded: [], guardedCount: 0 };
const CHECK = { command: 'npm test' };
const STRICT = { patterns: ['test/**'], isStrict: true };
const guarded = (...names: string[]): Touched => ({
  ...TOUCHED,
  changed: names.length,
  guarded: names,
  guardedCount: names.length,
});
const red = { passed: false, fingerprint: 'a' };

/** A claim that is proved by the tree of the last result. */
const claim = (tree: string, touched?: Touched): AnyLoose => ({
  ...complete,
  at: AT + 100,
  fingerprints: [{ scope: '', value: tree }],
  ...(touched && { touched }),
});
const verify = ({ passed = true, ...more }: Partial<Evidence>, at = AT, name = 'tests'): AnyLoose => ({
  ...verifyCommand(name, passed, { id: `e${at}`, at, durationMs: 1, fingerprint: 'a', ...more }),
  at,
});
function after(plan: Plan, ...commands: readonly AnyLoose[]): Run {
  const start = { type: 'start', criteria: [{ name: 'tests', check: CHECK }], ...plan } as const;
  return given(happened(start, ...commands)).run!;
}
/** A run whose check ran with these results. */
const played = (plan: Plan, ...results: readonly Partial<Evidence>[]): Run =>
  after(plan, ...results.map((result, index) => verify(result, AT + index + 1)));
/** A run that went from red to green and ended on a claim. */
const ended = (plan: Plan, touched?: Touched): Run =>
  after(plan, verify(red, AT + 1), verify({ fingerprint: 'b' }, AT + 2), claim('b', touched));
const line = (run: Run): string => doubtsLine({ ...run, ending: { kind: 'verified', at: AT } });
const lines = (run: Run): readonly string[] => trustLines(trustSummary(run));
const [green, greenB] = [{ fingerprint: 'a' }, { fingerprint: 'b' }];

describe('red before green', () => {
  test.each<readonly [string, readonly Partial<Evidence>[], string | undefined]>([
    ['failed first and passes now', [red, greenB], 'red to green'],
    ['was never seen red', [green, greenB], 'green'],
    [
      'passed, failed and passes again',
      [green, { ...red, fingerprint: 'b' }, { fingerprint: 'c' }],
      'red to green',
    ],
    ['passed first and fails now', [green, { ...red, fingerprint: 'b' }], 'green to red'],
    ['timed out first and passes now', [{ ...red, exitCode: null }, greenB], 'green'],
    ['failed, timed out and passes now', [red, { ...red, exitCode: null }, greenB], 'red to green'],
    ['never passed', [red], 'red'],
    ['never ran', [], undefined],
  ])('a check that %s', (_, results, course) => {
    expect(trustSummary(played({}, ...results)).criteria[0]?.course).toBe(course);
  });

  test('is told below the end, and the first run stays the baseline', () => {
    expect(line(played({}, red, greenB))).not.toContain('failing');
    expect(line(played({}, green, greenB))).toContain('tests: passes; never seen failing');
    const { baseline } = played({}, red, greenB).frames[0]!.criteria[0]!;
    expect(baseline).toMatchObject({ passed: false, at: AT + 1 });
  });

  test('evidence of an old record has no known first run, the answer of a judge no course', () => {
    const criteria = played({}, green).frames[0]!.criteria.map(({ baseline: _none, ...old }) => old);
    const again = given(openedWith({ criteria })).when(verify(greenB, AT + 50)).run!;
    expect(trustSummary(again).criteria[0]?.course).toBeUndefined();
    const judged = played({ criteria: [{ name: 'tests', check: { judge: 'Is it good?' } }] }, {});
    expect(trustSummary(judged).criteria[0]).toMatchObject({ course: undefined, environment: [] });
  });
});

describe('a flaky check', () => {
  test.each([
    ['passed after failing on the same files', [red, green], true],
    ['passed on other files since', [red, green, greenB], true],
    ['failed on other files', [red, greenB], false],
    ['failed on files that could not be read', [{ ...red, fingerprint: '' }, { fingerprint: '' }], false],
  ] as const)('%s: %s', (_, results, isFlaky) => {
    expect(trustSummary(played({}, ...results)).criteria[0]?.isFlaky).toBe(isFlaky);
  });

  test('is told with its files, or with the paths under which nothing changed', () => {
    expect(line(played({}, red, green))).toContain('tests: flaky, it passed after failing on the same files');
    const criteria = [{ name: 'tests', check: { ...CHECK, paths: ['src', 'lib'] } }];
    expect(line(played({ criteria }, red, green))).toContain(
      'tests: flaky, it passed after failing though nothing under src, lib changed',
    );
  });
});

describe('the environment of a check', () => {
  const environment = { witness: 'session', variables: { PATH: '1' } } as const;
  const first = { ...red, environment: { PATH: '1', HOME: '1' } };

  test.each<readonly [string, Plan, readonly Partial<Evidence>[], readonly string[]]>([
    [
      'names the variables that differ from the first run',
      {},
      [first, { ...greenB, environment: { PATH: '2', HOME: '1', NODE_OPTIONS: '3' } }],
      ['NODE_OPTIONS', 'PATH'],
    ],
    ['is compared with the start', { environment }, [{ ...green, environment: { PATH: '2' } }], ['PATH']],
    [
      'is compared between runs of one witness only',
      {},
      [first, { ...greenB, environment: { PATH: '2', HOME: '1' }, witness: 'hook' }],
      [],
    ],
  ])('%s', (_, plan, results, names) => {
    const run = played(plan, ...results);
    expect(trustSummary(run).criteria[0]?.environment).toEqual(names);
    if (names.length > 0) expect(line(run)).toContain(`tests: other ${names.join(', ')} than at first`);
  });
});

describe('what was touched', () => {
  test('is kept with the end, and the first files are named', () => {
    const files: NonNullable<Touched['files']> = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (path) => ({ path, change: 'changed' }) as const,
    );
    const run = ended({}, { ...TOUCHED, changed: 300, deleted: 1, added: 1, files });
    expect(lines(run)).toContain('Since the start: 300 files changed, 1 deleted, 1 new.');
    expect(lines(run)).toContain('Files: a, b, c, d, e, f and 296 more.');
  });

  test('a guarded file that changed is named, and the loop still ends as verified', () => {
    const run = ended({ guard: { patterns: ['test/**'] } }, guarded('test/a.test.js'));
    expect(run.ending?.kind).toBe('verified');
    expect(line(run)).toContain('guarded files changed: test/a.test.js');
    expect(lines(run).length).toBeGreaterThan(2);
    for (const one of lines(run)) expect(summaryMarkdown(run)).toContain(`- ${one}\n`);
  });

  test.each<readonly [string, Touched | undefined, string]>([
    ['changed', guarded('f0'), 'guarded files changed: f0'],
    [
      'changed, five of them',
      guarded('f0', 'f1', 'f2', 'f3', 'f4'),
      'guarded files changed: f0, f1, f2, f3, f4',
    ],
    [
      'changed, seven of them',
      guarded('f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'),
      'guarded files changed: f0, f1, f2, f3, f4 and 2 more',
    ],
    ['could not be listed', undefined, 'guarded files could not be looked at'],
    ['could not be read', { ...TOUCHED, unknown: 'gone' }, 'guarded files could not be looked at'],
  ])('under a strict guard, files that %s turn verified into claimed', (_, touched, breach) => {
    const { ending } = ended({ guard: STRICT }, touched);
    expect(ending).toMatchObject({ kind: 'claimed', breach, seen: { session: ['tests'] } });
    expect(endingDetail(ending!)).toBe(`${breach}; in Claude's own shell: tests`);
    expect(ended({ guard: STRICT }, TOUCHED).ending?.kind).toBe('verified');
    const unchecked = after({ guard: STRICT, criteria: [] }, claim('a', touched));
    expect(endingDetail(unchecked.ending!)).toBe(breach);
  });

  test('what could not be looked at is said', () => {
    const gone = ended({}, { ...TOUCHED, unknown: 'the list of the start is gone' });
    expect(line(gone)).toContain(
      'could not be looked at: files changed since the start: the list of the start is gone',
    );
    const never = ended({ startTree: { unknown: 'git is not on this machine' } });
    expect(line(never)).toContain('git is not on this machine');
  });

  test('an inner loop keeps what its claim found until the next claim', () => {
    const inner = { type: 'push', criteria: [{ name: 'c', check: { command: 'y' } }] } as const;
    const closed = after({}, inner, verify(green, AT + 11, 'c'), claim('a', guarded('x')));
    expect([closed.frames.length, closed.touched?.guarded]).toEqual([1, ['x']]);
  });
});

describe('a loop that changed nothing', () => {
  const START = { startTree: { digest: 'a', files: 1 } } as const;
  const seen = { ...green, witness: 'driver' } as const;
  const begin: AnyLoose = { type: 'stop', at: AT + 2, isHeadless: true };
  const told = (...commands: readonly AnyLoose[]): string => endingName(after(START, ...commands).ending!);

  test('ends as unchanged if the driver saw every check pass before its first client', () => {
    expect(told(verify(seen, AT + 1), begin, claim('a', TOUCHED))).toBe(
      'verified (unchanged; seen by the driver: tests)',
    );
  });

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['a file changed', [verify(seen, AT + 1), begin, claim('a', { ...TOUCHED, added: 1 })]],
    ['the files are unknown', [verify(seen, AT + 1), begin, claim('a', { ...TOUCHED, unknown: 'gone' })]],
    ['the files were not compared', [verify(seen, AT + 1), begin, claim('a')]],
    [
      'the check was red before',
      [verify({ ...seen, passed: false }), begin, verify(seen), claim('a', TOUCHED)],
    ],
    ['the check ran only after the client', [begin, verify(seen, AT + 3), claim('a', TOUCHED)]],
  ])('and not if %s', (_, commands) => {
    expect(told(...commands)).toBe('verified (seen by the driver: tests)');
  });

  test('and not if Claude ran the check', () => {
    expect(told(verify(green, AT + 1), begin, claim('a', TOUCHED))).toBe(
      "verified (in Claude's own shell: tests)",
    );
  });
});

describe('a proof of the change', () => {
  const criteria = ['tests', 'lint'].map((name) => ({ name, check: CHECK }));
  const [oldRed, oldGreen] = [{ onStart: { passed: false } }, { onStart: { passed: true } }];
  const endWith = (tests: Partial<Evidence>, lint: Partial<Evidence>, provesChange = true): Run =>
    after(
      { criteria, provesChange },
      verify(tests, AT + 1),
      verify(lint, AT + 2, 'lint'),
      claim('a', TOUCHED),
    );

  test.each<readonly [string, Partial<Evidence>, Partial<Evidence>, string | undefined]>([
    ['is one check that fails on the old code', oldRed, oldGreen, undefined],
    [
      'is no check that passes there',
      oldGreen,
      oldGreen,
      'tests passes on the old code, too, lint passes on the old code, too',
    ],
    [
      'is no check that could not run there',
      { onStart: { reason: 'the files are gone' } },
      {},
      'tests did not run on the old code: the files are gone',
    ],
    ['is not assumed', {}, {}, 'no check ran on the old code'],
  ])('%s', (_, tests, lint, breach) => {
    const { ending } = endWith(tests, lint);
    expect(ending).toMatchObject(breach === undefined ? { kind: 'verified' } : { kind: 'claimed', breach });
    expect(endWith(tests, lint, false).ending?.kind).toBe('verified');
  });

  test('is told with the check that shows it, and with the one that does not', () => {
    const run = endWith(oldRed, oldGreen);
    expect(doubtsLine(run)).toContain('lint passes on the old code, too');
    expect(lines(run)[0]).toContain('fails on the old code');
    // The sentence of the end says it already.
    expect(doubtsLine(endWith(oldGreen, oldGreen))).not.toContain('old code');
  });
});

describe('the texts', () => {
  test('a criterion is listed with its command, its authors, its witness, its time and its course', () => {
    const criteria = [{ name: 'tests', by: 'user' as const, check: { ...CHECK, by: 'user' as const } }];
    expect(lines(ended({ criteria }, TOUCHED))[0]).toBe(
      '"tests" (asked for by the user), by `npm test`: proved, in Claude\'s own shell at 2026-02-05T10:00:00.002Z, red → green.',
    );
  });

  test('hostile names of files and variables are cleaned', () => {
    const run = ended({ guard: { patterns: ['**'] } }, guarded('test/\u001b[31m\u202ea.test.js'));
    expect([line(run), ...lines(run)].join('')).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('who asked, who saw, and when', () => {
  test('without an author it was Claude, and a tick counts from when it was made', () => {
    const criteria = [{ name: 'tests', check: CHECK }, { name: 'docs' }];
    const run = after({ criteria }, verify({}, AT + 1), { ...tick('docs'), at: AT + 2 });
    const [tests, docs] = trustSummary(run).criteria;
    expect(tests).toMatchObject({ by: 'claude', checkBy: 'claude', witness: 'session', at: AT + 1 });
    expect(docs).toMatchObject({
      by: 'claude',
      witness: 'word',
      at: AT + 2,
      isFlaky: false,
      environment: [],
    });
    expect([docs?.checkBy, docs?.course]).toEqual([undefined, undefined]);
  });

  test('before any check or tick nothing is dated, and without a loop there is nothing', () => {
    const [tests] = trustSummary(after({})).criteria;
    expect(tests).toMatchObject({ state: 'unchecked', witness: 'session', rounds: 0, environment: [] });
    expect([tests?.at, tests?.judgement, tests?.course]).toEqual([undefined, undefined, undefined]);
    expect(trustSummary(after({ criteria: [{ name: 'docs' }] })).criteria[0]?.at).toBeUndefined();
    const none: Run = { ...after({}), frames: [] };
    expect(trustSummary(none)).toMatchObject({ criteria: [], amendments: [], unknown: [] });
  });
});

describe('what nobody could read', () => {
  const why = (reason: string): string => `files changed since the start: ${reason}`;
  const noList = why('the start left no list of files');
  const ending = { kind: 'claimed', at: AT } as const;
  const docs = [{ name: 'docs' }];

  test.each<readonly [string, Run, readonly string[]]>([
    ['at an end with a check', ended({}), [noList]],
    ['at an end as claimed', { ...ended({}), ending }, [noList]],
    [
      'beside a criterion by word',
      { ...after({ criteria: [...docs, { name: 'tests', check: CHECK }] }), ending },
      [noList],
    ],
    ['with its reason', ended({ startTree: { unknown: 'too many files' } }), [why('too many files')]],
    ['not without a check', { ...after({ criteria: docs }), ending }, []],
    ['not before the end', played({}, {}), []],
    ['not once the files were looked at', ended({}, TOUCHED), []],
    [
      'as version 0.1 left it open',
      ended({}, { ...TOUCHED, open: ['2 files were too large'] }),
      ['2 files were too large'],
    ],
    ['as the claim found it', ended({}, { ...TOUCHED, unknown: 'git failed' }), [why('git failed')]],
  ])('is told %s', (_, run, unknown) => {
    expect(trustSummary(run).unknown).toEqual(unknown);
  });
});
