import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { isName } from '../model/names.ts';
import { given } from '../model/plans.ts';
import type { Frame, Run, Step } from '../model/run.ts';
import { accepted, type Decision, type Notice, rejected } from './decision.ts';
import { isUsers, refuseAttempt, removeCriterion } from './contract.ts';
import { refuse, topOf } from './open-frame.ts';
import { isJudged, isMet } from '../proofs.ts';

/** Records Claude's claim that the work is done, or its withdrawal. */
export function signal(run: Run | undefined, { at, isDone }: CommandOf<'signal'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  if (frame.exitSignal === isDone) return rejected('nothing-to-change');
  return accepted([{ type: 'signalled', at, isDone }]);
}

/** Plans steps and ticks them off. */
export function step(run: Run | undefined, command: CommandOf<'step'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
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
export function criterion(run: Run | undefined, command: CommandOf<'criterion'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  const { at, name, action, check, note, basis = 'observation' } = command;
  const found = frame.criteria.find((one) => one.name === name);
  if (action === 'add') {
    if (!isName(name)) return rejected('bad-name', { subject: name });
    const { by, reason = '' } = command;
    if (found?.check && check && by !== 'user' && isUsers(found))
      return refuseAttempt({ at, what: 'replaced', subject: name, reason });
    // A criterion without a check accepts one, no matter who added the criterion.
    if (found && (found.check || !check)) return rejected('nothing-to-change', { subject: name });
    const asked = found ? { by: found.by, isExtra: found.isExtra } : { by, isExtra: true };
    const criterion = { name, failures: 0, ...given({ check, ...asked }) };
    return accepted([{ type: 'criterion-added', at, criterion }]);
  }
  if (!found) return rejected('unknown-criterion', { subject: name });
  if (action === 'remove') return removeCriterion(found, command);
  if (found.check) return rejected('checked-criterion', { subject: name });
  if (action === 'untick') {
    return found.tick
      ? accepted([{ type: 'unticked', at, name }])
      : rejected('nothing-to-change', { subject: name });
  }
  const tick = { at, basis, ...given({ note }) };
  return accepted(
    [{ type: 'ticked', at, name, tick }],
    allMetNotice(frame, basis === 'assumption' ? [] : [name]),
  );
}

/** Records the results of checks. Results of removed criteria are ignored. */
export function verify(run: Run | undefined, { at, results }: CommandOf<'verify'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  const known = results.filter((result) =>
    frame.criteria.some(({ name, check }) => name === result.criterion && check !== undefined),
  );
  if (known.length === 0) return rejected('unknown-criterion', { subject: results[0]?.criterion });
  const proved = known.map(({ criterion: name, evidence }): LoopEvent => ({
    type: 'proved',
    at,
    name,
    evidence,
  }));
  // An API error of a judge is nothing that a panel could advise on.
  const failed = known
    .filter(({ evidence: { passed, judgement } }) => !passed && judgement?.answer !== 'none')
    .map(({ criterion: name }) => name);
  // The first run of a command says how things stood before the work; nothing was tried yet.
  const tried = failed.filter((name) =>
    frame.criteria.some((one) => one.name === name && (one.evidence || isJudged(one.check))),
  );
  const isProved = known.every(({ evidence }) => evidence.passed && !evidence.isStale);
  return accepted(
    [
      ...proved,
      ...tried.map((subject): LoopEvent => ({ type: 'noted', at, note: { kind: 'ask-panel', subject } })),
    ],
    [
      ...tried.map((subject): Notice => ({ code: 'ask-panel', subject })),
      ...(isProved
        ? allMetNotice(
            frame,
            known.map(({ criterion: name }) => name),
          )
        : []),
    ],
  );
}

function allMetNotice(frame: Frame, nowMet: readonly string[]): Notice[] {
  const isAllMet = frame.criteria.every((one) => isMet(one) || nowMet.includes(one.name));
  return isAllMet ? [{ code: 'all-met' }] : [];
}

/** Finds a step by its number, else by its name. Of equal names, the first that the action can change counts. */
function stepIndex(
  steps: readonly Step[],
  wanted: string,
  action: 'done' | 'undo' | 'remove',
): number | undefined {
  if (/^[1-9]\d{0,5}$/.test(wanted) && Number(wanted) <= steps.length) return Number(wanted) - 1;
  const places = steps.flatMap(({ name }, index) => (name === wanted ? [index] : []));
  const changeable = places.find((index) => steps[index]?.isDone === (action === 'undo'));
  return changeable ?? places[0];
}
