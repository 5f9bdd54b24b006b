import { describe, expect, it } from 'vitest';
import { keptOf } from '../../src/model/keep-ends.ts';
import type { CriterionRow } from '../../src/model/frames.ts';
import { type RunReport, toReports } from '../../src/model/to-report.ts';
import { changesText } from '../../src/text/signs.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, longRun, stuckRun, verifiedRun, workflowRun } from '../support/histories.ts';

/** The one run that a history amounts to. */
function reportOf(history: HistoryBuilder): RunReport {
  const [run, ...others] = toReports(history.build());
  if (!run || others.length > 0) throw new Error('expected one run');
  return run;
}

function outerOf(run: RunReport): RunReport['frames']['head'][number] {
  const [outer] = run.frames.head;
  if (!outer) throw new Error('expected a frame');
  return outer;
}

/** A row as a line: a capital letter where it came to be so in that iteration. */
function lineOf({ cells }: CriterionRow): string {
  const letters = {
    proved: 'p',
    claimed: 'c',
    failed: 'f',
    stale: 's',
    assumed: 'a',
    unchecked: 'u',
    unmet: 'n',
    absent: '-',
  };
  return cells.map(({ state, isNew }) => (isNew ? letters[state].toUpperCase() : letters[state])).join('');
}

describe('criteria over iterations', () => {
  it('shows each check, failure, stale proof and new proof, iteration by iteration', () => {
    const { rows } = outerOf(reportOf(verifiedRun())).criteria;
    expect(rows.map((row) => [row.name, lineOf(row)])).toEqual([
      ['tests pass', 'uFFPSsP'],
      ['types hold', 'FPSsssP'],
      ['no lint findings', 'uuuPSsP'],
      ['ledger stays balanced', 'uuuuFPp'],
    ]);
  });

  it('tells a word from a proof, an assumption from both, and a criterion that came later', () => {
    const history = new HistoryBuilder().start({ criteria: [{ name: 'seen' }, { name: 'guessed' }] });
    history.work(1).stop(0, { message: 'a' });
    history.do({ type: 'criterion', action: 'tick', name: 'seen', basis: 'execution output' });
    history.do({ type: 'criterion', action: 'tick', name: 'guessed', basis: 'assumption' });
    history.do({ type: 'criterion', action: 'add', name: 'late', check: { command: 'true' } });
    history.work(1).stop(0, { message: 'b' });
    const { rows } = outerOf(reportOf(history)).criteria;
    expect(rows.map((row) => [row.name, lineOf(row)])).toEqual([
      ['seen', 'nCc'],
      ['guessed', 'nAa'],
      ['late', '-uu'],
    ]);
    expect(rows[0]?.note).toBe('by execution output');
  });

  it('a stale proof holds again when the files are as before', () => {
    const check = { command: 'npm test' };
    const history = new HistoryBuilder().start({ criteria: [{ name: 'tests', check }] });
    history.work(1, ['a.ts']).verify('tests', 'passed').stop(0, { message: 'a' });
    history.work(1).stop(0, { message: 'b', fingerprints: [{ scope: '', value: 'other' }] });
    history.work(1).stop(0, { message: 'c' });
    expect(outerOf(reportOf(history)).criteria.rows.map(lineOf)).toEqual(['PSpp']);
  });

  it('keeps the map of an inner loop apart from that of the outer one', () => {
    const frames = keptOf(reportOf(grindRun(2)).frames);
    expect(frames.map(({ id, outcome, criteria }) => [id, outcome.kind, criteria.rows.map(lineOf)])).toEqual([
      ['frame-1', 'claimed', []],
      ['issue-1', 'verified', ['FP']],
      ['issue-2', 'verified', ['FP']],
      ['issue-last', 'cancelled', []],
    ]);
  });
});

describe('cost', () => {
  it('counts cost and time by iteration, and the sum of all is the total', () => {
    const run = reportOf(verifiedRun());
    const spent = keptOf(outerOf(run).iterations).map(({ spentUsd }) => Math.round(spentUsd * 100) / 100);
    expect(spent).toEqual([0.41, 0.66, 0.82, 0.58, 0.49, 0.61, 0.22]);
    expect(run.figures.usd).toBeCloseTo(3.79, 10);
  });

  it('lets the outer loop pay for the inner ones', () => {
    const run = reportOf(grindRun(2));
    expect(outerOf(run).usd).toBeCloseTo(1.2, 10);
    expect(keptOf(run.frames)[1]?.usd).toBeCloseTo(0.55, 10);
  });
});

