import { HistoryBuilder } from './history-builder.ts';

const minute = 60_000;

const FAILING = `> shop@2.3.0 test
> vitest run

 RUN  v5.1.0

 ✓ test/cart.test.ts (14 tests) 212ms
 ✓ test/price.test.ts (9 tests) 87ms
 ✗ test/refund.test.ts (6 tests | 2 failed) 340ms
   × refunds a part of an order 41ms
     → expected 1250 to be 1249 // Object.is equality
   × refuses a refund above what was paid 12ms
     → expected [Function] to throw an error

 Test Files  1 failed | 2 passed (3)
      Tests  2 failed | 27 passed (29)
   Duration  1.42s`;

const PASSING = `> shop@2.3.0 test
> vitest run

 RUN  v5.1.0

 ✓ test/cart.test.ts (14 tests) 208ms
 ✓ test/price.test.ts (9 tests) 90ms
 ✓ test/refund.test.ts (6 tests) 331ms

 Test Files  3 passed (3)
      Tests  29 passed (29)
   Duration  1.38s`;

/** A loop that claims too early, is sent back for stale evidence, and ends proved. */
export function verifiedRun(): HistoryBuilder {
  return new HistoryBuilder()
    .start({
      spec: 'Partial refunds: `POST /orders/:id/refunds` takes an amount in cents, never refunds more than was paid, and keeps the ledger balanced. Use the existing money type, no new dependency.',
      score: 9,
      shape: 'tool',
      limits: { iterations: 10, budgetUsd: 8 },
      criteria: [
        { name: 'tests pass', check: { command: 'npm test' } },
        { name: 'types hold', check: { command: ['npx', 'tsc', '--noEmit'] } },
        { name: 'no lint findings', check: { command: 'npx oxlint --deny-warnings src', timeoutMs: 60_000 } },
        { name: 'ledger stays balanced', check: { command: 'npm run ledger:fuzz -- --runs 20000' } },
      ],
      steps: [
        'Refund amounts in the order model',
        'The route',
        'The ledger entries',
        'Property test of the ledger',
      ],
    })
    .wait(3 * minute)
    .work(14, ['src/orders/refund.ts', 'src/orders/order.ts'])
    .lines('src/orders/refund.ts', 64)
    .lines('src/orders/order.ts', 12, 3)
    .wait(40_000)
    .verify(
      'types hold',
      'failed',
      'src/orders/refund.ts(18,9): error TS2345: Argument of type ‘number’ is not assignable to parameter of type ‘Cents’.\n',
      6100,
    )
    .wait(20_000)
    .stop(0.41)
    .wait(4 * minute)
    .work(22, ['src/orders/refund.ts', 'src/routes/refunds.ts', 'test/refund.test.ts'])
    .lines('src/orders/refund.ts', 21, 9)
    .lines('src/routes/refunds.ts', 48)
    .lines('test/refund.test.ts', 102)
    .do({ type: 'step', action: 'done', step: '1' })
    .verify('types hold', 'passed', '', 5900)
    .verify('tests pass', 'failed', FAILING, 9800)
    .wait(10_000)
    .stop(0.66)
    .wait(6 * minute)
    .work(31, ['src/orders/refund.ts', 'src/ledger/entries.ts'], ['expected 1250 to be 1249'])
    .lines('src/orders/refund.ts', 14, 12)
    .lines('src/ledger/entries.ts', 37, 2)
    .lines('package-lock.json')
    .verify('tests pass', 'failed', FAILING, 9700)
    .do({ type: 'step', action: 'done', step: '2' })
    .stop(0.82)
    .wait(4 * minute)
    .work(19, ['src/orders/refund.ts', 'src/ledger/entries.ts'])
    .lines('src/orders/refund.ts', 6, 8)
    .lines('src/ledger/entries.ts', 5, 5)
    .verify('tests pass', 'passed', PASSING, 10_400)
    .verify(
      'no lint findings',
      'passed',
      'Found 0 warnings and 0 errors.\nFinished in 38ms on 61 files.',
      900,
    )
    .do({ type: 'step', action: 'done', step: '3' })
    .claim(0.58)
    .wait(90_000)
    .stop(0.12, { waitingFor: ['ledger fuzz in the background'] })
    .wait(7 * minute)
    .work(4, ['src/ledger/entries.ts'])
    .lines('src/ledger/entries.ts', 2, 2)
    .verify(
      'ledger stays balanced',
      'failed',
      'run 1841: sum of entries is -1, expected 0\nseed 99120311\n',
      61_000,
    )
    .stop(0.37)
    .wait(5 * minute)
    .work(16, ['src/ledger/entries.ts', 'src/money.ts'])
    .lines('src/ledger/entries.ts', 9, 4)
    .lines('src/money.ts', 7, 1)
    .verify('ledger stays balanced', 'passed', '20000 runs, no counterexample\n', 74_000)
    .do({ type: 'step', action: 'done', step: '4' })
    .claim(0.61)
    .wait(30_000)
    .work(3)
    .verify('tests pass', 'passed', PASSING, 10_100)
    .verify('types hold', 'passed', '', 6000)
    .verify('no lint findings', 'passed', 'Found 0 warnings and 0 errors.', 880)
    .wait(8000)
    .claim(0.22);
}

