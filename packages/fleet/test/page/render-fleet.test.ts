import { expect, it } from 'vitest';
import { toReports } from '@loopwright/report';
import { HOSTILE, hostileRun, stuckRun, verifiedRun } from '../../../report/test/support/histories.ts';
import { problemsOf } from '../../../report/test/support/valid-html.ts';
import type { FleetReport } from '../../src/page/fleet-report.ts';
import { renderFleet } from '../../src/page/render-fleet.ts';
import { renderFleetMarkdown } from '../../src/page/render-fleet-markdown.ts';
import { fleetJob, fleetReport } from '../support/fleets.ts';

const run = (history = verifiedRun()) => toReports(history.build())[0];

const hostile = HOSTILE.map((text, index) =>
  fleetJob(text, { spec: text, reason: text, state: 'failed', deaths: index, run: run(hostileRun()) }),
);
const mixed = fleetReport(
  [
    fleetJob('login', { run: run(), pullRequest: 'https://git.example/pull/1' }),
    fleetJob('stuck', { state: 'ended', reason: 'stuck', attempts: 2, deaths: 1, run: run(stuckRun()) }),
    fleetJob('next', {
      state: 'waiting',
      needs: ['stuck'],
      attempts: 0,
      spentUsd: 0,
      startedAt: null,
      endedAt: null,
    }),
    fleetJob('now', { state: 'running', agent: 'host-1', endedAt: null, failures: 2 }),
    fleetJob('lost', { state: 'failed', reason: 'git clone: no such repository' }),
  ],
  {
    agents: [{ id: 'host-1', host: 'host', slots: 2, busy: 1, isAlive: true, drain: true, note: '' }],
    accounts: [{ name: 'default', shutUntil: new Date(Date.UTC(2026, 2, 1, 9)), reason: 'five-hour limit' }],
  },
);
const pages: readonly (readonly [name: string, report: FleetReport])[] = [
  ['jobs of every kind', mixed],
  ['no job', fleetReport([])],
  [
    'hostile texts',
    fleetReport(hostile, {
      accounts: HOSTILE.map((name) => ({ name, shutUntil: new Date(0), reason: name })),
    }),
  ],
];

it.each(pages)('is valid HTML, by the rules of accessibility too, of %s', async (_name, report) => {
  for (const reloadSeconds of [undefined, 5])
    expect(await problemsOf(renderFleet(report, { reloadSeconds }))).toEqual([]);
});

it('says how the jobs ended, what failed by kind, and shows the heat map of each', () => {
  const page = renderFleet(mixed);
  expect(page).toContain('5 jobs: 1 verified, 1 running, 1 waiting, 1 ended, 1 failed, $2 of $10 spent.');
  for (const kind of ['stuck: ', 'failed: git clone: no such repository', 'an agent died'])
    expect(page).toContain(`<bdi>${kind}`);
  expect(page.match(/<table class="map/g)).toHaveLength(2);
  expect(page).toContain('href="#j1-map"');
  // The decisions of a run are not on this page, so nothing links to them.
  expect(page).not.toMatch(/href="#[^"]*-d\d/);
});

it('lists as many jobs as a page takes, and counts the rest', () => {
  const page = renderFleet(fleetReport(Array.from({ length: 2100 }, (_, index) => fleetJob(`job-${index}`))));
  expect(page).toContain('100 further jobs not shown.');
  expect(page).not.toContain('job-2000');
});

it('loads nothing and runs nothing, whatever the jobs say', () => {
  for (const report of [mixed, fleetReport(hostile)]) {
    const page = renderFleet(report);
    expect(page).not.toMatch(/<script|<img|<svg|<iframe/i);
    for (const [, link] of page.matchAll(/(?:href|src)="([^"]*)"/g)) expect(link).toMatch(/^#/);
    expect(page).toContain('default-src &#39;none');
  }
});

it('writes Markdown with a line for each job, in which hostile texts stay texts', () => {
  const text = renderFleetMarkdown(mixed);
  expect(text).toContain('| ✓ verified | 1 | $0.50 |');
  expect(text).toContain('login | ✓ verified');
  expect(renderFleetMarkdown(fleetReport(hostile))).not.toMatch(/(?<!\\)<(?!!-- )/);
});
