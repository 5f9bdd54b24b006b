import type { Followed } from 'loopwright/src/parts.ts';
import { plain } from 'loopwright/src/terminal/page.ts';
import { livePage } from 'loopwright/src/verbs/watch/follow.ts';
import { expectFits, HOSTILE } from 'loopwright/test/support/live-pages.ts';
import { expect, test } from 'vitest';
import type { FleetState } from '../../src/model/fleet.ts';
import type { JobRow } from '../../src/model/job.ts';
import { followJobs } from '../../src/verbs/watch-fleet.ts';
import { fleetJob } from '../support/fleets.ts';

const NEW = {
  state: 'queued',
  attempts: 0,
  spentUsd: 0,
  branch: null,
  startedAt: null,
  endedAt: null,
} as const;
const job = (key: string, more: Partial<JobRow> = {}): JobRow => fleetJob(key, { ...NEW, ...more });

function jobsOf(jobs: readonly JobRow[], place: string): Followed<JobRow> {
  const state: FleetState = {
    jobs,
    counts: { waiting: 1, verified: 1 },
    leastUsd: null,
    agents: [{ id: 'host-1', host: 'host', slots: 2, busy: 1, drain: false, isAlive: true, note: '' }],
    accounts: [],
    budget: { capUsd: 10, spentUsd: 1.5, heldUsd: 5, doubtUsd: 2.5 },
  };
  const fleet = { state: async () => state, retry: async () => [], cancel: async () => [] };
  return followJobs(fleet, state, place, () => 60_000);
}

test('a page of a fleet fits every size, and says nothing that a terminal obeys', () => {
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
  expect(text).toContain('Fleet in /home/me/fleet: 1 waiting, 1 verified');
  expect(text).toContain('▸ two  waiting  $0.00  needs one');
  expect(text).toContain('Make two work.');
  expect(text).toContain('Budget: $1.50 spent, $5.00 reserved, $2.50 in doubt of $10.00');
  expect(text).toContain('Agent host-1: 1 of 2 slots busy');
});
