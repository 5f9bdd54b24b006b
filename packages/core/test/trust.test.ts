import { describe, expect, test } from 'vitest';
import { endingDetail } from '../src/text/endings.ts';
import { fold } from '../src/evolve.ts';
import type { CommandOf } from '../src/model/command.ts';
import type { Evidence, Run, Touched } from '../src/model/run.ts';
import { decide } from '../src/decide.ts';
import { announce } from '../src/text/announce.ts';
import { endLines, summaryMarkdown, trustLine, trustLines } from '../src/text/summary.ts';
import { trustSummary } from '../src/trust.ts';
import { said } from './support/commands.ts';
import { AT } from './support/given.ts';

type Start = CommandOf<'start'>;

const TOUCHED: Touched = {
  changed: 0,
  deleted: 0,
  added: 0,
  files: [],
  guarded: [],
  guardedCount: 0,
};

describe('red before green', () => {
  test('a check that failed first and passes now went from red to green', () => {
    const run = played({}, [{ passed: false, fingerprint: 'a' }, { fingerprint: 'b' }]);
    expect(run.frames[0]?.criteria[0]?.baseline).toMatchObject({ passed: false, at: AT + 1 });
    expect(trustLine(trustSummary(run))).toBe('[LOOP] Proof | tests: red → green');
  });

  test('a check that was never seen red passes, and was never seen failing', () => {
    const run = played({}, [{ fingerprint: 'a' }, { fingerprint: 'b' }]);
    expect(trustLine(trustSummary(run))).toContain('tests: passes; never seen failing');
  });

  test('a check that passed, failed and passes again was seen red', () => {
    const run = played({}, [{ fingerprint: 'a' }, { passed: false, fingerprint: 'b' }, { fingerprint: 'c' }]);
    expect(trustSummary(run).criteria[0]?.course).toBe('red to green');
  });

  test('the first run stays the baseline', () => {
    const run = played({}, [{ fingerprint: 'a' }, { passed: false, fingerprint: 'b' }]);
    expect(run.frames[0]?.criteria[0]?.baseline?.passed).toBe(true);
    expect(trustSummary(run).criteria[0]?.course).toBe('green to red');
  });

  test('evidence of an old record has no known first run', () => {
    const run = played({}, [{ fingerprint: 'a' }]);
    const [frame] = run.frames;
    const criteria = frame!.criteria.map(({ baseline: _none, ...old }) => old);
    const old: Run = { ...run, frames: [{ ...frame!, criteria }] };
    const again = verified(old, { fingerprint: 'b' }, AT + 50);
    expect(trustSummary(again).criteria[0]?.course).toBeUndefined();
  });
});

describe('a flaky check', () => {
  test('with paths says that nothing under them changed', () => {
    const check = { command: 'npm test', paths: ['src', 'lib'] };
    const run = played({ criteria: [{ name: 'tests', check }] }, [
      { passed: false, fingerprint: 'a' },
      { fingerprint: 'a' },
    ]);
    expect(trustLine(trustSummary(run))).toContain(
      'tests: flaky, it passed after failing though nothing under src, lib changed',
    );
  });

  test('passed after failing on the same files', () => {
    const run = played({}, [{ passed: false, fingerprint: 'a' }, { fingerprint: 'a' }]);
    expect(trustLine(trustSummary(run))).toContain('tests: flaky, it passed after failing on the same files');
  });

  test('stays known as flaky after a later pass on other files', () => {
    const runs = [{ passed: false, fingerprint: 'a' }, { fingerprint: 'a' }, { fingerprint: 'b' }];
    expect(trustSummary(played({}, runs)).criteria[0]?.isFlaky).toBe(true);
  });

  test('is not one that failed on other files, or on files that could not be read', () => {
    const other = played({}, [{ passed: false, fingerprint: 'a' }, { fingerprint: 'b' }]);
    const unread = played({}, [{ passed: false, fingerprint: '' }, { fingerprint: '' }]);
    expect([other, unread].map((run) => trustSummary(run).criteria[0]?.isFlaky)).toEqual([false, false]);
  });
});

