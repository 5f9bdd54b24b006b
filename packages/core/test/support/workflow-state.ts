/** A `workflow-state.json` with every field of seed 002. */
export const WORKFLOW_STATE = {
  version: 1,
  stage: 'executing',
  task: 'x',
  spec_score: 7,
  fit_score: 35,
  shape_chosen: 'colleague',
  started_at: '2026-02-05T10:00:00Z',
  last_updated: '2026-02-05T10:15:00Z',
  recall_surfaced: ['auth'],
  reviews: {
    wave_1: { score: 8, issues: 2, blockers: 0 },
    thorough: { passed: false, blockers_remaining: 1 },
  },
};
