import { stepDoneText, type CommandOf, type Run } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { splitList } from '../plan/split-list.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done } from '../session/submit.ts';
import { withRun } from '../session/with-run.ts';
import type { Answer, Context, Handler } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { stepLines } from '../answers/step-lines.ts';
import { workAnswer } from '../answers/work-answer.ts';

type Action = CommandOf<'step'>['action'];

/** Plans steps and ticks them off. */
export const step: Handler<'step'> = (context, { words }) => {
  const [action = 'list', ...rest] = words;
  return withRun(context, (opened) => {
    const at = context.now();
    if (action === 'list') return listSteps(context, opened);
    const named = rest.join(' ').trim();
    const done = applyStep(opened, action as Action, named, at);
    return workAnswer(
      { ...done, fingerprints: readWorkTree(placeOfCall(context, opened.root), done.run.frames) },
      [said(action as Action, done)],
    );
  });
};

function listSteps(context: Context, opened: OpenRun): Answer {
  const { run } = opened;
  const fingerprints = readWorkTree(placeOfCall(context, opened.root), run.frames);
  const answer = workAnswer({ run, fingerprints }, []);
  const steps = run.frames.at(-1)?.steps ?? [];
  return {
    ...answer,
    text: (page) => (steps.length > 0 ? stepLines(steps, page) : ['No steps are planned.']),
  };
}

function applyStep(opened: OpenRun, action: Action, named: string, at: number): Done {
  if (action === 'add') return addSteps(opened, splitList(named), at);
  if (named !== '') return submit(opened, { type: 'step', at, action, step: named });
  if (action === 'done') return finishNextStep(opened, at);
  throw new CliError({
    exit: 'usage',
    message: `Which step? Name it, or give its number: loop step ${action} 2`,
    next: { words: ['step'] },
  });
}

function addSteps(opened: OpenRun, steps: readonly string[], at: number): Done {
  let last: Done | undefined;
  for (const name of steps) {
    last = submit(opened, { type: 'step', at, action: 'add', step: name });
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
    const place = nextPlace(opened.run);
    const done = submit(opened, { type: 'step', at, action: 'done', step: String(place + 1) });
    const isTaken = done.decision.rejected?.code === 'nothing-to-change';
    if (!isTaken || nextPlace(opened.run) <= place) return done;
  }
}

/** The index of the first open step, or 0, which core then refuses. */
function nextPlace(run: Run): number {
  const steps = run.frames.at(-1)?.steps ?? [];
  return Math.max(
    0,
    steps.findIndex(({ isDone }) => !isDone),
  );
}

function said(action: Action, { run, decision }: Done): string {
  switch (action) {
    case 'done': {
      const index = decision.events.flatMap((event) => (event.type === 'stepped' ? [event.index] : []))[0];
      const name = index === undefined ? '' : (run.frames.at(-1)?.steps[index]?.name ?? '');
      return stepDoneText(run, name);
    }
    case 'undo':
      return 'The step is open again.';
    case 'add':
      return 'Planned.';
    case 'remove':
      return 'The step is gone from the plan.';
  }
}