describe('the environment of a check', () => {
  test('names the variables that differ from the first run', () => {
    const run = played({}, [
      { passed: false, fingerprint: 'a', environment: { PATH: '1', HOME: '1' } },
      { fingerprint: 'b', environment: { PATH: '2', HOME: '1', NODE_OPTIONS: '3' } },
    ]);
    expect(trustSummary(run).criteria[0]?.environment).toEqual(['NODE_OPTIONS', 'PATH']);
    expect(trustLine(trustSummary(run))).toContain('tests: other NODE_OPTIONS, PATH than at first');
  });

  test('is compared with the start, so a single run with a changed PATH shows', () => {
    const environment: Start['environment'] = { witness: 'session', variables: { PATH: '1' } };
    const run = played({ environment }, [{ fingerprint: 'a', environment: { PATH: '2' } }]);
    expect(trustSummary(run).criteria[0]?.environment).toEqual(['PATH']);
  });

  test('is compared between runs of one witness only', () => {
    const run = played({}, [
      { passed: false, fingerprint: 'a', environment: { PATH: '1' } },
      { fingerprint: 'b', environment: { PATH: '2' }, witness: 'hook' },
    ]);
    expect(trustSummary(run).criteria[0]?.environment).toEqual([]);
  });
});

describe('what was touched', () => {
  test('is kept with the end, which names the first five files and counts the rest', () => {
    const files: NonNullable<Touched['files']> = [
      { path: 'test/a.test.js', change: 'changed' },
      { path: 'check.sh', change: 'deleted' },
      { path: 'b.js', change: 'new' },
    ];
    const run = ended({}, { ...TOUCHED, changed: 1, deleted: 1, added: 1, files });
    expect(endLines(run)).toContain(
      '[LOOP] Changed since the start | test/a.test.js, check.sh (deleted), b.js (new)',
    );
    expect(trustLines(trustSummary(run))).toContain('Since the start: 1 file changed, 1 deleted, 1 new.');
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const many = names.map((path) => ({ path, change: 'changed' }) as const);
    const more = ended({}, { ...TOUCHED, changed: 300, files: many });
    expect(endLines(more)).toContain('[LOOP] Changed since the start | a, b, c, d, e and 295 more');
    expect(trustLines(trustSummary(more))).toContain('Files: a, b, c, d, e, f and 294 more.');
  });

  test('names no file where nothing changed, and no line where nothing is known', () => {
    expect(endLines(ended({}, TOUCHED))).toContain('[LOOP] Changed since the start | no file');
    const unknown = endLines(ended({}, { ...TOUCHED, unknown: 'the list is gone' }));
    expect(unknown.join('\n')).not.toContain('Changed since the start');
  });

  test('is readable in a record of version 0.1, which named files of tests and settings', () => {
    const proofFiles = [{ path: 'test/a.test.js', change: 'changed', kind: 'test' } as const];
    const { files: _none, ...old } = { ...TOUCHED, changed: 3, proofFiles, proofFileCount: 1 };
    const run = ended({}, old);
    expect(endLines(run)).toContain('[LOOP] Changed since the start | test/a.test.js and 2 more');
    expect(trustLines(trustSummary(run))).toContain('Files: test/a.test.js and 2 more.');
  });

  test('a guarded file that changed is named, and the loop still ends as verified', () => {
    const run = ended({ guard: { patterns: ['test/**'] } }, guarded('test/a.test.js'));
    expect(run.ending?.kind).toBe('verified');
    expect(trustLine(trustSummary(run))).toContain('guarded files changed: test/a.test.js');
  });

  test('a strict guard turns verified into claimed', () => {
    const guard = { patterns: ['test/**'], isStrict: true };
    expect(ended({ guard }, TOUCHED).ending?.kind).toBe('verified');
    expect(ended({ guard }, guarded('test/a.test.js')).ending).toMatchObject({
      kind: 'claimed',
      breach: 'guarded files changed: test/a.test.js',
      seen: { session: ['tests'] },
    });
  });

  test('under a strict guard, files that could not be looked at count as changed', () => {
    const guard = { patterns: ['test/**'], isStrict: true };
    for (const touched of [undefined, { ...TOUCHED, unknown: 'the list is gone' }]) {
      expect(ended({ guard }, touched).ending).toMatchObject({
        kind: 'claimed',
        breach: 'guarded files could not be looked at',
      });
    }
  });

  test('what could not be looked at is said', () => {
    const gone = ended({}, { ...TOUCHED, unknown: 'the list of the start is gone' });
    const never = ended({ startTree: { unknown: 'git is not on this machine' } }, undefined);
    expect(trustLine(trustSummary(gone))).toContain(
      'could not be looked at: files changed since the start: the list of the start is gone',
    );
    expect(trustLine(trustSummary(never))).toContain('git is not on this machine');
  });

  test('an inner loop keeps what its claim found until the next claim', () => {
    const outer = played({}, []);
    const plan = { frameId: 'inner', spec: 'inner', at: AT + 10 } as const;
    const inner = after(outer, { type: 'push', ...plan, criteria: [{ name: 'c', check: { command: 'y' } }] });
    const proof = evidence({ fingerprint: 'a' }, AT + 11);
    const proved = after(inner, {
      type: 'verify',
      at: AT + 11,
      results: [{ criterion: 'c', evidence: proof }],
    });
    const closed = after(proved, { ...claim('a'), touched: guarded('x') });
    expect(closed.frames).toHaveLength(1);
    expect(closed.touched?.guarded).toEqual(['x']);
  });
});

