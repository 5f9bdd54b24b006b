import type { Breaker, Frame, Run } from '../model/run.ts';
import type { StopCommand } from '../model/command.ts';
import { addCounts } from '../model/plans.ts';
import { ADOPTED_FRAME, IDLE_ANSWER, THRESHOLDS, type BreakerName } from '../model/defaults.ts';
import type { Claim } from './claim.ts';
import { isMet, isOutOfRounds } from '../proofs.ts';
import { countOf, listed } from '../text/amounts.ts';
import { sanitizeLine } from '../text/sanitize.ts';

/** The counters including this stop. */
export type Counters = Pick<Breaker, 'stuckCount' | 'lastUnmet' | 'idle' | 'message' | 'messageCount'>;

/** Counts a stop. Progress since the last one resets the repetitions. */
export function countStop(run: Run, frame: Frame, stop: StopCommand): Counters {
  const { breaker } = frame;
  const lastUnmet = frame.criteria.find((criterion) => !isMet(criterion))?.name ?? '';
  const message = stop.message ?? '';
  // Only a continued turn can repeat itself. The client's own word about that counts first.
  const isContinued = stop.isContinuing ?? run.continuation !== undefined;
  const again = isContinued ? 1 : 0;
  const isSameMessage = !breaker.hasProgress && message === breaker.message;
  return {
    lastUnmet,
    stuckCount: breaker.hasProgress ? 0 : stuckCountAt(breaker, lastUnmet, isJustAdopted(run, frame)),
    idle: hasWorked(breaker, stop) ? 0 : addCounts(breaker.idle, again),
    message,
    messageCount: message === '' ? 0 : isSameMessage ? addCounts(breaker.messageCount, again) : 1,
  };
}

/** A long answer is work, such as a text that the user wants; a repeated one is not. */
function hasWorked(breaker: Breaker, { ranTools, message, messageLength = 0 }: StopCommand): boolean {
  const isNewText = messageLength > IDLE_ANSWER && message !== breaker.message;
  return breaker.hasProgress || breaker.tools > 0 || ranTools === true || isNewText;
}

/** Seed 000: the same first unmet criterion adds one, another one starts at zero. */
function stuckCountAt(breaker: Breaker, lastUnmet: string, isCounted: boolean): number {
  if (lastUnmet !== '' && lastUnmet === breaker.lastUnmet)
    return addCounts(breaker.stuckCount, isCounted ? 0 : 1);
  // Only a foreign state file begins at the threshold; seed 000 then allows the stop.
  return breaker.stuckCount >= THRESHOLDS['same-criterion'] ? breaker.stuckCount : 0;
}

/** Whoever wrote the state file counted the iteration that ends with the first stop. */
function isJustAdopted({ billed }: Run, { id }: Frame): boolean {
  return id === ADOPTED_FRAME && billed === undefined;
}

interface BreakerRule {
  readonly name: BreakerName;
  readonly threshold: number;
  readonly effect: 'stuck' | 'paused';
  readonly read: (counters: Counters, breaker: Breaker, frame: Frame) => number;
  /** What it found, in words. */
  readonly found: (frame: Frame, agent: string) => string;
  /** One claim is answered first, so that Claude hears of the missing proofs. */
  readonly waitsForClaim?: boolean;
  /** The counter that a resumed loop begins one short of the threshold. */
  readonly counter?: 'stuckCount' | 'errorCount' | 'denials' | 'idle' | 'messageCount';
}