describe('where the time went', () => {
  const secondsOf = (history: HistoryBuilder): Record<string, number> =>
    Object.fromEntries(reportOf(history).time.map(({ kind, ms }) => [kind, ms / 1000]));

  it('gives all time between the first and the last record to something', () => {
    for (const history of [verifiedRun(), stuckRun(), grindRun(), workflowRun()]) {
      const run = reportOf(history);
      expect(run.time.reduce((sum, { ms }) => sum + ms, 0)).toBe(run.updatedAt - run.startedAt);
    }
  });

  it('tells work, checks, waiting for background work, waiting for the user, and pauses apart', () => {
    expect(secondsOf(workflowRun())).toEqual({
      working: 3500,
      checks: 476,
      waiting: 0,
      user: 1200,
      rest: 2820,
    });
    expect(secondsOf(verifiedRun())).toMatchObject({ checks: 194.78, waiting: 420, rest: 0 });
  });

  it('never gives checks more time than passed, when several ran at once', () => {
    const check = { command: 'true' };
    const history = new HistoryBuilder().start({
      criteria: [
        { name: 'a', check },
        { name: 'b', check },
      ],
    });
    const evidence = { id: 'e', at: 0, passed: true, exitCode: 0, durationMs: 60_000, fingerprint: 't' };
    history.wait(70_000).do({
      type: 'verify',
      results: [
        { criterion: 'a', evidence: { ...evidence, id: 'e1' } },
        { criterion: 'b', evidence: { ...evidence, id: 'e2' } },
      ],
    });
    expect(secondsOf(history)).toMatchObject({ working: 0, checks: 70 });
  });
});

describe('decisions', () => {
  it('names the rule, the verdict, the facts and the missing proofs of every stop', () => {
    const decisions = keptOf(reportOf(verifiedRun()).decisions);
    expect(decisions.map(({ rule, verdict, iteration }) => [iteration, rule, verdict])).toEqual([
      [0, 'continue', 'block'],
      [1, 'continue', 'block'],
      [2, 'continue', 'block'],
      [3, 'unproved', 'block'],
      [4, 'waiting', 'allow'],
      [4, 'continue', 'block'],
      [5, 'unproved', 'block'],
      [6, 'done', 'allow'],
    ]);
    expect(decisions[3]).toMatchObject({
      reason: 'The work is claimed to be done, but a proof is missing or stale.',
      facts: [{ name: 'claim', value: 'COMPLETE' }],
      missing: [
        { kind: 'criterion', text: 'types hold (changed since its check passed)' },
        { kind: 'criterion', text: 'ledger stays balanced (its check has not run)' },
      ],
      usd: 0.58,
    });
    expect(decisions[3]?.told).toContain('You said the work is done, but a proof is missing: types hold');
    expect(decisions[7]?.endings).toEqual([
      "run ended: verified (in Claude's own shell: tests pass, types hold, no lint findings, ledger stays balanced)",
    ]);
  });

  it('tells which inner loop ended where a stop was answered by the outer one', () => {
    const ended = keptOf(reportOf(grindRun(1)).decisions).find(({ endings }) => endings.length > 0);
    expect(ended).toMatchObject({
      rule: 'continue',
      endings: [
        "inner loop “Issue 1: tokens expire 1 minutes early” ended: verified (in Claude's own shell: regression test)",
      ],
    });
  });

  it('shows the answer on record, and the one that this version would give', () => {
    const history = stuckRun();
    const steps = history.steps.map((step) => {
      const { record } = step;
      return record.command.type === 'stop'
        ? { ...step, record: { ...record, summary: { rule: 'unproved', verdict: 'block' } } }
        : step;
    });
    const [run] = toReports({ ...history.build(), steps });
    expect(run && keptOf(run.decisions)[0]).toMatchObject({ rule: 'unproved', today: 'continue (block)' });
  });

  it('counts the claims that were sent back', () => {
    expect(reportOf(verifiedRun()).figures.claimsRefused).toBe(2);
  });
});

