// @module-tag deep
import { postgresPrograms } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { type ChaosPlan, playChaos } from './play-chaos.ts';

const SMALL = {
  jobs: 12,
  agents: [3, 3, 2],
  killDriver: 1,
  limit: 1,
  workSeconds: 1,
  maxMinutes: 4,
} as const;

/** `pnpm chaos` plays the same with hundreds of jobs and any seed. */
const plans: Readonly<Record<string, ChaosPlan>> = {
  ...(postgresPrograms() !== undefined && {
    postgres: { ...SMALL, store: 'postgres', seed: 1, killAgent: 2, stopServer: 1, freezeAgent: 1 },
  }),
  'a folder': {
    ...SMALL,
    store: 'folder',
    seed: 2,
    jobs: 6,
    killAgent: 2,
    killDriver: 0,
    stopServer: 0,
    freezeAgent: 0,
  },
};

test.each(Object.entries(plans))(
  'on %s each job is done exactly once, within the budget, while agents, drivers and the store are killed',
  async (_, plan) => {
    const { log, ...report } = await playChaos(plan);
    expect(report.violations, log).toEqual([]);
    expect(report).toMatchObject({ verified: plan.jobs, happened: { killAgent: plan.killAgent } });
    // The kills met running jobs.
    expect(report.takenOver).toBeGreaterThan(0);
  },
  300_000,
);

test('PostgreSQL takes part where it has to', () => {
  expect(Object.keys(plans)).toContain(process.env['FLEET_NEEDS_POSTGRES'] ? 'postgres' : 'a folder');
});