/** A loop whose first unmet criterion never moves, until the breaker opens. */
export function stuckRun(): HistoryBuilder {
  const history = new HistoryBuilder().start({
    runId: 'run-0b52',
    spec: 'Get the flaky end-to-end suite green',
    score: 6,
    limits: { iterations: 20, budgetUsd: 25 },
    criteria: [
      { name: 'end-to-end suite is green 10 times in a row', check: { command: './e2e.sh --repeat 10' } },
      { name: 'README says how to run it' },
    ],
  });
  history.wait(minute).work(6, ['README.md']).do({
    type: 'criterion',
    action: 'tick',
    name: 'README says how to run it',
    basis: 'observation',
    note: 'read it again from the top',
  });
  for (let round = 0; history.run?.status === 'active'; round += 1) {
    history
      .wait(5 * minute)
      .work(9, ['e2e/checkout.spec.ts', ...(round % 2 === 0 ? ['e2e/retry.ts'] : [])])
      .verify(
        'end-to-end suite is green 10 times in a row',
        'failed',
        `round ${round}: 9 of 10 green\n`,
        95_000,
      )
      .stop(0.9, { message: `message ${round}` });
  }
  return history;
}

/** A grind over issues. The user has to decide one of them. */
export function grindRun(issues = 4): HistoryBuilder {
  const history = new HistoryBuilder().start({
    runId: 'run-c0de',
    spec: 'Work through the open issues with the label “bug”',
    mode: 'grind',
    limits: { iterations: 50, budgetUsd: 40 },
  });
  for (let issue = 1; issue <= issues; issue += 1) {
    history
      .wait(minute)
      .do({
        type: 'push',
        frameId: `issue-${issue}`,
        spec: `Issue ${issue}: tokens expire ${issue} minutes early`,
        mode: 'issue',
        criteria: [{ name: 'regression test', check: { command: `npx vitest run issue-${issue}` } }],
      })
      .wait(4 * minute)
      .work(8, ['src/token.ts'])
      .verify('regression test', 'failed', 'expected 60 to be 55')
      .stop(0.3, { message: `a${issue}` })
      .wait(3 * minute)
      .work(7, ['src/token.ts'])
      .verify('regression test', 'passed', 'ok')
      .claim(0.25);
  }
  return history
    .wait(minute)
    .do({ type: 'push', frameId: 'issue-last', spec: 'Issue 99: rename the product', mode: 'issue' })
    .wait(minute)
    .do({ type: 'pop', reason: 'needs a decision first' })
    .wait(minute)
    .stop(0.1, { signals: [{ kind: 'grind-done', value: 'NO_MORE_ISSUES', line: 3 }] });
}

/** Who reviewed the whole work, and what they looked at. */
const THOROUGH = { reviewers: ['reviewer'], looked: ['main..HEAD'] };

/** A worker has done its task. */
const complete = (id: string, owner: string) =>
  ({
    type: 'task',
    action: 'complete',
    id,
    owner,
    metadata: { note: 'observation: ran it on a copy' },
  }) as const;