const rules: Readonly<Record<BreakerName, Omit<BreakerRule, 'name' | 'threshold'>>> = {
  'same-criterion': {
    effect: 'stuck',
    found: ({ breaker: { stuckCount } }) => `no progress in the last ${countOf(stuckCount, 'turn')}`,
    counter: 'stuckCount',
    read: ({ stuckCount }) => stuckCount,
  },
  'same-error': {
    effect: 'paused',
    found: ({ breaker }) => `the same error ${errorText(breaker)}`,
    waitsForClaim: true,
    counter: 'errorCount',
    read: (_, { errorCount }) => errorCount,
  },
  // Work that makes progress may edit a file as often as it needs to.
  'same-file': {
    effect: 'paused',
    found: ({ breaker: { rounds = [] } }) => {
      const [most] = rounds.toSorted((one, other) => other.count - one.count);
      return most ? `${most.count} edits of ${sanitizeLine(most.path, 160)}, each after a failure` : '';
    },
    waitsForClaim: true,
    read: (_, breaker) => (breaker.hasProgress ? 0 : mostRounds(breaker)),
  },
  permission: {
    effect: 'paused',
    found: ({ breaker: { denials, denied = '' } }) =>
      `${denials} calls refused${denied && `, the last one: ${sanitizeLine(denied, 160)}`}`,
    counter: 'denials',
    read: (_, { denials }) => denials,
  },
  idle: {
    effect: 'stuck',
    found: (_frame, agent) => `${agent} ran no tool in any of the last turns`,
    counter: 'idle',
    read: ({ idle }) => idle,
  },
  'same-message': {
    effect: 'stuck',
    found: (_frame, agent) => `${agent} said the same words in each of the last turns`,
    counter: 'messageCount',
    read: ({ messageCount }) => messageCount,
  },
  gate: {
    effect: 'paused',
    found: ({ workflow }) => `the gate failed ${countOf(workflow?.gate?.failures ?? 0, 'time')}`,
    read: (_counters, _, { workflow }) => workflow?.gate?.failures ?? 0,
  },
  review: {
    effect: 'paused',
    found: ({ workflow }) =>
      `the thorough review failed ${countOf(workflow?.thorough?.failures ?? 0, 'time')}`,
    read: (_counters, _, { workflow }) => workflow?.thorough?.failures ?? 0,
  },
  judge: {
    effect: 'paused',
    found: ({ criteria }) => {
      const names = criteria.filter(isOutOfRounds).map(({ name }) => sanitizeLine(name, 60));
      return `the judge of ${listed(names, 4)} was asked as often as it may be`;
    },
    read: (_counters, _, { criteria }) => criteria.filter(isOutOfRounds).length,
  },
};

/** The last error and how often it came in a row. Its signature ends in a digest. */
export function errorText({ error, errorCount }: Breaker): string {
  return `${errorCount}× in a row: ${sanitizeLine(error.replace(/ #\w+$/, ''), 160)}`;
}

/** The circuit breakers of a stop, in testing order. */
export const breakerRules: readonly BreakerRule[] = /* @__PURE__ */ Object.entries(rules).map(
  ([name, rule]) => ({ name: name as BreakerName, threshold: THRESHOLDS[name as BreakerName], ...rule }),
);

/** Lowers every counter to one short of its threshold: after a pause, one more iteration decides. */
export function halfOpenCounters(breaker: Breaker): Breaker {
  const lowered = breakerRules.flatMap(({ counter, threshold }) =>
    counter ? [[counter, Math.min(breaker[counter], threshold - 1)]] : [],
  );
  return { ...breaker, ...Object.fromEntries(lowered) };
}

/** The first breaker that has reached its threshold and answers this stop. */
export function trippedBreaker(
  counters: Counters,
  frame: Frame,
  claim: Claim | undefined,
): BreakerRule | undefined {
  return reachedBreakers(counters, frame).find((rule) => !isWaiting(rule, frame, claim));
}

/** Whether a breaker has reached its threshold and lets this claim be answered first. */
export function hasWaitingBreaker(counters: Counters, frame: Frame, claim: Claim | undefined): boolean {
  return reachedBreakers(counters, frame).some((rule) => isWaiting(rule, frame, claim));
}

function reachedBreakers(counters: Counters, frame: Frame): readonly BreakerRule[] {
  return breakerRules.filter(({ read, threshold }) => read(counters, frame.breaker, frame) >= threshold);
}

function isWaiting({ waitsForClaim }: BreakerRule, { breaker }: Frame, claim: Claim | undefined): boolean {
  return waitsForClaim === true && claim?.says === 'done' && breaker.hasWaited !== true;
}

/** The count of every breaker by its name in camel case, for people who ask why a stop was answered so. */
export function breakerFacts(counters: Counters, frame: Frame): Readonly<Record<string, number>> {
  return Object.fromEntries(
    breakerRules.map(({ name, read }) => [
      name.replaceAll(/-[a-z]/g, (part) => part.slice(1).toUpperCase()),
      read(counters, frame.breaker, frame),
    ]),
  );
}

function mostRounds({ rounds = [] }: Breaker): number {
  return rounds.reduce((most, { count }) => Math.max(most, count), 0);
}
