import { type LimitRule, limitRules, usedIterations } from '../model/limits.ts';
import { given } from '../model/plans.ts';
import { changeBreach, doneEnding, guardBreach, isMet } from '../proofs.ts';
import type { StopCommand } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Ending, Frame, Note, Run } from '../model/run.ts';
import { breakerFacts, hasWaitingBreaker, trippedBreaker, type Counters } from './breakers.ts';
import { RULE_NAMES, type Missing, type Notice, type RuleName, type Verdict } from './decision.ts';
import { dueWarnings, reachedLimit, type Warning } from './limits.ts';
import { missingText } from '../text/words.ts';
import type { StopSituation } from './situation.ts';

/** The facts that a rule tested, for people who ask why. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One row of the stop table. */
export interface StopRule {
  readonly name: RuleName;
  /** One line that says why the rule exists. */
  readonly reason: string;
  readonly evaluate: (situation: StopSituation) => { readonly holds: boolean; readonly facts: Facts };
  readonly answer: (situation: StopSituation) => RuleAnswer;
}

/** The answer of a rule: a verdict, or a popped top frame; the frame below it is then asked. */
export type RuleAnswer = { readonly events: readonly LoopEvent[]; readonly notices?: readonly Notice[] } & (
  | { readonly verdict: Verdict }
  | { readonly popped: Ending }
);