describe('the texts', () => {
  test('summary.md carries every line of the trust summary', () => {
    const run = ended({ guard: { patterns: ['test/**'] } }, guarded('test/a.test.js'));
    const lines = trustLines(trustSummary(run));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(summaryMarkdown(run)).toContain(`- ${line}\n`);
  });

  test('the line below the end names four doubts and counts the rest', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const criteria = names.map((name) => ({ name, check: { command: name } }));
    const begun = started({ criteria });
    const run = names.reduce((now, name, index) => {
      const proof = evidence({ fingerprint: 'a' }, AT + index);
      return after(now, { type: 'verify', at: AT + index, results: [{ criterion: name, evidence: proof }] });
    }, begun);
    expect(trustLine(trustSummary(run))).toMatch(
      /d: passes; never seen failing \| and 2 more in \.loop\/summary\.md$/,
    );
  });

  test('hostile names of files and variables are cleaned', () => {
    const path = 'test/\u001b[31m\u202ea.test.js';
    const run = ended({ guard: { patterns: ['**'] } }, guarded(path));
    expect([trustLine(trustSummary(run)), ...trustLines(trustSummary(run))].join('')).not.toMatch(
      /[\u001b\u202e]/,
    );
  });

  test('"no check vouches for it" stands only where no check does', () => {
    const word = after(started({ criteria: [] }), claim('a'));
    expect(announce({ kind: 'ended', run: word })).toContain('no check vouches for it');
  });
});

describe('who asked, who saw, and when', () => {
  test('without an author it was Claude, and a tick counts from when it was made', () => {
    const run = started({ criteria: [{ name: 'tests', check: { command: 'npm test' } }, { name: 'docs' }] });
    const ticked = after(verified(run, {}, AT + 1), {
      type: 'criterion',
      action: 'tick',
      at: AT + 2,
      name: 'docs',
      basis: 'observation',
    });
    const [tests, docs] = trustSummary(ticked).criteria;
    expect(tests).toMatchObject({ by: 'claude', checkBy: 'claude', witness: 'session', at: AT + 1 });
    expect(docs).toMatchObject({
      by: 'claude',
      witness: 'word',
      at: AT + 2,
      isFlaky: false,
      environment: [],
    });
    expect(docs?.checkBy).toBeUndefined();
    expect(docs?.course).toBeUndefined();
  });

  test('before any check or tick nothing is dated, and nothing went from one colour to another', () => {
    const [tests] = trustSummary(started({})).criteria;
    expect(tests).toMatchObject({ state: 'unchecked', witness: 'session', rounds: 0, environment: [] });
    expect([tests?.at, tests?.judgement, tests?.course]).toEqual([undefined, undefined, undefined]);
    const [docs] = trustSummary(started({ criteria: [{ name: 'docs' }] })).criteria;
    expect(docs?.at).toBeUndefined();
  });

  test('a check that never passed is red', () => {
    expect(trustSummary(played({}, [{ passed: false }])).criteria[0]?.course).toBe('red');
  });

  test('the answer of a judge has no course', () => {
    const criteria: Start['criteria'] = [{ name: 'tests', check: { judge: 'Is it good?' } as never }];
    expect(trustSummary(played({ criteria }, [{}])).criteria[0]).toMatchObject({
      course: undefined,
      environment: [],
    });
  });

  test('without a loop there is nothing to trust', () => {
    const none = { ...started({}), frames: [] } as unknown as Run;
    expect(trustSummary(none)).toMatchObject({ criteria: [], amendments: [], unknown: [] });
  });
});

