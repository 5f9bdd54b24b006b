import { expect, test } from 'vitest';
import { createFrame, createRun } from '../../src/model/plans.ts';
import { AT } from '../support/given.ts';

const BARE = {
  id: 'f',
  mode: 'loop',
  spec: 'x',
  score: null,
  shape: 'tool',
  iteration: 0,
  limits: { iterations: 10, budgetUsd: 25, budgetTokens: null, timeMs: null },
  criteria: [],
  steps: [],
  tasks: [],
  breaker: {
    stuckCount: 0,
    lastUnmet: '',
    idle: 0,
    message: '',
    messageCount: 0,
    error: '',
    errorCount: 0,
    edits: [],
    tools: 0,
    retries: 0,
    denials: 0,
    hasProgress: false,
  },
  spend: { usd: 0, tokens: 0 },
  exitSignal: false,
  checkInDue: false,
  countedAhead: false,
  notes: [],
  startedAt: AT,
  extras: { criteria: {}, workflow: {}, stack: {} },
};

test('a frame with only a spec has the defaults of the design and no history', () => {
  expect(createFrame({ frameId: 'f', spec: 'x' }, AT)).toEqual(BARE);
});

test('a workflow begins at its stage with nothing recalled and nothing reviewed', () => {
  expect(createFrame({ frameId: 'f', spec: 'x', stage: 'intent' }, AT)).toEqual({
    ...BARE,
    workflow: {
      stage: 'intent',
      specScore: null,
      fitScore: null,
      startedAt: AT,
      recallSurfaced: [],
      waveReviews: [],
      wave: 0,
    },
  });
});

test('a run that was just made has no events and nothing closed', () => {
  expect(createRun({ runId: 'r', session: 's', status: 'active' }, [], AT)).toEqual({
    id: 'r',
    session: 's',
    status: 'active',
    createdAt: AT,
    updatedAt: AT,
    ttlMs: 7_200_000,
    isHeadless: false,
    frames: [],
    closed: [],
    usageMark: '',
    extras: {},
    events: 0,
  });
});