const rules: Readonly<Record<RuleName, Omit<StopRule, 'name'>>> = {
  disabled: {
    reason: 'The environment switches loops off, before anything else is looked at.',
    evaluate: ({ stop }) => ({
      holds: stop.isDisabled === true,
      facts: { disabled: stop.isDisabled === true },
    }),
    answer: () => letGo('disabled'),
  },
  'no-loop': {
    reason: 'This session started no loop; a draft is not one yet.',
    evaluate: ({ run, stop }) => {
      // Seed 002: a task list that the environment names holds even without a loop, once.
      const isHeldByTasks = !run && (stop.openTasks ?? []).length > 0 && stop.isContinuing !== true;
      return {
        holds: run === undefined ? !isHeldByTasks : run.status === 'draft',
        facts: { status: run?.status ?? 'none', openTasks: stop.openTasks ?? [] },
      };
    },
    answer: () => letGo('no-loop'),
  },
  'not-main': {
    reason: 'A subagent may always end; only the session itself is held.',
    evaluate: ({ stop }) => ({
      holds: stop.isSubagent === true,
      facts: { subagent: stop.isSubagent === true },
    }),
    answer: () => letGo('not-main'),
  },
  ended: {
    reason: 'The loop is over or at rest.',
    evaluate: ({ run }) => ({
      holds: run !== undefined && run.status !== 'active',
      facts: { status: run?.status ?? 'none' },
    }),
    answer: ({ run }) => letGo('ended', run?.ending),
  },
  corrupt: {
    reason: 'Iteration or limits are no sane numbers, so nothing can be counted.',
    evaluate: ({ run, frame }) => ({
      holds: run !== undefined && (!frame || !isSane(frame)),
      facts: { iteration: frame?.iteration ?? null, limit: frame?.limits.iterations ?? null },
    }),
    answer: ({ stop }) => rest('corrupt', stop, 'aborted', { kind: 'aborted', at: stop.at }),
  },
  stale: {
    reason: 'Nothing was heard of the loop for longer than its time to live.',
    evaluate: ({ run, stop }) => {
      const silentMs = run ? stop.at - run.updatedAt : 0;
      return {
        holds: run !== undefined && silentMs > run.ttlMs,
        facts: { silentMs, ttlMs: run?.ttlMs ?? 0 },
      };
    },
    answer: ({ stop }) =>
      rest('stale', stop, 'stuck', { kind: 'stuck', at: stop.at, cause: { kind: 'stale' } }),
  },
  waiting: {
    reason: 'Background work or a wake-up will bring the session back by itself.',
    evaluate: ({ stop }) => ({
      holds: (stop.waitingFor ?? []).length > 0,
      facts: { waitingFor: stop.waitingFor ?? [] },
    }),
    answer: (situation) =>
      situation.run ? stayAlive('waiting', live(situation), 'same-iteration') : letGo('waiting'),
  },
  'needs-user': {
    reason: 'Plan mode, a question or a check-in for somebody who is there, or words of theirs.',
    evaluate: (situation) => {
      const need = userNeed(situation);
      return {
        holds: need !== undefined,
        facts: { need: need ?? 'none', shape: situation.frame?.shape ?? 'none' },
      };
    },
    answer: (situation) => {
      const need = userNeed(situation);
      const pace = need === 'check-in' ? 'next-iteration' : 'same-iteration';
      const answer = stayAlive('needs-user', live(situation), pace);
      return need === 'remark' ? { ...answer, verdict: { ...answer.verdict, need } } : answer;
    },
  },
  'gave-up': {
    reason: 'The agent says in so many words that it can go no further.',
    evaluate: ({ claim }) => ({ holds: claim?.says === 'gave-up', facts: { claim: claim?.by ?? null } }),
    answer: (situation) =>
      pop(situation, 'gave-up', { kind: 'gave-up', at: situation.stop.at, signal: situation.claim?.by }),
  },
  done: {
    reason: 'Somebody claims the work is done and every proof holds.',
    evaluate: ({ claim, missing }) => ({
      holds: claim?.says === 'done' && missing.length === 0,
      facts: { claim: claim?.by ?? null, missing: missing.map(missingText) },
    }),
    answer: (situation) => {
      const { run, frame, stop } = live(situation);
      const breach = stop.forged ?? guardBreach(run, stop.touched) ?? changeBreach(run, frame);
      return pop(situation, 'done', doneEnding(frame, stop, breach));
    },
  },
  breaker: {
    reason: 'The loop repeats itself and would only burn money.',
    evaluate: ({ counters, frame, claim }) => {
      const tripped = counters && frame && trippedBreaker(counters, frame, claim);
      return {
        holds: tripped !== undefined,
        facts: { breaker: tripped?.name ?? 'none', ...(counters && frame && breakerFacts(counters, frame)) },
      };
    },
    answer: (situation) => {
      const { counters, frame, stop, claim } = live(situation);
      const tripped = trippedBreaker(counters, frame, claim);
      // The rule holds, so one tripped.
      const { name: breaker, effect } = tripped as NonNullable<typeof tripped>;
      return rest('breaker', stop, effect, {
        kind: effect,
        at: stop.at,
        cause: { kind: 'breaker', breaker },
      });
    },
  },
  limit: {
    reason: 'A limit is used up: pause, do not kill.',
    evaluate: ({ frame, stop }) => {
      const reached = frame && reachedLimit(frame, stop.at);
      return {
        holds: reached !== undefined,
        facts: {
          limit: reached?.name ?? 'none',
          ...Object.fromEntries(
            limitRules.flatMap(({ key, fact, unit, used }) => [
              [fact, frame ? inWhole(unit, used(frame, stop.at)) : null],
              [key, frame?.limits[key] ?? null],
            ]),
          ),
        },
      };
    },
    answer: (situation) => {
      const { frame, stop } = live(situation);
      // The rule holds, so one is reached.
      const { key: limit } = reachedLimit(frame, stop.at) as LimitRule;
      return rest('limit', stop, 'paused', { kind: 'paused', at: stop.at, cause: { kind: 'limit', limit } });
    },
  },
  unproved: {
    reason: 'The work is claimed to be done, but a proof is missing or stale.',
    evaluate: ({ run, claim, missing, stop }) => ({
      holds: missing.length > 0 && (claim?.says === 'done' || run === undefined),
      facts: {
        claim: claim?.by ?? null,
        missing: missing.map(missingText),
        ...(stop.unreadable !== undefined && { unreadable: stop.unreadable }),
        ...(stop.elsewhere && { elsewhere: stop.elsewhere.path }),
      },
    }),
    answer: (situation) => sendOn('unproved', situation, situation.missing),
  },
  continue: {
    reason: 'There is work left and nothing speaks against going on.',
    evaluate: ({ missing }) => ({ holds: true, facts: { missing: missing.map(missingText) } }),
    answer: (situation) => sendOn('continue', situation, [...situation.missing, { kind: 'claim' }]),
  },
};

/** The stop table: the first rule that holds answers. */
export const stopRules: readonly StopRule[] = /* @__PURE__ */ RULE_NAMES.map((name) => ({
  name,
  ...rules[name],
}));

type LiveSituation = StopSituation & {
  readonly run: Run;
  readonly frame: Frame;
  readonly counters: Counters;
};

/** From `waiting` on, a frame is there: without one, `corrupt` has answered. */
function live(situation: StopSituation): LiveSituation {
  return situation as LiveSituation;
}

function isSane({ iteration, limits }: Frame): boolean {
  const isCount = Number.isSafeInteger(iteration) && iteration >= 0;
  return (
    isCount &&
    Object.values(limits).every((limit) => limit === null || (Number.isFinite(limit) && limit >= 0))
  );
}

/**
 * Why the user is needed. A claim and a used-up limit have rules of their own; check-ins and remarks come after both.
 * A reply to a loop that waited sends it on, a question is only answered.
 */
