import type { Breaker, Frame, Run } from '../model/run.ts';
import type { StopCommand } from '../model/command.ts';
import { isMet } from './proofs.ts';

/** The counters as they stand once this stop is counted in. */
export type Counters = Pick<Breaker, 'stuckCount' | 'lastUnmet' | 'idle' | 'message' | 'messageCount'>;

/** Counts a stop in. Progress since the last one clears what repeats itself. */
export function countStop(run: Run, frame: Frame, stop: StopCommand): Counters {
  const { breaker } = frame;
  const lastUnmet = frame.criteria.find((criterion) => !isMet(criterion))?.name ?? '';
  const isSameUnmet = lastUnmet !== '' && lastUnmet === breaker.lastUnmet;
  const wasContinued = run.continuation !== undefined;
  const isIdle = wasContinued && breaker.tools === 0 && !breaker.hasProgress;
  const message = stop.message ?? '';
  const isSameMessage = message !== '' && message === breaker.message;
  return {
    lastUnmet,
    stuckCount: isSameUnmet && !breaker.hasProgress ? breaker.stuckCount + 1 : 0,
    idle: isIdle ? breaker.idle + 1 : 0,
    message,
    messageCount: message === '' ? 0 : isSameMessage && !breaker.hasProgress ? breaker.messageCount + 1 : 1,
  };
}

interface BreakerRule {
  readonly name: string;
  readonly threshold: number;
  readonly effect: 'stuck' | 'paused';
  readonly read: (counters: Counters, breaker: Breaker) => number;
}

/** The circuit breakers that a stop can trip, with the thresholds of seed 003 and of the design. */
export const breakerRules: readonly BreakerRule[] = [
  { name: 'same-criterion', threshold: 5, effect: 'stuck', read: (counters) => counters.stuckCount },
  { name: 'same-error', threshold: 3, effect: 'paused', read: (_, breaker) => breaker.errorCount },
  {
    name: 'same-file',
    threshold: 5,
    effect: 'paused',
    read: (_, breaker) => breaker.edits.reduce((most, { count }) => Math.max(most, count), 0),
  },
  { name: 'permission', threshold: 2, effect: 'paused', read: (_, breaker) => breaker.denials },
  { name: 'idle', threshold: 3, effect: 'stuck', read: (counters) => counters.idle },
  { name: 'same-message', threshold: 3, effect: 'stuck', read: (counters) => counters.messageCount },
];

/** The first breaker that has reached its threshold. */
export function trippedBreaker(counters: Counters, breaker: Breaker): BreakerRule | undefined {
  return breakerRules.find((rule) => rule.read(counters, breaker) >= rule.threshold);
}
