import { expect, test } from 'vitest';
import { createFrame } from '../../src/model/plans.ts';
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
