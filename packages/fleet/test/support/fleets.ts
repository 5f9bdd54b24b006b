import type { FleetJob, FleetReport } from '../../src/page/fleet-report.ts';

const START = Date.UTC(2026, 2, 1, 8);

/** A job that was verified in its first attempt, unless said otherwise. */
export function fleetJob(key: string, more: Partial<FleetJob> = {}): FleetJob {
  return {
    key,
    repo: '/srv/app.git',
    spec: `Make ${key} work.`,
    needs: [],
    state: 'verified',
    reason: '',
    attempts: 1,
    deaths: 0,
    failures: 0,
    usd: 0.5,
    agent: null,
    branch: `loop/${key}`,
    pullRequest: null,
    startedAt: START,
    endedAt: START + 60_000,
    ...more,
  };
}

export function fleetReport(jobs: readonly FleetJob[], more: Partial<FleetReport> = {}): FleetReport {
  return {
    at: START + 120_000,
    budget: { capUsd: 10, spentUsd: jobs.reduce((sum, { usd }) => sum + usd, 0), heldUsd: 0 },
    jobs,
    agents: [],
    shut: [],
    ...more,
  };
}
