import { stepDoneText } from '@loopwright/core';
import { stepLines } from '../answers/step-lines.ts';
import { splitList } from '../plan/plan-in-text.ts';
import { usageError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import type { Page } from '../terminal/page.ts';
import type { Done } from '../session/submit.ts';
import { answerTo, type Call, frameOf, onRun, put } from '../workflow/call.ts';

type StepCall = Call<'step'>;

/** Plans steps and ticks them off. */
export const step: Handler<'step'> = (context, request) =>
  onRun(context, request, (call, action) => {
    switch (action) {
      case 'done': {
        const done = nameOfStep(call) === '' ? finishNextStep(call) : change(call, 'done');
        return answerTo(call, [doneText(done)], done);
      }
      case 'undo':
        return answerTo(call, ['The step is open again.'], change(call, 'undo'));
      case 'add':
        return answerTo(call, ['Planned.'], addSteps(call));
      case 'remove':
        return answerTo(call, ['The step is gone from the plan.'], change(call, 'remove'));
      default: {
        const steps = frameOf(call)?.steps ?? [];
        const listed = { text: (page: Page) => stepLines(steps, page) };
        return answerTo(call, ['No steps are planned.'], steps.length > 0 ? listed : {});
      }
    }
  });

function nameOfStep({ words }: StepCall): string {
  return words.join(' ').trim();
}

function change(call: StepCall, action: 'done' | 'undo' | 'remove'): Done {
  const named = nameOfStep(call);
  if (named !== '') return put(call, { type: 'step', action, step: named });
  throw usageError(`Which step? Name it, or give its number: loop step ${action} 2`, ['step']);
}

function addSteps(call: StepCall): Done {
  let last: Done | undefined;
  for (const name of splitList(nameOfStep(call))) {
    last = put(call, { type: 'step', action: 'add', step: name });
    if (last.decision.rejected) return last;
  }
  if (last) return last;
  throw usageError('Which step? loop step add "Write the migration"');
}

/**
 * Marks the first open step as done. If another process did so at the same time, takes the next one: each
 * call completes one more step.
 */
function finishNextStep(call: StepCall): Done {
  for (;;) {
    const place = nextPlace(call);
    const done = put(call, { type: 'step', action: 'done', step: String(place + 1) });
    const isTaken = done.decision.rejected?.code === 'nothing-to-change';
    if (!isTaken || nextPlace(call) <= place) return done;
  }
}

/** The index of the first open step, or 0, which core then refuses. */
function nextPlace(call: StepCall): number {
  return Math.max(0, frameOf(call)?.steps.findIndex(({ isDone }) => !isDone) ?? 0);
}

function doneText({ run, decision }: Done): string {
  const stepped = decision.events.find((event) => event.type === 'stepped');
  const name = stepped && run.frames.at(-1)?.steps[stepped.index]?.name;
  return stepDoneText(run, name ?? '');
}
