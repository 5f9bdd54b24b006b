import {
  openTasks,
  sanitizeLine,
  type Frame,
  type Run,
  criterionState,
  isGoodState,
  type WorkTree,
  resumeFlags,
} from '@loopwright/core';
import type { Next } from '../program/answer.ts';
import { nextOfWorkflow, tickOf } from '../workflow/next-of-workflow.ts';

/** Returns the next command for a run, the same for every verb. */
export function nextFor(run: Run, now: WorkTree): Next {
  switch (run.status) {
    case 'draft':
      return { words: ['start'], when: 'with --criteria, --check and --steps' };
    case 'paused':
    case 'stuck': {
      const more = resumeFlags(run);
      const when =
        more.length === 0
          ? 'when it is to go on'
          : `by the user, in a terminal or as /loop:continue ${more.join('=')}`;
      return { words: ['continue', ...more], when };
    }
    case 'active': {
      const frame = run.frames.at(-1);
      return frame ? nextOfFrame(frame, now) : { advice: 'nothing; the loop is empty' };
    }
    default:
      return { advice: `nothing; the loop is ${run.status}` };
  }
}

function nextOfFrame(frame: Frame, now: WorkTree): Next {
  if (frame.workflow) return nextOfWorkflow(frame, frame.workflow, now);
  const step = frame.steps.find(({ isDone }) => !isDone);
  if (step) return { words: ['step', 'done'], when: `once this is done: ${short(step.name)}` };
  const [task] = openTasks(frame);
  if (task) return { advice: `finish task ${short(task.id)}: ${short(task.subject)}` };
  const states = frame.criteria.map((criterion) => ({ criterion, state: criterionState(criterion, now) }));
  const open = states.filter(({ state }) => !isGoodState(state));
  const failed = open.find(({ state }) => state === 'failed');
  if (failed) return { words: ['verify'], when: `once this can pass: ${short(failed.criterion.name)}` };
  if (open.some(({ criterion }) => criterion.check)) return { words: ['verify'] };
  const [first] = open;
  if (first) return tickOf(first.criterion.name);
  if (frame.exitSignal) return { advice: 'end the turn; everything is proved and said' };
  const when = frame.criteria.length > 0 ? 'every proof holds' : 'once the work is done';
  return { words: ['signal', 'done'], when };
}

function short(text: string): string {
  return sanitizeLine(text, 80);
}
