import { nextJobs } from '@loopwright/core';
import type { FleetState } from '../model/fleet.ts';

/** True while a job runs somewhere, or one will start without a person: a queued job that the budget still allows. */
export function hasWork({ jobs, budget }: FleetState): boolean {
  if (jobs.some(({ state }) => state === 'running')) return true;
  const queued = jobs.filter(({ state }) => state === 'queued');
  const leftUsd = budget.capUsd === null ? Infinity : budget.capUsd - budget.spentUsd - budget.doubtUsd;
  return (
    nextJobs(
      queued.map(({ budgetUsd: priceUsd }) => ({ priceUsd })),
      { slots: 1, leftUsd },
    ).length > 0
  );
}
