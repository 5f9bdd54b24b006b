import { textWidth } from '@loopwright/core';
import type { FleetState, JobRow } from '@loopwright/fleet';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/program/context.ts';
import { findRuns } from '../../../src/session/run-summary.ts';
import { plain } from '../../../src/terminal/paint.ts';
import { type Followed, type FollowedView, livePage } from '../../../src/verbs/watch/follow.ts';
import { followJobs } from '../../../src/verbs/watch/watch-fleet.ts';
import { followRuns } from '../../../src/verbs/watch/watch.ts';
import { createLoop } from '../../support/in-process.ts';

const HOSTILE = 'a\u001b[2J\u202eb文'.repeat(60);

const job = (key: string, more: Partial<JobRow> = {}): JobRow => ({
  key,
  repo: '/srv/app.git',
  spec: `Make ${key} work.`,
  checks: [],
  consent: 'none',
  budgetUsd: 25,
  priority: 0,
  needs: [],
  account: 'default',
  pr: false,
  state: 'queued',
  reason: '',
  attempts: 0,
  deaths: 0,
  failures: 0,
  spentUsd: 0,
  iteration: null,
  agent: null,
  branch: null,
  commit: null,
  pullRequest: null,
  addedAt: new Date(0),
  startedAt: null,
  endedAt: null,
  ...more,
});

function jobsOf(jobs: readonly JobRow[], place: string): Followed<JobRow> {
  const state: FleetState = {
    jobs,
    agents: [{ id: 'host-1', host: 'host', slots: 2, busy: 1, drain: false, isAlive: true, note: '' }],
    accounts: [],
    budget: { capUsd: 10, spentUsd: 1.5, heldUsd: 5 },
  };
  const fleet = { state: async () => state, retry: async () => [], cancel: async () => [] };
  return followJobs(fleet, state, place, () => 60_000);
}

function expectFits<T>(followed: Followed<T>, view: FollowedView<T>): void {
  for (const width of [20, 37, 80, 120])
    for (const rows of [5, 10, 24, 60]) {
      const lines = livePage(followed, view, { width, paint: plain }, rows);
      expect(lines.length).toBeLessThan(rows);
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
      expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
    }
}

test('a page of loops fits every size, and says nothing that a terminal obeys', async () => {
  const project = await createLoop([
    '--criteria',
    '文档也要更新, and all the rest; b',
    '--check',
    'c=npm test',
  ]);
  // As: the page reads no more of its context.
  const context = { env: {}, cwd: project.path, flags: {}, now: () => 60_000 } as unknown as Context;
  const items = findRuns(context, false);
  const running = [{ name: HOSTILE, command: HOSTILE, since: 0, lines: [HOSTILE, 'x'.repeat(300)] }];
  const stop = { stop: { type: 'stop', at: 0 }, answer: 'Claude was sent on.' } as const;
  const chosen = () => ({ tree: () => undefined, stop, running });
  const followed = followRuns(context, true, { runs: () => items, chosen });
  expectFits(followed, { items, chosen: items[0], message: [HOSTILE] });
  const empty = { items: [], chosen: undefined, message: [] };
  expect(livePage(followed, empty, { width: 80, paint: plain }, 10)).toContain('No loop yet.');
});

test('a page of a fleet does so, too', () => {
  const texts = { spec: HOSTILE, reason: HOSTILE, repo: HOSTILE, branch: HOSTILE, agent: HOSTILE };
  const facts = { pullRequest: HOSTILE, needs: [HOSTILE], startedAt: new Date(0), deaths: 1, iteration: 3 };
  const items = [HOSTILE, 'two', 'three'].map((key) => job(key, { ...texts, ...facts, failures: 1 }));
  expectFits(jobsOf(items, HOSTILE), { items, chosen: items[0], message: [HOSTILE] });
});

test('a page of a fleet shows the chosen job in full, the budget and the agents', () => {
  const items = [
    job('one', { state: 'verified', branch: 'loop/one' }),
    job('two', { state: 'waiting', needs: ['one'] }),
  ];
  const followed = jobsOf(items, '/home/me/fleet');
  const page = { width: 100, paint: plain };
  const text = livePage(followed, { items, chosen: items[1], message: [] }, page, 30).join('\n');
  expect(text).toContain('Fleet in /home/me/fleet: 1 verified, 1 waiting');
  expect(text).toContain('▸ two  waiting  $0.00  needs one');
  expect(text).toContain('Make two work.');
  expect(text).toContain('Budget: $1.50 spent, $5.00 reserved of $10.00');
  expect(text).toContain('Agent host-1: 1 of 2 slots busy');
});
