import { expect, test } from 'vitest';
import { workflowStateSchema as workflowState } from '../../../src/model/view-files.ts';
import { expected, findings } from '../../support/wire.ts';
import { WORKFLOW_STATE } from '../../support/workflow-state.ts';

const STATE = {
  whole: WORKFLOW_STATE,
  // Which reviews there were is the file's own, and none of them says everything.
  mayLack: [
    'reviews.wave_1',
    'reviews.wave_1.score',
    'reviews.wave_1.issues',
    'reviews.wave_1.blockers',
    'reviews.thorough',
    'reviews.thorough.passed',
    'reviews.thorough.blockers_remaining',
  ],
  mayBeNull: ['spec_score', 'fit_score'],
  words: {
    stage: ['intent', 'shape', 'decompose', 'executing', 'review', 'complete'],
    shape_chosen: ['tool', 'tool-review', 'colleague'],
  },
};

test('workflow-state.json passes unchanged, and missing or wrong fields are refused', () => {
  expect(findings(workflowState, STATE)).toEqual(expected(STATE));
});

test('the fields of other programs stay, those of a review too', () => {
  const reviews = { wave_1: { score: 8, by: 'somebody' } };
  const file = { ...STATE.whole, reviews, owner: 'another program' };
  expect(workflowState.parse(file)).toEqual(file);
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['a text', 'wave_1'],
  ['an empty text', ''],
  ['a number', 1],
  ['a function', () => ({})],
  ['a list', []],
  ['a list of reviews', [{ score: 8 }]],
  ['a map in which one is no review', { wave_1: { score: 8 }, wave_2: 5 }],
  ['a map in which one review is wrong', { wave_1: { score: 8 }, wave_2: { score: 'high' } }],
])('reviews that are %s are refused', (_what, reviews) => {
  expect(workflowState.safeParse({ ...STATE.whole, reviews }).success).toBe(false);
});
