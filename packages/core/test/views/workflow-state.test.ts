import { expect, test } from 'vitest';
import { parseWorkflowState, toWorkflowState } from '../../src/views/workflow-state.ts';
import { given } from '../support/given.ts';
import { REVIEWED } from '../support/workflows.ts';

const FILE = { stage: 'review', started_at: '2026-02-05T10:00:00Z', last_updated: '2026-02-05T10:00:00Z' };

test('a new review replaces the old one and keeps unknown fields', () => {
  const state = {
    ...FILE,
    reviews: {
      wave_1: { score: 5, issues: 3, blockers: 1, by: 'somebody' },
      wave_2: { score: 6 },
      thorough: { passed: false, blockers_remaining: 2, note: 'long' },
      other: { by: 'another program' },
    },
  };
  const parsed = parseWorkflowState(state);
  if (!parsed.ok) throw new Error('parses');
  const { run } = given().when(
    { type: 'adopt', source: { format: 'workflow', state: parsed.value } },
    { type: 'review', wave: 1, score: 9, issues: 0, blockers: 0 },
    { type: 'review', blockers: 0, ...REVIEWED },
  );
  expect(toWorkflowState(run!)?.reviews).toEqual({
    wave_1: { score: 9, issues: 0, blockers: 0, by: 'somebody' },
    wave_2: { score: 6, issues: 0, blockers: 0 },
    thorough: { passed: true, blockers_remaining: 0, note: 'long' },
    other: { by: 'another program' },
  });
});

test('the reviews of a file are taken over in the order of their waves', () => {
  const parsed = parseWorkflowState({ ...FILE, reviews: { wave_3: {}, wave_1: {}, wave_2: {} } });
  if (!parsed.ok) throw new Error('parses');
  const { frame } = given().when({ type: 'adopt', source: { format: 'workflow', state: parsed.value } });
  expect(frame.workflow?.waveReviews.map(({ wave }) => wave)).toEqual([1, 2, 3]);
});
