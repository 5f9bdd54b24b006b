import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { isName } from '../model/names.ts';
import type { Frame, Step } from '../model/run.ts';
import { accepted, type Decision, type Notice, rejected } from './decision.ts';
import { isUsers, refuseAttempt, removeCriterion } from './contract.ts';
import { isJudged, isMet } from '../proofs.ts';

/** Records Claude's claim that the work is done, or its withdrawal. */
export function signal(frame: Frame, { at, isDone }: CommandOf<'signal'>): Decision {
  if (frame.exitSignal === isDone) return rejected('nothing-to-change');
  return accepted([{ type: 'signalled', at, isDone }]);
}

/** Plans steps and ticks them off. */
export function step(frame: Frame, command: CommandOf<'step'>): Decision {
  const { at, action } = command;
  if (action === 'add') {
    if (!isName(command.step)) return rejected('bad-name', { subject: command.step });
    return accepted([{ type: 'planned', at, steps: [command.step] }]);
  }
  const index = stepIndex(frame.steps, command.step, action);
  if (index === undefined) return rejected('unknown-step', { subject: command.step });
  if (action === 'remove') return accepted([{ type: 'step-removed', at, index }]);
  const isDone = action === 'done';
  if (frame.steps[index]?.isDone === isDone) return rejected('nothing-to-change', { subject: command.step });
  return accepted([{ type: 'stepped', at, index, isDone }]);
}

/** Adds, removes and ticks criteria. A criterion with a check is proved by `verify` and by nothing else. */
export function criterion(frame: Frame, command: CommandOf<'criterion'>): Decision {
  const { at, name, action, check, note, basis = 'observation' } = command;
  const found = frame.criteria.find((one) => one.name === name);
  if (action === 'add') {
    if (!isName(name)) return rejected('bad-name', { subject: name });
    const { by, reason = '' } = command;
    if (found?.check && check && by !== 'user' && isUsers(found))
      return refuseAttempt({ at, what: 'replaced', subject: name, reason });
    // A criterion without a check accepts one, no matter who added the criterion.
    if (found && (found.check || !check)) return rejected('nothing-to-change', { subject: name });
    const { by: asked, isExtra } = found ?? { by, isExtra: true };
    return accepted([
      { type: 'criterion-added', at, criterion: { name, failures: 0, check, by: asked, isExtra } },
    ]);
  }
  if (!found) return rejected('unknown-criterion', { subject: name });
  if (action === 'remove') return removeCriterion(found, command);
  if (found.check) return rejected('checked-criterion', { subject: name });
  if (action === 'untick') {
    return found.tick
      ? accepted([{ type: 'unticked', at, name }])
      : rejected('nothing-to-change', { subject: name });
  }
  const nowMet = basis === 'assumption' ? [] : [name];
  return accepted([{ type: 'ticked', at, name, tick: { at, basis, note } }], allMetNotice(frame, nowMet));
}

/** Records the results of checks. Results of removed criteria are ignored. */
export function verify(frame: Frame, { at, results }: CommandOf<'verify'>): Decision {
  const known = results.flatMap(({ criterion: name, evidence }) => {
    const found = frame.criteria.find((one) => one.name === name && one.check !== undefined);
    return found ? [{ name, evidence, found }] : [];
  });
  if (known.length === 0) return rejected('unknown-criterion', { subject: results[0]?.criterion });
  // A panel can't help with an API error of a judge, nor with the first run of a command: nothing was tried yet.
  const tried = known
    .filter(({ found }) => found.evidence !== undefined || isJudged(found.check))
    .filter(({ evidence: { passed, judgement } }) => !passed && judgement?.answer !== 'none');
  const isProved = known.every(({ evidence }) => evidence.passed && !evidence.isStale);
  const names = known.map(({ name }) => name);
  return accepted(
    [
      ...known.map(({ name, evidence }): LoopEvent => ({ type: 'proved', at, name, evidence })),
      ...tried.map(({ name }): LoopEvent => askPanelEvent(at, name)),
    ],
    [
      ...tried.map(({ name }): Notice => ({ code: 'ask-panel', subject: name })),
      ...(isProved ? allMetNotice(frame, names) : []),
    ],
  );
}

/** Notes that a panel is to be asked before the next try. */
export function askPanelEvent(at: number, subject: string): LoopEvent {
  return { type: 'noted', at, note: { kind: 'ask-panel', subject } };
}

/** A workflow ends by its gate, not by its criteria. */
function allMetNotice(frame: Frame, nowMet: readonly string[]): Notice[] {
  if (frame.workflow) return [];
  const isAllMet = frame.criteria.every((one) => isMet(one) || nowMet.includes(one.name));
  return isAllMet ? [{ code: 'all-met' }] : [];
}

/** Finds a step by its number, else by its name. Of equal names, the first that the action can change counts. */
function stepIndex(steps: readonly Step[], wanted: string, action: string): number | undefined {
  if (/^[1-9]\d{0,5}$/.test(wanted) && Number(wanted) <= steps.length) return Number(wanted) - 1;
  const places = steps.flatMap(({ name }, index) => (name === wanted ? [index] : []));
  const changeable = places.find((index) => steps[index]?.isDone === (action === 'undo'));
  return changeable ?? places[0];
}
