import { expect, test } from 'vitest';
import { readRunEnd } from '../../src/schedule/read-run-end.ts';

const cause = { kind: 'failure', failure: 'blocking', reason: 'token expired', retryAt: 5 };

test.each([
  ['', { exit: 'interrupted', reason: '' }],
  ['{"reason":"cut of', { exit: 'interrupted', reason: '' }],
  ['null', { exit: 'unclear', reason: '' }],
  [
    { exit: 'ok', reason: 'done', costUsd: 0.5 },
    { exit: 'ok', reason: 'done', spentUsd: 0.5 },
  ],
  [
    { error: { code: 'usage', message: 'no spec' } },
    { exit: 'usage', reason: 'no spec', problem: 'no spec' },
  ],
  [
    { exit: 'error', run: { id: 'r', ending: { kind: 'paused', cause } } },
    { runId: 'r', cause },
  ],
  [
    { exit: 'ok', delivery: { folder: '/tree', branch: 'loop/a', pullRequest: { url: 'https://x' } } },
    { folder: '/tree', branch: 'loop/a', pullRequest: 'https://x' },
  ],
])('of the answer %j it reads %j', (answer, end) => {
  expect(readRunEnd(typeof answer === 'string' ? answer : JSON.stringify(answer))).toMatchObject(end);
});
