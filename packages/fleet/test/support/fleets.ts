import type { FleetReport, ReportedJob } from '../../src/page/fleet-report.ts';

const START = Date.UTC(2026, 2, 1, 8);

/** A job that was verified in its first attempt, unless said otherwise. */
export function fleetJob(key: string, more: Partial<ReportedJob> = {}): ReportedJob {
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
    spentUsd: 0.5,
    checks: [],
    consent: 'none',
    budgetUsd: 25,
    priority: 0,
    account: 'default',
    pr: false,
    iteration: null,
    commit: null,
    addedAt: new Date(START),
    agent: null,
    branch: `loop/${key}`,
    pullRequest: null,
    startedAt: new Date(START),
    endedAt: new Date(START + 60_000),
    ...more,
  };
}

export function fleetReport(jobs: readonly ReportedJob[], more: Partial<FleetReport> = {}): FleetReport {
  return {
    at: START + 120_000,
    budget: {
      capUsd: 10,
      spentUsd: jobs.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
      heldUsd: 0,
      doubtUsd: 0,
    },
    jobs,
    agents: [],
    accounts: [],
    ...more,
  };
}
