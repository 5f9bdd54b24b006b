import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Note, Run } from '../model/run.ts';
import { accepted, type Decision, type Notice } from './decision.ts';
import { cancel, refuse } from './lifecycle.ts';
import { topOf } from './work.ts';

/**
 * Takes over what somebody wrote into `state.json` by hand: the difference between what we had put there
 * and what was found. What the machine owns is refused and said; nothing is lost unseen.
 */
export function importEdit(run: Run | undefined, command: CommandOf<'import'>): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  const { at, base, edited } = command;
  if (edited.status === 'cancelled' && base.status !== 'cancelled') {
    return cancel(run, { type: 'cancel', at, reason: 'state.json' });
  }
  const events: LoopEvent[] = [];
  const notices: Notice[] = [];
  const tell = (note: Note, notice: Notice): void => {
    events.push({ type: 'noted', at, note });
    notices.push(notice);
  };
  const refuseField = (field: string, reason: string): void =>
    tell({ kind: 'edit-refused', field, reason }, { code: 'edit-refused', field, reason });

  for (const name of edited.criteria) {
    if (!base.criteria.includes(name) && !frame.criteria.some((one) => one.name === name)) {
      events.push({ type: 'criterion-added', at, criterion: { name, failures: 0 } });
    }
  }
  for (const name of base.criteria) {
    if (!edited.criteria.includes(name))
      refuseField('criteria', `"${name}" stays: criteria are not dropped by an edit`);
  }
  for (const [name, isMet] of Object.entries(edited.criteriaStatus)) {
    const wasMet = Object.hasOwn(base.criteriaStatus, name) && base.criteriaStatus[name] === true;
    if (isMet === wasMet) continue;
    const found = frame.criteria.find((one) => one.name === name);
    if (found?.check) {
      if (isMet) tell({ kind: 'tick-undone', criterion: name }, { code: 'tick-undone', criterion: name });
      continue;
    }
    if (!found && !edited.criteria.includes(name)) continue;
    events.push(
      isMet
        ? { type: 'ticked', at, name, tick: { at, basis: 'observation' } }
        : { type: 'unticked', at, name },
    );
  }
  if (edited.exit_signal !== base.exit_signal) {
    events.push({ type: 'signalled', at, isDone: edited.exit_signal });
  } else if (edited.status === 'completed' && base.status !== 'completed' && !frame.exitSignal) {
    events.push({ type: 'signalled', at, isDone: true });
  }
  const planned = edited.steps.filter((name) => !base.steps.includes(name));
  if (planned.length > 0) events.push({ type: 'planned', at, steps: planned });
  const names = [...frame.steps.map(({ name }) => name), ...planned];
  for (const name of new Set(edited.completedSteps)) {
    const index = names.indexOf(name);
    if (!base.completedSteps.includes(name) && index >= 0 && !frame.steps[index]?.isDone) {
      events.push({ type: 'stepped', at, index, isDone: true });
    }
  }
  for (const name of new Set(base.completedSteps)) {
    const index = names.indexOf(name);
    if (!edited.completedSteps.includes(name) && frame.steps[index]?.isDone) {
      events.push({ type: 'stepped', at, index, isDone: false });
    }
  }
  if (edited.iteration === frame.iteration + 1 && edited.iteration === base.iteration + 1) {
    events.push({ type: 'counted-ahead', at, iteration: edited.iteration });
  } else if (edited.iteration !== base.iteration) {
    refuseField('iteration', 'the machine counts');
  }
  if (edited.spec !== base.spec) refuseField('spec', 'the spec is what the user typed');
  return accepted(events, notices);
}