describe('evidence', () => {
  it('carries the end of each output', () => {
    const tests = keptOf(reportOf(verifiedRun()).evidence).filter(
      ({ criterion }) => criterion === 'tests pass',
    );
    expect(tests.map(({ passed, iteration }) => [iteration, passed])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [6, true],
    ]);
    expect(tests[0]).toMatchObject({ command: 'npm test', exitCode: 1, cutCharacters: 0 });
    expect(tests[0]?.tail).toContain('refuses a refund above what was paid');
  });

  it('says so where an output is not kept any more', () => {
    const history = verifiedRun();
    history.tails.clear();
    expect(keptOf(reportOf(history).evidence)[0]?.tail).toBeUndefined();
  });

  it('reads no more outputs than a page shows', () => {
    const history = longRun(2000);
    const read: string[] = [];
    const output = (id: string): undefined => void read.push(id);
    const [run] = toReports({ ...history.build(), output });
    expect(read).toEqual(run && keptOf(run.evidence).map(({ id }) => id));
    expect(read).toHaveLength(50);
  });

  it('keeps the newest check of a criterion, however old it is', () => {
    const history = new HistoryBuilder().start({
      criteria: [
        { name: 'old', check: { command: 'true' } },
        { name: 'new', check: { command: 'false' } },
      ],
    });
    history.verify('old', 'passed').verify('old', 'failed', 'red');
    for (let round = 0; round < 60; round += 1) history.verify('new', 'failed', `${round}`);
    const { head, left, tail } = reportOf(history).evidence;
    expect([head.map((one) => one.tail), left, tail.length]).toEqual([['red'], 11, 50]);
  });
});

describe('changes of an iteration', () => {
  const changesOf = (run: RunReport | undefined): readonly string[] =>
    keptOf(run!.frames).flatMap((frame) =>
      keptOf(frame.iterations).map(
        ({ number, changes }) => `${frame.id} ${number}: ${changesText(changes)} (${changes.source})`,
      ),
    );

  it('come from its commit, the most changed file first', () => {
    const run = reportOf(verifiedRun());
    expect(changesOf(run)).toEqual([
      'frame-1 0: 2 files +76 −3 (commit)',
      'frame-1 1: 3 files +171 −9 (commit)',
      'frame-1 2: 3 files +51 −14 (commit)',
      'frame-1 3: 2 files +11 −13 (commit)',
      'frame-1 4: 1 file +2 −2 (commit)',
      'frame-1 5: 2 files +16 −5 (commit)',
      'frame-1 6: no edit (names)',
    ]);
    expect(outerOf(run).iterations.head[1]?.changes.files[0]).toEqual({
      path: 'test/refund.test.ts',
      added: 102,
      removed: 0,
    });
  });

  it('are the names of edited files inside of the project where nothing was committed', () => {
    const history = new HistoryBuilder().start();
    history.work(1, ['/p/in/a.ts', '/p/inner/b.ts', '/p/in/.loop/state.json', 'c.ts']);
    const [run] = toReports({ ...history.build(), roots: ['/p/in'] });
    expect(run?.frames.head[0]?.iterations.head[0]?.changes).toMatchObject({
      source: 'names',
      files: [{ path: 'a.ts' }, { path: 'c.ts' }],
      patch: undefined,
    });
  });

  it('belong to the frame that had begun this iteration last', () => {
    const history = grindRun(2);
    const { startedAt } = keptOf(reportOf(history).frames)[2]!.iterations.head[1]!;
    const commits = [{ at: startedAt, iteration: 1, files: [{ path: 'a.ts', added: 4, removed: 1 }] }];
    expect(changesOf(toReports({ ...history.build(), commits })[0])).toEqual(
      expect.arrayContaining(['issue-1 1: 1 file (names)', 'issue-2 1: 1 file +4 −1 (commit)']),
    );
  });

  it('show a bounded diff without secrets', () => {
    const history = new HistoryBuilder().start();
    const patch = `+const token = "ghp_${'aB1'.repeat(12)}";\n${'+more\n'.repeat(500)}`;
    const commits = [{ at: history.run!.createdAt, iteration: 0, files: [{ path: 'a.ts' }], patch }];
    const { changes } = outerOf(toReports({ ...history.build(), commits })[0]!).iterations.head[0]!;
    expect(changes.patch?.split('\n')).toHaveLength(200);
    expect(changes.patch).toContain('+const token = [masked]');
    expect(changes.patchLinesLeft).toBe(301);
  });
});

