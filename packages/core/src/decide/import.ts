import type { CommandOf } from '../model/command.ts';
import { MAX_EXTRAS } from '../model/defaults.ts';
import type { LoopEvent } from '../model/event.ts';
import { isName } from '../model/names.ts';
import type { Frame, Run } from '../model/run.ts';
import { criteriaExtras } from '../views/criteria-state.ts';
import { attemptEvent, isUsers } from './contract.ts';
import { accepted, type Decision, type Notice, refuse, topOf } from './decision.ts';
import { cancel } from './lifecycle.ts';

type Import = CommandOf<'import'>;

/** Why a hand edit is refused. */
export type EditRefusal =
  | 'bad-name'
  | 'checked'
  | 'criteria-stay'
  | 'done-stays'
  | 'machine-counts'
  | 'spec-stays'
  | 'stages-stay'
  | 'too-large';

/** Imports the changes of a hand-edited `state.json`. Edits of what the machine owns are refused with a notice. */
export function importEdit(run: Run | undefined, command: Import): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  const { at, base, edited, problem } = command;
  if (edited.status === 'cancelled' && base.status !== 'cancelled') {
    return cancel(run, { type: 'cancel', at, reason: 'state.json' });
  }
  const changes = [
    ...criteriaChanges(frame, command),
    ...statusChanges(frame, command),
    ...claimChanges(frame, command),
    ...stepChanges(frame, command),
    ...iterationChanges(frame, command),
    ...extrasChanges(frame, command),
    ...(edited.spec === base.spec ? [] : [refusal(at, 'spec', 'spec-stays')]),
    ...(problem ? [refusal(at, problem.field, problem.reason)] : []),
  ];
  return accepted(
    changes.map(({ event }) => event),
    changes.flatMap(({ notice }) => notice ?? []),
  );
}

interface Change {
  readonly event: LoopEvent;
  readonly notice?: Notice;
}

/** Refuses an edit of a field, by a reason that the texts know or in the words of a parser. */
function refusal(at: number, field: string, reason: EditRefusal | (string & {}), subject?: string): Change {
  const about = { field, reason, subject };
  return {
    event: { type: 'noted', at, note: { kind: 'edit-refused', ...about } },
    notice: { code: 'edit-refused', ...about },
  };
}

function criteriaChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  const isKnown = (name: string): boolean => frame.criteria.some((one) => one.name === name);
  const added = [...new Set(edited.criteria)].filter(
    (name) => !base.criteria.includes(name) && !isKnown(name),
  );
  const gone = base.criteria.filter((name) => !edited.criteria.includes(name));
  return [
    ...added.map((name): Change =>
      isName(name)
        ? { event: { type: 'criterion-added', at, criterion: { name, failures: 0 } } }
        : refusal(at, 'criteria', 'bad-name', name),
    ),
    ...gone.map((name) => refusal(at, 'criteria', 'criteria-stay', name)),
    // The next stop tells the user, no matter which command imports the edit.
    ...gone
      .filter((name) => frame.criteria.some((one) => one.name === name && isUsers(one)))
      .map((subject) => ({
        event: attemptEvent({ at, what: 'removed', subject, reason: 'edit of state.json' }),
      })),
  ];
}

function statusChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  return Object.entries(edited.criteriaStatus).flatMap(([name, isMet]): Change[] => {
    const wasMet = Object.hasOwn(base.criteriaStatus, name) && base.criteriaStatus[name] === true;
    const found = frame.criteria.find((one) => one.name === name);
    const isAdded = edited.criteria.includes(name) && isName(name);
    if (isMet === wasMet || !(found || isAdded)) return [];
    if (found?.check) return [isMet ? undoneTick(at, name) : refusal(at, 'criteriaStatus', 'checked', name)];
    return [
      {
        event: isMet
          ? { type: 'ticked', at, name, tick: { at, basis: 'observation' } }
          : { type: 'unticked', at, name },
      },
    ];
  });
}

function undoneTick(at: number, criterion: string): Change {
  return {
    event: { type: 'noted', at, note: { kind: 'tick-undone', criterion } },
    notice: { code: 'tick-undone', criterion },
  };
}

/** Seed 000 has two ways to claim: the exit signal and the status. */
function claimChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  const isCompleted = edited.status === 'completed' && base.status !== 'completed';
  const isDone = edited.exit_signal === base.exit_signal ? isCompleted || undefined : edited.exit_signal;
  if (isDone === undefined || isDone === frame.exitSignal) return [];
  return [{ event: { type: 'signalled', at, isDone } }];
}

/** Steps have only names, and names may repeat, so their counts are compared. */
function stepChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  const current = frame.steps.map(({ name }) => name);
  const lacking = surplus(edited.steps, base.steps).filter((name) =>
    surplus(edited.steps, current).includes(name),
  );
  const planned = lacking.filter(isName);
  const steps = [...frame.steps, ...planned.map((name) => ({ name, isDone: false }))];
  const placesOf = (name: string, isDone: boolean): number[] =>
    steps.flatMap((step, index) => (step.name === name && step.isDone === isDone ? [index] : []));

  const changes: Change[] = lacking
    .filter((name) => !isName(name))
    .map((name) => refusal(at, 'steps', 'bad-name', name));
  if (planned.length > 0) changes.push({ event: { type: 'planned', at, steps: planned } });
  const ticked = countBy(surplus(edited.completedSteps, base.completedSteps));
  const unticked = countBy(surplus(base.completedSteps, edited.completedSteps));
  const touched = [
    ...[...ticked].flatMap(([name, times]) => placesOf(name, false).slice(0, times)),
    ...[...unticked].flatMap(([name, times]) => placesOf(name, true).slice(-times)),
  ];
  for (const index of touched) {
    changes.push({ event: { type: 'stepped', at, index, isDone: !steps[index]?.isDone } });
  }
  const gone: number[] = [];
  for (const [name, times] of countBy(surplus(base.steps, edited.steps))) {
    const open = placesOf(name, false).filter((index) => !touched.includes(index));
    gone.push(...open.slice(-times));
    if (open.length < times) changes.push(refusal(at, 'steps', 'done-stays', name));
  }
  // Removes from the end, so that earlier indexes stay valid.
  for (const index of gone.sort((one, other) => other - one)) {
    changes.push({ event: { type: 'step-removed', at, index } });
  }
  return changes;
}

function iterationChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  if (edited.iteration === base.iteration) return [];
  const isAhead = edited.iteration === base.iteration + 1 && edited.iteration === frame.iteration + 1;
  if (isAhead && !frame.countedAhead) {
    return [{ event: { type: 'counted-ahead', at, iteration: edited.iteration } }];
  }
  return [refusal(at, 'iteration', 'machine-counts')];
}

function extrasChanges(frame: Frame, { at, base, edited }: Import): Change[] {
  const extras = criteriaExtras(edited);
  const json = JSON.stringify(extras);
  if (json === JSON.stringify(criteriaExtras(base)) || json === JSON.stringify(frame.extras.criteria))
    return [];
  if (json.length > MAX_EXTRAS) return [refusal(at, 'unknown fields', 'too-large')];
  return [{ event: { type: 'kept', at, extras } }];
}

/** The items that one list has more often than the other, once per extra. */
function surplus(list: readonly string[], other: readonly string[]): string[] {
  const left = countBy(other);
  return list.filter((item) => {
    const times = left.get(item) ?? 0;
    if (times > 0) left.set(item, times - 1);
    return times === 0;
  });
}

function countBy(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
