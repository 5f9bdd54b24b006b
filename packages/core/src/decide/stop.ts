import { fold } from '../fold.ts';
import type { StopCommand } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Ending, IterationReceipt, Run } from '../model/run.ts';
import { amendmentNotices } from './contract.ts';
import { accepted, type Notice, type RuleName, type StopDecision, type Verdict } from './decision.ts';
import { writeReceipt } from './receipt.ts';
import { situationOf, type StopSituation } from './situation.ts';
import { countSpent } from './spending.ts';
import { stopRules, type Facts, type StopRule } from './stop-rules.ts';

/**
 * Answers a stop by the first rule of the table that holds. When the top frame ends, the rules test the frame
 * below it at once.
 */
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
          ? writeReceipt(first.run, {
              at: stop.at,
              rule: rule.name,
              fingerprint: stop.fingerprints?.find(({ scope }) => scope === '')?.value,
            })
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

/**
 * Keeps the exit flag in step with the latest claim: a status block that disagrees, or a proved end (seed 000:
 * a completed loop has its `exit_signal` set).
 */
function wordEvents(rule: RuleName, { frame, stop }: StopSituation): LoopEvent[] {
  const isDone = rule === 'done' ? true : stop.statusBlock?.exitSignal;
  if (!frame || isDone === undefined || isDone === frame.exitSignal) return [];
  return [{ type: 'signalled', at: stop.at, isDone }];
}

function withPopped(verdict: Verdict, popped: readonly Ending[]): Verdict {
  return popped.length > 0 ? { ...verdict, popped } : verdict;
}