describe('tasks and reviews', () => {
  it('are shown by waves, with failures, findings and the advice of the panel', () => {
    const outer = outerOf(reportOf(workflowRun()));
    expect(
      outer.workflow?.waves.map(({ number, tasks, review }) => [
        number,
        tasks.map(({ id }) => id),
        review?.score,
      ]),
    ).toEqual([
      [1, ['1', '2'], 7],
      [2, ['3'], 5],
      [3, ['4'], undefined],
      [4, ['5'], undefined],
    ]);
    expect(outer.workflow).toMatchObject({
      stage: 'complete',
      tasksDone: 5,
      thorough: { passed: true },
      gate: { passed: true },
    });
    expect(outer.workflow?.waves[0]?.tasks[1]).toMatchObject({
      failures: 1,
      lastFailure: 'the old queue rejects the new header',
    });
    expect(outer.workflow?.findings.map(({ severity, wave }) => [severity, wave])).toEqual([
      ['WARNING', 1],
      ['BLOCKER', 2],
      ['SUGGESTION', 2],
    ]);
    expect(outer.counsel).toMatchObject([{ subject: '2 Producer writes to both queues' }]);
  });

  it('puts tasks that wait for each other into no wave', () => {
    const history = new HistoryBuilder().start({ stage: 'executing' });
    history.do({ type: 'task', action: 'add', subject: 'a' });
    const [step] = history.steps.slice(-1);
    const [event] = step?.record.events ?? [];
    if (!step || event?.type !== 'task-added') throw new Error('expected a task');
    const circle = { ...event, task: { ...event.task, blockedBy: ['1'] } };
    const [run] = toReports({
      ...history.build(),
      steps: [...history.steps.slice(0, -1), { ...step, record: { ...step.record, events: [circle] } }],
    });
    expect(run?.frames.head[0]?.workflow?.waves).toMatchObject([{ number: undefined, tasks: [{ id: '1' }] }]);
  });
});

describe('events', () => {
  it('are listed in order, with their frame and iteration', () => {
    const moments = keptOf(reportOf(workflowRun()).moments).map(({ text }) => text);
    expect(moments).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^⏸ Paused: lunch/),
        'Gate failed',
        'Gate passed',
        'Wave 2 begun',
        expect.stringMatching(/^✓ Done: shadow run agrees \(.*\), run in Claude's own shell$/),
      ]),
    );
    expect(moments[0]).toMatch(/^Started: “Move the billing jobs .*”, with 1 criterion and 0 steps$/);
  });
});

describe('journals that are not plain', () => {
  it('makes one run of a draft that was started', () => {
    const history = new HistoryBuilder()
      .do({ type: 'draft', runId: 'draft-1', session: 's', frameId: 'f0', spec: 'Do it' })
      .wait(5000)
      .start({ spec: undefined });
    const run = reportOf(history);
    expect([run.outcome.kind, run.frames.head.length, keptOf(run.moments).map(({ text }) => text)]).toEqual([
      'active',
      1,
      ['Drafted: “Do it”', 'Started: “Do it”, with 0 criteria and 0 steps'],
    ]);
  });

  it('makes two runs of a start after an end', () => {
    const history = new HistoryBuilder()
      .start()
      .do({ type: 'cancel' })
      .start({ runId: 'run-2', frameId: 'frame-2' });
    expect(toReports(history.build()).map(({ id, outcome }) => [id, outcome.kind])).toEqual([
      ['run-7f3a', 'cancelled'],
      ['run-2', 'active'],
    ]);
  });

  it('tells what there is of a history that lost its beginning', () => {
    const history = verifiedRun();
    const [first, ...rest] = history.steps.map((step) => ({ ...step, before: undefined }));
    expect(first).toBeDefined();
    expect(() => toReports({ ...history.build(), steps: rest })).not.toThrow();
  });

  it('has nothing to tell of an empty history', () => {
    expect(toReports({ steps: [], output: () => undefined, ignored: 3 })).toEqual([]);
  });
});

it('shows the first and the last of a history of 10,000 events, and counts the rest', () => {
  const run = reportOf(longRun());
  const { iterations, decisions, evidence, moments } = { ...run, iterations: outerOf(run).iterations };
  expect(run.records).toBeGreaterThan(6000);
  for (const cut of [iterations, decisions, evidence, moments]) expect(cut.left).toBeGreaterThan(1000);
  expect(keptOf(decisions).length + decisions.left).toBe(outerOf(run).iterationCount - 1);
  expect(keptOf(iterations)[0]?.number).toBe(0);
  expect(keptOf(iterations).at(-1)?.number).toBe(run.figures.iterations);
});
