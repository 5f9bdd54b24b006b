import { fold } from '../evolve.ts';
import type { StopCommand } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Ending, IterationReceipt, Run, Criterion } from '../model/run.ts';
import { amendmentNotices } from './contract.ts';
import { accepted, type Notice, type RuleName, type StopDecision, type Verdict } from './decision.ts';
import { writeReceipt } from './receipt.ts';
import { countSpent } from './spending.ts';
import { situationOf, type StopSituation } from './situation.ts';
import { stopRules, type Facts, type StopRule } from './stop-rules.ts';

/** Answers a stop by the first rule that holds. When the top frame ends, the rules test the frame below it at once. */
export function decideStop(run: Run | undefined, stop: StopCommand): StopDecision {
  const counted = countSpent(run, stop);
  const ended: LoopEvent[] = [];
  const popped: Ending[] = [];
  // The message claims the inner frame, not the outer one.
  const { signals: _signals, statusBlock: _block, message: _message, ...silent } = stop;
  const first = situationOf(counted.run, stop);
  for (let situation = first; ;) {
    const rule = stopRules.find((one) => one.evaluate(situation).holds) ?? lastRule;
    const answer = rule.answer(situation);
    if ('verdict' in answer) {
      const receipt =
        first.run?.status === 'active'
          ? writeReceipt(
              first.run,
              stop.at,
              rule.name,
              stop.fingerprints?.find(({ scope }) => scope === '')?.value,
            )
          : undefined;
      const answered = withFacts(answer.events, situation, receipt);
      const events = [...ended, ...wordEvents(rule.name, situation), ...answered];
      const verdict = withPopped(answer.verdict, popped);
      // An answer without events counts no usage.
      if (answer.events.length === 0) return { ...accepted([]), verdict };
      const notices = [...(answer.notices ?? []), ...untoldAmendments(first.run)];
      return { ...accepted([...counted.events, ...events], notices), verdict };
    }
    const closed = withFacts(answer.events, situation);
    ended.push(...closed);
    popped.push(answer.popped);
    if (stop.leavesAtPop) {
      const events = [...counted.events, ...wordEvents(rule.name, situation), ...ended];
      return { ...accepted(events), verdict: { kind: 'allow', rule: rule.name, ending: answer.popped } };
    }
    situation = situationOf(fold(closed, situation.run), silent);
  }
}

/** Gives every rule's answer to a stop, in the order of the table. */
export function explainStop(
  run: Run | undefined,
  stop: StopCommand,
): readonly {
  readonly rule: RuleName;
  readonly reason: string;
  readonly holds: boolean;
  readonly facts: Facts;
  readonly fired: boolean;
}[] {
  const situation = situationOf(countSpent(run, stop).run, stop);
  const evaluated = stopRules.map((rule) => ({
    rule: rule.name,
    reason: rule.reason,
    ...rule.evaluate(situation),
  }));
  const first = evaluated.findIndex(({ holds }) => holds);
  return evaluated.map((row, index) => ({ ...row, fired: index === first }));
}

/** Changes of the contract since the last stop, which the user has not heard of. */
function untoldAmendments(run: Run | undefined): Notice[] {
  const frame = run?.frames.at(-1);
  return run && frame ? amendmentNotices(frame, run.billed?.at ?? 0) : [];
}

const lastRule = /* @__PURE__ */ stopRules.at(-1) as StopRule;

/** Puts the stale criteria and the receipt on the event that answers the stop. */
function withFacts(
  events: readonly LoopEvent[],
  { stale }: StopSituation,
  receipt?: IterationReceipt,
): readonly LoopEvent[] {
  return events.map((event) => {
    if (event.type === 'closed') return { ...event, stale: stale && [...stale] };
    const isAnswer = event.type === 'continued' || event.type === 'let-go' || event.type === 'rested';
    return isAnswer ? { ...event, stale: stale && [...stale], receipt } : event;
  });
}

/** Keeps the exit flag in step with a status block that disagrees, or with a proved end, as seed 000 asks. */
function wordEvents(rule: RuleName, { frame, stop }: StopSituation): LoopEvent[] {
  const isDone = rule === 'done' ? true : stop.statusBlock?.exitSignal;
  if (!frame || isDone === undefined || isDone === frame.exitSignal) return [];
  return [{ type: 'signalled', at: stop.at, isDone }];
}

function withPopped(verdict: Verdict, popped: readonly Ending[]): Verdict {
  return popped.length > 0 ? { ...verdict, popped } : verdict;
}

/** The rules that may answer a claim. The rules before them allow the stop without regard to checks. */
const AFTER_A_CLAIM: ReadonlySet<RuleName> = new Set(['done', 'breaker', 'limit', 'unproved']);

/** The criteria whose checks the caller runs before it answers this claim: those with checks of the user. */
export function claimedChecks(run: Run, stop: StopCommand): readonly Criterion[] {
  const users = run.frames.at(-1)?.criteria.filter(({ check }) => check?.by === 'user') ?? [];
  if (users.length === 0) return users;
  const situation = situationOf(run, stop);
  if (situation.claim?.says !== 'done') return [];
  const rule = stopRules.find((one) => one.evaluate(situation).holds);
  return rule && AFTER_A_CLAIM.has(rule.name) ? users : [];
}