/** A workflow with waves, a failed task, reviews, a failed gate, a pause, and an end that is proved. */
export function workflowRun(): HistoryBuilder {
  const history = new HistoryBuilder().start({
    runId: 'run-wave',
    spec: 'Move the billing jobs to the new queue\n\nConstraints:\n- no double charges, ever\n- both queues run side by side for a week\n- a flag switches back within a minute\n\nDone when the shadow run agrees for 24 hours of recorded traffic.',
    score: 8,
    fitScore: 52,
    stage: 'intent',
    shape: 'tool-review',
    limits: { iterations: 30, budgetUsd: 12 },
    criteria: [{ name: 'shadow run agrees', check: { command: 'npm run shadow -- --hours 24' } }],
  });
  history
    .wait(minute)
    .do({ type: 'stage', question: 'Is the old queue to be kept for a week or for a month?' });
  history
    .wait(20_000)
    .stop(0.2)
    .wait(12 * minute)
    .do({ type: 'prompt', source: 'prompt' });
  for (const stage of ['shape', 'decompose'] as const) history.wait(minute).do({ type: 'stage', stage });
  const tasks: readonly (readonly [string, readonly string[]])[] = [
    ['Idempotency keys in the job table', []],
    ['Producer writes to both queues', []],
    ['Consumer of the new queue', ['1']],
    ['Switch with a flag', ['2', '3']],
    ['Runbook', ['4']],
  ];
  history.do({
    type: 'stage',
    mustNot: ['charge twice', 'drop a job'],
    verification: 'the shadow run over 24 hours',
  });
  for (const [subject, blockedBy] of tasks) {
    history.do({ type: 'task', action: 'add', subject, description: '', blockedBy: [...blockedBy] });
  }
  history.wait(minute).do({
    type: 'stage',
    stage: 'executing',
    recallSurfaced: ['Last time the consumer lost jobs when the pod was evicted'],
  });
  history.do({ type: 'wave', action: 'begin' });
  history.do({ type: 'task', action: 'claim', id: '1', owner: 'worker-a' });
  history.do({ type: 'task', action: 'claim', id: '2', owner: 'worker-b' });
  history.wait(9 * minute).work(40, ['db/jobs.sql', 'src/producer.ts']);
  history.do(complete('1', 'worker-a'));
  history.do({ type: 'task', action: 'fail', id: '2', reason: 'the old queue rejects the new header' });
  history.do({ type: 'panel', subject: '2 Producer writes to both queues' });
  history.do({
    type: 'panel',
    subject: '2 Producer writes to both queues',
    recommendation: 'version the header, the old queue ignores what it does not know',
  });
  history
    .stop(1.4)
    .wait(6 * minute)
    .work(12, ['src/producer.ts']);
  history.do({ type: 'task', action: 'claim', id: '2', owner: 'worker-b' });
  history.do(complete('2', 'worker-b'));
  history.do({ type: 'wave', action: 'finish' });
  history.do({
    type: 'review',
    wave: 1,
    score: 7,
    issues: 2,
    blockers: 0,
    findings: [{ severity: 'WARNING', text: 'the producer swallows the error of the old queue' }],
  });
  history
    .stop(0.8)
    .wait(8 * minute)
    .do({ type: 'prompt', source: 'prompt' });
  history.do({ type: 'wave', action: 'begin' });
  for (const id of ['3', '4', '5']) {
    history.wait(5 * minute).do({ type: 'task', action: 'claim', id, owner: 'worker-a' });
    history.work(15, ['src/consumer.ts']).wait(minute).do(complete(id, 'worker-a'));
  }
  history.do({ type: 'wave', action: 'finish' });
  history.do({
    type: 'review',
    wave: 2,
    score: 5,
    issues: 4,
    blockers: 1,
    findings: [
      { severity: 'BLOCKER', text: 'a crash between charge and mark charges again', mustNot: 1 },
      { severity: 'SUGGESTION', text: 'name the flag after what it does' },
    ],
  });
  history
    .stop(2.1)
    .wait(2 * minute)
    .work(2);
  history
    .wait(minute)
    .do({ type: 'pause', reason: 'lunch' })
    .wait(47 * minute)
    .do({ type: 'resume', add: { budgetUsd: 6 } });
  history
    .do({ type: 'stage', stage: 'review' })
    .wait(4 * minute)
    .do({ type: 'review', blockers: 2, ...THOROUGH });
  history
    .stop(0.9)
    .wait(9 * minute)
    .work(21, ['src/consumer.ts', 'src/flag.ts']);
  history.verify('shadow run agrees', 'passed', '1,204,311 jobs compared, 0 differ\n', 240_000);
  history.do({ type: 'review', blockers: 0, ...THOROUGH }).do({ type: 'gate', passed: false });
  history
    .stop(0.7)
    .wait(5 * minute)
    .work(6);
  history.verify('shadow run agrees', 'passed', '1,204,311 jobs compared, 0 differ\n', 236_000);
  return history
    .do({ type: 'stage', stage: 'review' })
    .do({ type: 'review', blockers: 0, ...THOROUGH })
    .do({ type: 'gate', passed: true })
    .claim(0.5);
}

