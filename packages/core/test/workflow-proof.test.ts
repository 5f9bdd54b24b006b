import { describe, expect, test } from 'vitest';
import { next } from '../src/next.ts';
import { isGatePassed, taskState, unreviewedWaves } from '../src/proofs.ts';
import type { Task, Workflow } from '../src/model/run.ts';
import { shipBox } from '../src/text/ship-box.ts';
import { completeText } from '../src/text/announce.ts';
import { complete, gatePassed, review, task, tick } from './support/commands.ts';
import { given, started } from './support/given.ts';
import { completed, executing } from './support/workflows.ts';

const REST = { confidence: 90, reversibility: 'Type 2B', points: 1, alternative: 'none', risk: 'none' };
const noted = (id: string, verification = 'observation') =>
  task('complete', id, { metadata: { note: 'looked at it', verification } });

function taskWith(metadata: Task['metadata'], status: Task['status'] = 'completed'): Task {
  return { id: '1', subject: 'A', description: 'A', status, blocks: [], blockedBy: [], metadata };
}

describe('the proof of a workflow is real: what vouches for a task', () => {
  const check = { check: 'npm test', passed: true, fingerprint: 'now' };
  test.each([
    ['evidence on the tree as it is', 'verified', check],
    ['evidence on another tree', 'stale', { ...check, fingerprint: 'before' }],
    ['evidence on an unknown tree, as old records have it', 'stale', { check: 'npm test', passed: true }],
    ['a check that failed', 'open', { ...check, passed: false }],
    ['a check that never ran', 'open', { check: 'npm test' }],
    ['a check that never ran, and a note', 'open', { check: 'npm test', note: 'it works' }],
    ['a note', 'claimed', { note: 'looked at it' }],
    ['nothing', 'open', {}],
  ] as const)('%s: %s', (_, state, metadata) => {
    expect(taskState(taskWith(metadata), () => 'now')).toBe(state);
  });

  test('a task stays open until it is completed, whatever its metadata say', () => {
    expect(taskState(taskWith(check, 'in_progress'))).toBe('open');
  });
});

describe('the proof of a workflow is real: the thorough review', () => {
  const work = given(executing());
  test.each([
    ['nobody', {}],
    ['nobody by name', { reviewers: [] }],
  ])('by %s is refused', (_, by) => {
    expect(work.when(completed('1'), { type: 'review', blockers: 0, ...by }).refused).toBe('unnamed-review');
  });
});

test('the thorough review does not come before the work', () => {
  const work = given(started({ stage: 'decompose' }));
  expect(work.when(review(0)).refused).toBe('wrong-stage: decompose');
});

describe('the proof of a workflow is real: the gate', () => {
  const work = given(executing());
  test('stays shut for a completed task without a check and without a note', () => {
    const bare = task('complete', '1');
    expect(work.when(bare, review(0), gatePassed).rejected).toMatchObject({
      code: 'unproved',
      missing: [{ kind: 'task', id: '1' }],
    });
    expect(work.when(noted('1'), review(0), gatePassed).rejected).toBeUndefined();
  });

  test('that saw evidence of tasks holds only for the tree that it saw', () => {
    const passed = [completed('1'), review(0), { ...gatePassed, fingerprint: 'then' }] as const;
    const stop = (value?: string) => ({
      ...complete,
      fingerprints: value === undefined ? [] : [{ scope: '', value }],
    });
    expect(work.when(...passed, stop('then')).verdict).toMatchObject({ kind: 'allow', rule: 'done' });
    for (const other of ['now', undefined]) {
      expect(work.when(...passed, stop(other)).verdict).toMatchObject({
        kind: 'block',
        missing: [{ kind: 'gate' }],
      });
    }
  });

  test('of older journals names no tree, and holds', () => {
    expect(isGatePassed({ gate: { passed: true, at: 0, failures: 0 } } as Workflow, () => 'now')).toBe(true);
  });
});