describe('what nobody could read', () => {
  const done = (plan: Partial<Start>, more: Partial<Run> = {}): readonly string[] =>
    trustSummary({ ...ended(plan, undefined), ...more }).unknown;
  const why = 'files changed since the start: the start left no list of files';

  test('is told at an end with a check, whatever stands beside the check', () => {
    expect(done({})).toEqual([why]);
    const ending = { kind: 'claimed', at: AT } as const;
    expect(done({}, { ending })).toEqual([why]);
    const mixed: Start['criteria'] = [{ name: 'docs' }, { name: 'tests', check: { command: 'npm test' } }];
    expect(trustSummary({ ...started({ criteria: mixed }), ending }).unknown).toEqual([why]);
    expect(done({}, { startTree: { unknown: 'too many files' } as never })).toEqual([
      'files changed since the start: too many files',
    ]);
  });

  test('is not told without a check, before the end, or once the files were looked at', () => {
    const ending = { kind: 'claimed', at: AT } as const;
    expect(trustSummary({ ...started({ criteria: [{ name: 'docs' }] }), ending }).unknown).toEqual([]);
    expect(trustSummary(played({}, [{}])).unknown).toEqual([]);
    expect(done({}, { touched: TOUCHED })).toEqual([]);
  });

  test('is what a record of version 0.1 left open', () => {
    expect(done({}, { touched: { ...TOUCHED, open: ['2 files were too large'] } })).toEqual([
      '2 files were too large',
    ]);
    expect(done({}, { touched: { ...TOUCHED, unknown: 'git failed' } })).toEqual([
      'files changed since the start: git failed',
    ]);
  });
});

test('a broken guard names five files and counts the rest', () => {
  const guard = { patterns: ['**'], isStrict: true };
  const of = (count: number): unknown => {
    const names = Array.from({ length: count }, (_, index) => `f${index}`);
    const run = ended({ guard }, { ...TOUCHED, changed: count, guarded: names, guardedCount: count });
    return endingDetail(run.ending!);
  };
  expect(of(5)).toBe("guarded files changed: f0, f1, f2, f3, f4; in Claude's own shell: tests");
  expect(of(7)).toBe("guarded files changed: f0, f1, f2, f3, f4 and 2 more; in Claude's own shell: tests");
  const none = after(started({ guard, criteria: [] }), {
    ...claim('a'),
    touched: { ...TOUCHED, changed: 1, guarded: ['f0'], guardedCount: 1 },
  });
  expect(endingDetail(none.ending!)).toBe('guarded files changed: f0');
});

function guarded(path: string): Touched {
  return { ...TOUCHED, changed: 1, guarded: [path], guardedCount: 1 };
}

function started(plan: Partial<Start>): Run {
  const criteria: Start['criteria'] = [{ name: 'tests', check: { command: 'npm test' } }];
  const base = { type: 'start', at: AT, runId: 'r', session: 's', frameId: 'f', spec: 'x' } as const;
  return after(undefined, { ...base, criteria, ...plan });
}

/** A run whose check ran with these results. */
function played(plan: Partial<Start>, results: readonly Partial<Evidence>[]): Run {
  return results.reduce((run, result, index) => verified(run, result, AT + index + 1), started(plan));
}

function verified(run: Run, result: Partial<Evidence>, at: number): Run {
  return after(run, {
    type: 'verify',
    at,
    results: [{ criterion: 'tests', evidence: evidence(result, at) }],
  });
}

function evidence(result: Partial<Evidence>, at: number): Evidence {
  const { passed = true } = result;
  return { id: `e${at}`, at, passed, exitCode: passed ? 0 : 1, durationMs: 1, fingerprint: 'a', ...result };
}

/** A run that went from red to green and ended on a claim. */
function ended(plan: Partial<Start>, touched: Touched | undefined): Run {
  const run = played(plan, [{ passed: false, fingerprint: 'a' }, { fingerprint: 'b' }]);
  return after(run, { ...claim('b'), ...(touched && { touched }) });
}

function claim(tree: string): CommandOf<'stop'> {
  return {
    type: 'stop',
    at: AT + 100,
    ...said('loop-done', 'COMPLETE'),
    fingerprints: [{ scope: '', value: tree }],
  };
}

function after(run: Run | undefined, command: Parameters<typeof decide>[1]): Run {
  const decision = decide(run, command);
  expect(decision.rejected).toBeUndefined();
  return fold(decision.events, run)!;
}
