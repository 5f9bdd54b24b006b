import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { criterionState } from '../../src/proofs.ts';
import { announce, statusBlock } from '../../src/text/announce.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { receiptOf } from '../../src/text/receipts.ts';
import { summaryMarkdown } from '../../src/text/summary.ts';
import { toCriteriaState } from '../../src/views/criteria-state.ts';
import { given, put, result, SAME_TREE, started, topOf, type Outcome } from '../support/given.ts';

const OTHER_TREE = [{ scope: '', value: 'tree-2' }];
const loop = started({ criteria: [{ name: 'tests', check: { command: 'npm test' } }] });
const proved = { type: 'verify', results: [result('tests', true)] } as const;

/** A loop whose check passed on a tree that changed before the claim. */
const stale = given(loop).when(
  proved,
  { type: 'signal', isDone: true },
  { type: 'stop', fingerprints: OTHER_TREE },
);

function runOf({ run }: Outcome): Run {
  if (!run) throw new Error('no run');
  return run;
}

describe('a claim on a stale proof', () => {
  test('is answered with unproved, and the stop records which proof is stale', () => {
    expect(stale.verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests', why: 'stale' }],
    });
    expect(stale.events.at(-1)).toMatchObject({ type: 'continued', stale: ['tests'], lastUnmet: 'tests' });
    expect(stale.frame.criteria.map((one) => criterionState(one))).toEqual(['stale']);
  });

  test('shows as unmet in every view and announcement', () => {
    const run = runOf(stale);
    expect(toCriteriaState(run)).toMatchObject({ criteriaStatus: { tests: false }, exit_signal: true });
    expect(toCriteriaState(run).circuitBreaker.lastUnmet).toBe('tests');
    expect(announce({ kind: 'resume', run })).toContain('Unmet criteria: tests');
    expect(statusBlock(run)).toContain('CRITERIA: {"tests": false}');
    expect(progressMarkdown(run)).toContain('- [ ] tests');
    expect(summaryMarkdown(run)).toContain('- [ ] tests (check passed, but the work tree changed since,');
  });

  test('is unmet on the receipt of the stop', () => {
    const receipt = receiptOf(stale.before, stale, runOf(stale));
    expect(receipt).toMatchObject({ met: [], unmet: ['tests'], newly_met: [], no_longer_met: [] });
  });

  test('loses a criterion that the receipt before had met', () => {
    const met = given(loop).when(proved, { type: 'stop' });
    expect(receiptOf(met.before, met, runOf(met))).toMatchObject({ met: ['tests'], newly_met: ['tests'] });
    const lost = put(met.run, {
      type: 'stop',
      at: 1,
      statusBlock: { exitSignal: true },
      fingerprints: OTHER_TREE,
    });
    expect(receiptOf(lost.before, lost, runOf(lost))).toMatchObject({ met: [], no_longer_met: ['tests'] });
  });

  test('contradicts a status block that calls the criterion met', () => {
    const { verdict } = given(loop).when(proved, {
      type: 'stop',
      statusBlock: { exitSignal: true, criteria: [{ name: 'tests', isMet: true }] },
      fingerprints: OTHER_TREE,
    });
    expect(verdict).toMatchObject({ notes: [{ kind: 'criteria-disagree', criteria: ['tests'] }] });
  });

  test('counts as stale when the work tree is unknown', () => {
    const { run } = given(loop).when(proved, { type: 'signal', isDone: true }, { type: 'stop' });
    expect(topOf(run).criteria.map((one) => criterionState(one))).toEqual(['stale']);
  });
});

describe('a proof on record as stale', () => {
  test('keeps its state at a stop that does not read the work tree', () => {
    const { verdict, events, run } = given(loop).when(
      proved,
      { type: 'stop', statusBlock: { exitSignal: true }, fingerprints: OTHER_TREE },
      { type: 'signal', isDone: false },
      { type: 'stop' },
    );
    expect(verdict).toMatchObject({ rule: 'continue', missing: [{ why: 'stale' }, { kind: 'claim' }] });
    expect(events.every((event) => !('stale' in event))).toBe(true);
    expect(topOf(run).criteria.map((one) => criterionState(one))).toEqual(['stale']);
  });

  test('holds again when the work tree is as it was', () => {
    const done = put(stale.run, { type: 'stop', at: 1, fingerprints: SAME_TREE });
    expect(done.verdict).toMatchObject({ rule: 'done', ending: { kind: 'verified' } });
    expect(done.events.find(({ type }) => type === 'rested')).toMatchObject({ stale: [] });
    expect(toCriteriaState(runOf(done)).criteriaStatus).toEqual({ tests: true });
  });

  test('is replaced by new evidence', () => {
    const again = put(stale.run, { ...proved, results: [...proved.results], at: 1 });
    expect(again.frame.criteria.map((one) => criterionState(one))).toEqual(['proved']);
    expect(again.notices).toEqual([{ code: 'all-met' }]);
  });

  test('is marked once, not at every stop', () => {
    const again = put(stale.run, { type: 'stop', at: 1, fingerprints: OTHER_TREE });
    expect(again.events.at(-1)).not.toHaveProperty('stale');
    expect(again.frame.criteria.map((one) => criterionState(one))).toEqual(['stale']);
  });

  test('belongs to the frame that stopped, not to the one below it', () => {
    const { events, run, verdict } = given(loop).when(
      proved,
      { type: 'push', criteria: [{ name: 'inner', check: { command: 'true' } }] },
      { type: 'verify', results: [result('inner', true)] },
      {
        type: 'stop',
        signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
        fingerprints: OTHER_TREE,
      },
    );
    expect(verdict).toMatchObject({ kind: 'block', popped: [{ kind: 'gave-up' }] });
    expect(events.find(({ type }) => type === 'closed')).toMatchObject({ stale: ['inner'] });
    expect(topOf(run).criteria.map(({ name }) => name)).toEqual(['tests']);
  });
});

describe('a check that changes the work tree', () => {
  const selfStale = {
    type: 'verify',
    results: [result('tests', true, { isStale: true })],
  } as const;

  test('ends the loop as stuck by the same-criterion breaker', () => {
    let { run } = given(loop);
    let stops = 0;
    while (run?.status === 'active' && stops < 14) {
      const claimed = given({ type: 'opened', at: run.updatedAt, run }).when(
        proved,
        ...(topOf(run).exitSignal ? [] : [{ type: 'signal', isDone: true } as const]),
        { type: 'observe', tools: 3 },
        {
          type: 'stop',
          message: `round ${stops}`,
          fingerprints: [{ scope: '', value: `tree-after-${stops}` }],
        },
      );
      run = claimed.run;
      stops += 1;
    }
    expect(run).toMatchObject({
      status: 'stuck',
      ending: { kind: 'stuck', cause: { breaker: 'same-criterion' } },
    });
    expect(stops).toBe(6);
  });

  test('proves nothing when the check itself saw the change', () => {
    const { run, frame, notices } = given(loop).when(selfStale);
    expect(frame.criteria.map((one) => criterionState(one))).toEqual(['stale']);
    expect(frame.breaker.hasProgress).toBe(false);
    expect(notices).toEqual([]);
    expect(toCriteriaState(run as Run).criteriaStatus).toEqual({ tests: false });
  });
});
