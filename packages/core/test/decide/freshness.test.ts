import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { criterionState } from '../../src/proofs.ts';
import { announce, statusBlock } from '../../src/text/announce.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { receiptOf } from '../../src/text/receipts.ts';
import { summaryMarkdown } from '../../src/text/summary.ts';
import { toCriteriaState } from '../../src/views/criteria-state.ts';
import { done, gaveUp, stop, undone, verify } from '../support/commands.ts';
import { given, type Outcome, put, SAME_TREE, started, topOf } from '../support/given.ts';

const fingerprints = [{ scope: '', value: 'tree-2' }];
const elsewhere = { ...stop, fingerprints } as const;
const loop = given(started({ criteria: [{ name: 'tests', check: { command: 'npm test' } }] }));
const proved = verify('tests', true);
const statesOf = ({ run }: Outcome): string[] => topOf(run).criteria.map((one) => criterionState(one));
const receipt = (outcome: Outcome) => receiptOf(outcome.before, outcome, outcome.run as Run);

/** A loop whose check passed on a tree that changed before the claim. */
const stale = loop.when(proved, done, elsewhere);

describe('a claim on a stale proof', () => {
  test('is recorded as stale by the stop', () => {
    expect(stale.events.at(-1)).toMatchObject({ type: 'continued', stale: ['tests'], lastUnmet: 'tests' });
    expect(statesOf(stale)).toEqual(['stale']);
    // An unknown work tree counts as another one.
    expect(statesOf(loop.when(proved, done, stop))).toEqual(['stale']);
  });

  test('shows as unmet in every view, announcement and receipt', () => {
    const run = stale.run!;
    expect(toCriteriaState(run)).toMatchObject({
      criteriaStatus: { tests: false },
      exit_signal: true,
      circuitBreaker: { lastUnmet: 'tests' },
    });
    expect(announce({ kind: 'resume', run })).toContain('Unmet criteria: tests');
    expect(statusBlock(run)).toContain('CRITERIA: {"tests": false}');
    expect(progressMarkdown(run)).toContain('- [ ] tests');
    expect(summaryMarkdown(run)).toContain('- [ ] tests (check passed, but the work tree changed since,');
    expect(receipt(stale)).toMatchObject({ met: [], unmet: ['tests'], newly_met: [], no_longer_met: [] });
  });

  test('loses a criterion that the receipt before had met', () => {
    const met = loop.when(proved, stop);
    expect(receipt(met)).toMatchObject({ met: ['tests'], newly_met: ['tests'] });
    const lost = put(met.run, { ...elsewhere, at: 1, fingerprints, statusBlock: { exitSignal: true } });
    expect(receipt(lost)).toMatchObject({ met: [], no_longer_met: ['tests'] });
  });
});

describe('a proof on record as stale', () => {
  test('keeps its state at a stop that does not read the work tree, and is marked once', () => {
    const unread = loop.when(proved, done, elsewhere, undone, stop);
    expect(unread.verdict).toMatchObject({
      rule: 'continue',
      missing: [{ why: 'stale' }, { kind: 'claim' }],
    });
    for (const later of [unread, put(stale.run, { type: 'stop', at: 1, fingerprints })]) {
      expect(later.events.every((event) => !('stale' in event))).toBe(true);
      expect(statesOf(later)).toEqual(['stale']);
    }
  });

  test('holds again when the work tree is as it was, or with new evidence', () => {
    const again = put(stale.run, { type: 'stop', at: 1, fingerprints: SAME_TREE });
    expect(again.verdict).toMatchObject({ rule: 'done', ending: { kind: 'verified' } });
    expect(again.events.find(({ type }) => type === 'rested')).toMatchObject({ stale: [] });
    expect(toCriteriaState(again.run!).criteriaStatus).toEqual({ tests: true });
    expect(statesOf(loop.when(proved, done, elsewhere, proved))).toEqual(['proved']);
  });

  test('belongs to the frame that stopped, not to the one below it', () => {
    const inner = { type: 'push', criteria: [{ name: 'inner', check: { command: 'true' } }] } as const;
    const { events, run } = loop.when(proved, inner, verify('inner', true), { ...gaveUp, fingerprints });
    expect(events.find(({ type }) => type === 'closed')).toMatchObject({ stale: ['inner'] });
    expect(topOf(run).criteria.map(({ name }) => name)).toEqual(['tests']);
  });
});

describe('a check that changes the work tree', () => {
  test('ends the loop as stuck by the same-criterion breaker', () => {
    let { run } = loop;
    let stops = 0;
    while (run?.status === 'active' && stops < 14) {
      const tree = [{ scope: '', value: `tree-after-${stops}` }];
      ({ run } = given({ type: 'opened', at: run.updatedAt, run }).when(
        proved,
        ...(topOf(run).exitSignal ? [] : [done]),
        { type: 'observe', tools: 3 },
        { ...stop, message: `round ${stops}`, fingerprints: tree },
      ));
      stops += 1;
    }
    expect(run).toMatchObject({ status: 'stuck', ending: { cause: { breaker: 'same-criterion' } } });
    expect(stops).toBe(6);
  });

  test('proves nothing when the check itself saw the change', () => {
    const outcome = loop.when(verify('tests', true, { isStale: true }));
    expect(statesOf(outcome)).toEqual(['stale']);
    expect(outcome).toMatchObject({ notices: [], frame: { breaker: { hasProgress: false } } });
    expect(toCriteriaState(outcome.run!).criteriaStatus).toEqual({ tests: false });
  });
});
