import { stepDoneText } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { stepLines } from '../answers/step-lines.ts';
import { splitList } from '../plan/split-list.ts';
import { CliError } from '../program/cli-error.ts';
import type { Answer, Handler } from '../program/context.ts';
import { submit, type Done, withRun } from '../session/submit.ts';
import { answerTo, type Call } from '../workflow/call.ts';

type StepCall = Call<'step'>;

/** Plans steps and ticks them off. */
export const step: Handler<'step'> = (context, { words: [action = 'list', ...words], flags }) =>
  withRun(context, (opened) => {
    const call = { context, opened, words, flags };
    const at = context.now();
    const named = words.join(' ').trim();
    switch (action) {
      case 'done': {
        const done = named === '' ? finishNextStep(opened, at) : put(call, 'done', named);
        return answerTo(call, [doneText(done)], done);
      }
      case 'undo':
        return answerTo(call, ['The step is open again.'], put(call, 'undo', named));
      case 'add':
        return answerTo(call, ['Planned.'], addSteps(call, splitList(named)));
      case 'remove':
        return answerTo(call, ['The step is gone from the plan.'], put(call, 'remove', named));
      default:
        return listSteps(call);
    }
  });

function listSteps(call: StepCall): Answer {
  const steps = call.opened.run.frames.at(-1)?.steps ?? [];
  return {
    ...answerTo(call, []),
    text: (page) => (steps.length > 0 ? stepLines(steps, page) : ['No steps are planned.']),
  };
}

function put({ context, opened }: StepCall, action: 'done' | 'undo' | 'remove', named: string): Done {
  if (named !== '') return submit(opened, { type: 'step', at: context.now(), action, step: named });
  throw new CliError({
    exit: 'usage',
    message: `Which step? Name it, or give its number: loop step ${action} 2`,
    next: { words: ['step'] },
  });
}

function addSteps({ context, opened }: StepCall, steps: readonly string[]): Done {
  let last: Done | undefined;
  for (const name of steps) {
    last = submit(opened, { type: 'step', at: context.now(), action: 'add', step: name });
    if (last.decision.rejected) return last;
  }
  if (last) return last;
  throw new CliError({ exit: 'usage', message: 'Which step? loop step add "Write the migration"' });
}

/**
 * Marks the first open step as done. If another process did so at the same time, takes the next one: each
 * call completes one more step.
 */
function finishNextStep(opened: OpenRun, at: number): Done {
  for (;;) {
    const place = nextPlace(opened);
    const done = submit(opened, { type: 'step', at, action: 'done', step: String(place + 1) });
    const isTaken = done.decision.rejected?.code === 'nothing-to-change';
    if (!isTaken || nextPlace(opened) <= place) return done;
  }
}

/** The index of the first open step, or 0, which core then refuses. */
function nextPlace({ run }: OpenRun): number {
  const place = (run.frames.at(-1)?.steps ?? []).findIndex(({ isDone }) => !isDone);
  return Math.max(0, place);
}

function doneText({ run, decision }: Done): string {
  const stepped = decision.events.find((event) => event.type === 'stepped');
  const name = stepped && run.frames.at(-1)?.steps[stepped.index]?.name;
  return stepDoneText(run, name ?? '');
}
