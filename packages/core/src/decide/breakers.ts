import type { Breaker, Frame, Run, Workflow } from '../schemas/run.ts';
import type { StopCommand } from '../schemas/command.ts';
import { addCounts } from '../model/add-counts.ts';
import { THRESHOLDS } from '../model/defaults.ts';
import { isMet } from '../proofs.ts';

/** The counters as they stand once this stop is counted in. */
export type Counters = Pick<Breaker, 'stuckCount' | 'lastUnmet' | 'idle' | 'message' | 'messageCount'>;

/** Counts a stop in. Progress since the last one clears what repeats itself. */
export function countStop(run: Run, frame: Frame, stop: StopCommand): Counters {
  const { breaker } = frame;
  const lastUnmet = frame.criteria.find((criterion) => !isMet(criterion))?.name ?? '';
  const message = stop.message ?? '';
  // Only a turn that a stop hook continued can repeat itself; where the client says whether it was, it knows.
  const isContinued = stop.isContinuing ?? run.continuation !== undefined;
  const again = isContinued ? 1 : 0;
  const isSameMessage = !breaker.hasProgress && message === breaker.message;
  return {
    lastUnmet,
    stuckCount: breaker.hasProgress ? 0 : stuckCountAt(breaker, lastUnmet),
    idle: breaker.hasProgress || breaker.tools > 0 ? 0 : addCounts(breaker.idle, again),
    message,
    messageCount: message === '' ? 0 : isSameMessage ? addCounts(breaker.messageCount, again) : 1,
  };
}

/** Seed 000: the same first unmet criterion counts one more, another one begins anew. */
function stuckCountAt(breaker: Breaker, lastUnmet: string): number {
  if (lastUnmet !== '' && lastUnmet === breaker.lastUnmet) return addCounts(breaker.stuckCount, 1);
  // Only a foreign state file says that it is stuck already; seed 000 then lets go whatever is unmet.
  return breaker.stuckCount >= THRESHOLDS['same-criterion'] ? breaker.stuckCount : 0;
}

interface BreakerRule {
  readonly name: keyof typeof THRESHOLDS;
  readonly threshold: number;
  readonly effect: 'stuck' | 'paused';
  readonly read: (counters: Counters, breaker: Breaker, workflow?: Workflow) => number;
}

/** The circuit breakers that a stop can trip, in the order in which they are said. */
export const breakerRules: readonly BreakerRule[] = (
  [
    { name: 'same-criterion', effect: 'stuck', read: (counters) => counters.stuckCount },
    { name: 'same-error', effect: 'paused', read: (_, breaker) => breaker.errorCount },
    // Work that moves forward edits a file as often as it needs to.
    {
      name: 'same-file',
      effect: 'paused',
      read: (_, breaker) => (breaker.hasProgress ? 0 : mostEdits(breaker)),
    },
    { name: 'permission', effect: 'paused', read: (_, breaker) => breaker.denials },
    { name: 'idle', effect: 'stuck', read: (counters) => counters.idle },
    { name: 'same-message', effect: 'stuck', read: (counters) => counters.messageCount },
    { name: 'gate', effect: 'paused', read: (_counters, _, workflow) => workflow?.gate?.failures ?? 0 },
    { name: 'review', effect: 'paused', read: (_counters, _, workflow) => workflow?.thorough?.failures ?? 0 },
  ] satisfies readonly Omit<BreakerRule, 'threshold'>[]
).map((rule) => ({ ...rule, threshold: THRESHOLDS[rule.name] }));

/** The first breaker that has reached its threshold. */
export function trippedBreaker(counters: Counters, { breaker, workflow }: Frame): BreakerRule | undefined {
  return breakerRules.find(({ read, threshold }) => read(counters, breaker, workflow) >= threshold);
}

/** The count of every breaker by its name in camel case, for people who ask why a stop was answered so. */
export function breakerFacts(
  counters: Counters,
  { breaker, workflow }: Frame,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    breakerRules.map(({ name, read }) => [
      name.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase()),
      read(counters, breaker, workflow),
    ]),
  );
}

function mostEdits({ edits }: Breaker): number {
  return edits.reduce((most, { count }) => Math.max(most, count), 0);
}
