import { canStart } from '@loopwright/core';
import type { FleetState } from '../model/fleet.ts';

/** True while a job runs somewhere, or one will start without a person: a queued job that the budget still allows. */
export function hasWork({ counts, leastUsd, budget }: Omit<FleetState, 'jobs'>): boolean {
  if (counts.running !== undefined) return true;
  const leftUsd = budget.capUsd === null ? Infinity : budget.capUsd - budget.spentUsd - budget.doubtUsd;
  return leastUsd !== null && canStart({ priceUsd: leastUsd }, { leftUsd });
}
