import type { FleetState } from '../model/fleet.ts';

/** True while a job runs somewhere, or one will start without a person: a queued job that the budget still allows. */
export function hasWork({ jobs, budget }: FleetState): boolean {
  if (jobs.some(({ state }) => state === 'running')) return true;
  const leftUsd = budget.capUsd === null ? Infinity : budget.capUsd - budget.spentUsd;
  return jobs.some(({ state, budgetUsd }) => state === 'queued' && budgetUsd <= leftUsd);
}