describe('the proof of a workflow is real: the ship box', () => {
  const lines = (frame: Parameters<typeof shipBox>[0]['frame']): string[] =>
    shipBox({ frame, ...REST })
      .split('\n')
      .slice(1, 3);
  const two = [{ subject: 'A' }, { subject: 'B' }];

  test('says verified only if evidence vouches for every task', () => {
    const done = given(executing(two)).when(completed('1'), completed('2'));
    expect(lines(done.frame)).toEqual([
      '│ Verified: execution output         │',
      '│ Tasks: 2/2 complete                │',
    ]);
    const half = given(executing(two)).when(completed('1'), noted('2', 'assumption'));
    expect(lines(half.frame)).toEqual([
      '│ Claimed: assumption                │',
      '│ Tasks: 2/2 complete, 1 verified    │',
    ]);
    expect(completeText(half.run!)).toBe(
      '<loop-complete>\nTasks, 1 of 2 verified by evidence:\n- T-001: ✓ A\n- T-002: ✓ B (claimed by assumption)\n</loop-complete>',
    );
  });

  test('a ticked criterion and tasks without a check never make it say verified', () => {
    const { frame } = given(executing([{ subject: 'A' }], { criteria: [{ name: 'c' }] })).when(
      noted('1'),
      tick('c', 'execution output'),
    );
    expect(lines(frame)[0]).toBe('│ Claimed: observation               │');
  });

  test('names what became of findings, and a changed check with its reason', () => {
    const found = [
      { severity: 'WARNING', text: 'no docs' },
      { severity: 'SUGGESTION', text: 'shorter names' },
    ] as const;
    const { frame, run } = given(executing()).when(
      { ...completed('1'), metadata: { ...completed('1').metadata, checkChanges: ['the suite moved'] } },
      review(0, { findings: found }),
      { type: 'settle', finding: 'no docs', choice: 'accept', reason: 'internal' },
      { type: 'settle', finding: 'shorter names', choice: 'follow-up' },
    );
    expect(shipBox({ frame, ...REST })).toContain('│ Findings: 1 for later, 1 accepted  │');
    expect(completeText(run!).split('\n').slice(2, -1)).toEqual([
      '- T-001: ✓ Add ValidationError import (check changed: the suite moved)',
      'Findings of the review:',
      '- WARNING: no docs (accept: internal)',
      '- SUGGESTION: shorter names (follow-up)',
    ]);
  });
});

describe('the proof of a workflow is real: light reviews', () => {
  test('the finished waves without one are known, and a huge number of waves stays cheap', () => {
    const workflow = { finishedWave: 3, waveReviews: [{ wave: 2, score: 8, issues: 0, blockers: 0 }] };
    expect(unreviewedWaves(workflow as unknown as Workflow)).toEqual([1, 3]);
    const huge = { finishedWave: Number.MAX_SAFE_INTEGER, waveReviews: [] };
    expect(unreviewedWaves(huge as unknown as Workflow)).toHaveLength(20);
  });
});

test('the proof of a workflow is real: a finding is settled with a reason where it is accepted, and only one that was said', () => {
  const work = given(executing());
  const said = review(0, { findings: [{ severity: 'WARNING', text: 'no docs' }] });
  const settle = (more: object) =>
    ({ type: 'settle', finding: 'no docs', choice: 'accept', ...more }) as const;
  expect(work.when(completed('1'), said, settle({})).rejected?.code).toBe('nothing-to-change');
  expect(work.when(completed('1'), settle({ reason: 'x' })).rejected?.code).toBe('nothing-to-change');
  expect(work.when(completed('1'), said, settle({ reason: 'x' })).frame.workflow?.findings).toEqual([
    { severity: 'WARNING', text: 'no docs', resolution: { choice: 'accept', reason: 'x' } },
  ]);
});

describe('the proof of a workflow is real: the end', () => {
  test('a task whose check was replaced after the gate holds the end, and next says what proves it', () => {
    const replaced = task('change', '1', { metadata: { check: 'other', passed: null } });
    const passed = [completed('1'), { type: 'stage', stage: 'review' }, review(0), gatePassed] as const;
    const { run, verdict } = given(executing()).when(...passed, replaced, { type: 'stop' });
    expect(verdict).toMatchObject({ kind: 'block', missing: [{ kind: 'task', id: '1', isUnproved: true }] });
    expect(next(run!)).toEqual({ words: ['task', 'verify', '1'] });
  });
});