/** Texts that try to break out of a page or to deceive its reader. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '</style><img src=x onerror=alert(2)>',
  '"><svg onload=alert(3)>',
  "' autofocus onfocus=alert(4) x='",
  '</title></textarea></pre></noscript><iframe src=//example.org>',
  '<!-- --><![CDATA[ ]]>&lt;b&gt;&amp;',
  'javascript:alert(5)',
  '\u202Etxt.exe\u202C\u2066\u200B\u200F\uFEFF',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007\u0000\u0008\u009b2J\r',
  '\uD800 lone',
  '{{constructor.constructor("alert(6)")()}} ${7*7}',
] as const;

/** A loop with hostile texts in every field. */
export function hostileRun(): HistoryBuilder {
  const all = HOSTILE.join('\n');
  const oneLine = HOSTILE.slice(0, 7).join(' ').slice(0, 190);
  return new HistoryBuilder()
    .start({
      runId: all,
      session: HOSTILE[0],
      frameId: HOSTILE[1],
      spec: all,
      criteria: [{ name: oneLine, check: { command: all } }, { name: `${HOSTILE[2]} ${HOSTILE[10]}` }],
      steps: [oneLine],
      stage: 'executing',
    })
    .do({
      type: 'task',
      action: 'add',
      subject: all,
      description: all,
      metadata: { lastFailure: all, stuckCount: 2 },
    })
    .do({ type: 'task', action: 'claim', id: '1', owner: all })
    .do({ type: 'task', action: 'fail', id: '1', reason: all })
    .do({ type: 'stage', question: all, recallSurfaced: [all] })
    .do({ type: 'criterion', action: 'tick', name: `${HOSTILE[2]} ${HOSTILE[10]}`, note: all })
    .work(3, [all, '../../etc/passwd'], [all])
    .lines(all, 3)
    .lines('| a | b |\n- c', 1, 1)
    .lines('@octocat/#12')
    .verify(oneLine, 'failed', `${all}\n${'x'.repeat(2_000_000)}\n${all}`)
    .stop(0.1, { message: all, waitingFor: [] })
    .do({ type: 'push', frameId: HOSTILE[3], spec: all, mode: 'issue' })
    .do({ type: 'pop', reason: all })
    .do({ type: 'failure', kind: 'blocking', reason: all });
}

/** A loop without a limit that went on for thousands of events. */
export function longRun(events = 10_000): HistoryBuilder {
  const history = new HistoryBuilder().start({
    runId: 'run-long',
    spec: 'Port the whole parser',
    limits: { iterations: null, budgetUsd: null },
    criteria: Array.from({ length: 12 }, (_, index) => ({
      name: `part ${index + 1} behaves as before`,
      check: { command: `npm test -- part-${index + 1}` },
    })),
  });
  for (let round = 0; (history.run?.events ?? 0) < events; round += 1) {
    const part = `part ${(round % 11) + 1} behaves as before`;
    history
      .wait(30_000)
      .work(5, [`src/part-${round % 40}.ts`])
      .verify(part, 'failed', `round ${round} failed\n`.repeat(2000))
      .verify(part, 'passed', 'ok\n')
      .stop(0.02, { message: `m${round}` });
  }
  return history;
}