function userNeed({
  run,
  frame,
  stop,
  claim,
}: StopSituation): 'plan mode' | 'question' | 'check-in' | 'remark' | undefined {
  if (!run || !frame) return undefined;
  if (stop.isPlanning) return 'plan mode';
  if (run.isHeadless || stop.isHeadless) return undefined;
  const isAsking = frame.workflow?.question !== undefined;
  if (isAsking && (frame.workflow?.stage === 'intent' || frame.workflow?.stage === 'shape'))
    return 'question';
  if (claim || reachedLimit(frame, stop.at)) return undefined;
  if (stop.remark === 'question') return 'remark';
  if (frame.shape === 'colleague' || frame.checkInDue) return 'check-in';
  return stop.remark && !run.awaitsUser ? 'remark' : undefined;
}

/** A limit of time counts in minutes. */
function inWhole(unit: LimitRule['unit'], amount: number): number {
  return unit === 'ms' ? amount - (amount % 60_000) : amount;
}

function letGo(rule: RuleName, ending?: Ending): RuleAnswer {
  return { events: [], verdict: { kind: 'allow', rule, ...(ending && { ending }) } };
}

function rest(
  rule: RuleName,
  { at, touched }: StopCommand,
  status: Run['status'],
  ending: Ending,
): RuleAnswer {
  const rested: LoopEvent = { type: 'rested', at, status, ending, touched };
  return { events: [rested], verdict: { kind: 'allow', rule, ending } };
}

function stayAlive(
  rule: RuleName,
  { frame, stop }: LiveSituation,
  pace: 'same-iteration' | 'next-iteration',
): RuleAnswer & { readonly verdict: Verdict } {
  const startsIteration = pace === 'next-iteration';
  const iteration = startsIteration ? nextIteration(frame) : frame.iteration;
  const warnings = dueWarnings(frame, stop.at);
  return {
    events: [
      ...warnings.map((warning) => notedWarning(warning, stop.at)),
      // Claude reads it with the next continuation or the user's reply.
      ...disagreements(frame, stop).map((note) => ({ type: 'noted', at: stop.at, note }) as const),
      {
        type: 'let-go',
        at: stop.at,
        rule,
        iteration,
        startsIteration,
        awaitsUser: rule === 'needs-user' || undefined,
      },
    ],
    notices: warnings.map(toNotice),
    verdict: { kind: 'allow', rule },
  };
}

function sendOn(
  rule: RuleName,
  { frame, stop, counters, claim }: StopSituation,
  missing: readonly Missing[],
): RuleAnswer {
  // Without a frame there is only Claude's task list, and nothing to count.
  if (!frame || !counters) {
    return { events: [], verdict: { kind: 'block', rule, iteration: 1, missing, notes: [], popped: [] } };
  }
  const iteration = nextIteration(frame);
  const warnings = dueWarnings(frame, stop.at);
  const notes: Note[] = [...frame.notes, ...warnings.map(toNote), ...disagreements(frame, stop)];
  return {
    events: [
      ...warnings.map((warning) => notedWarning(warning, stop.at)),
      {
        type: 'continued',
        at: stop.at,
        iteration,
        ...counters,
        waits: hasWaitingBreaker(counters, frame, claim) || undefined,
      },
    ],
    notices: warnings.map(toNotice),
    verdict: {
      kind: 'block',
      rule,
      iteration,
      missing,
      notes,
      popped: [],
      ...given({ nearMiss: stop.nearMiss, unreadable: stop.unreadable, elsewhere: stop.elsewhere }),
    },
  };
}

function toNote({ limit, percent }: Warning): Note {
  return { kind: 'budget', limit, percent };
}

function toNotice(warning: Warning): Notice {
  return { code: 'budget', ...warning };
}

/** Records a warning, so that it appears once. */
function notedWarning(warning: Warning, at: number): LoopEvent {
  return { type: 'noted', at, note: toNote(warning) };
}

/** A hand edit of `state.json` that advanced the iteration already isn't counted twice. */
function nextIteration(frame: Frame): number {
  return usedIterations(frame) + 1;
}

/** A note about the criteria that the status block and the run report differently. */
function disagreements(frame: Frame, { statusBlock }: StopCommand): Note[] {
  const criteria = (statusBlock?.criteria ?? [])
    .filter((said) => frame.criteria.some((one) => one.name === said.name && isMet(one) !== said.isMet))
    .map(({ name }) => name);
  return criteria.length > 0 ? [{ kind: 'criteria-disagree', criteria }] : [];
}

/** Ends the top frame, and with the last one the run. */
function pop(situation: StopSituation, rule: RuleName, ending: Ending): RuleAnswer {
  const { run, stop } = live(situation);
  if (run.frames.length === 1) return rest(rule, stop, 'completed', ending);
  return { events: [{ type: 'closed', at: stop.at, ending, touched: stop.touched }], popped: ending };
}
