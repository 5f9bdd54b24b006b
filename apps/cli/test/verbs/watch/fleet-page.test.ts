import { textWidth } from '@loopwright/core';
import type { JobRow } from '@loopwright/fleet';
import { expect, test } from 'vitest';
import { plain } from '../../../src/terminal/paint.ts';
import { fleetPage, type FleetView } from '../../../src/verbs/watch/fleet-page.ts';

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

const view = (jobs: readonly JobRow[], more: Partial<FleetView> = {}): FleetView => ({
  jobs,
  agents: [{ id: 'host-1', host: 'host', slots: 2, busy: 1, drain: false, isAlive: true }],
  accounts: [],
  budget: { capUsd: 10, spentUsd: 1.5, heldUsd: 5 },
  place: '/home/me/fleet',
  chosen: jobs[0],
  at: 60_000,
  message: [],
  ...more,
});

test('a page of a fleet fits every size, and says nothing that a terminal obeys', () => {
  const hostile = 'a\u001b[2J\u202eb文'.repeat(60);
  const jobs = [hostile, 'two', 'three'].map((key) =>
    job(key, {
      spec: hostile,
      reason: hostile,
      repo: hostile,
      branch: hostile,
      pullRequest: hostile,
      agent: hostile,
      needs: [hostile],
      startedAt: new Date(0),
      deaths: 1,
      failures: 1,
      iteration: 3,
    }),
  );
  for (const width of [20, 37, 80, 120])
    for (const rows of [5, 10, 24, 60]) {
      const lines = fleetPage(
        view(jobs, { message: [hostile], place: hostile }),
        { width, paint: plain },
        rows,
      );
      expect(lines.length).toBeLessThan(rows);
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
      expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
    }
});

test('a page of a fleet shows the chosen job in full, the budget and the agents', () => {
  const jobs = [
    job('one', { state: 'verified', branch: 'loop/one' }),
    job('two', { state: 'waiting', needs: ['one'] }),
  ];
  const text = fleetPage(view(jobs, { chosen: jobs[1] }), { width: 100, paint: plain }, 30).join('\n');
  expect(text).toContain('Fleet in /home/me/fleet: 1 verified, 1 waiting');
  expect(text).toContain('▸ two  waiting  $0.00  needs one');
  expect(text).toContain('Make two work.');
  expect(text).toContain('Budget: $1.50 spent, $5.00 reserved of $10.00');
  expect(text).toContain('Agent host-1: 1 of 2 slots busy');
  expect(fleetPage(view([]), { width: 80, paint: plain }, 12)).toContain('No job was added yet.');
});
