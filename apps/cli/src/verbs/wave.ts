import { countOf, type Frame, planWaves, sanitizeLine, type Task, taskName } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { submit } from '../session/submit.ts';
import { withRun } from '../session/with-run.ts';
import type { Answer, Context, Handler } from '../program/context.ts';
import { briefing } from '../workflow/briefing.ts';
import { nextCommand } from '../program/print-answer.ts';
import { completeWords } from '../workflow/placeholders.ts';
import { reviewOrder } from '../workflow/review-views.ts';
import { waveOf } from '../workflow/tasks.ts';
import { workflowAnswer } from '../workflow/workflow-answer.ts';

/** Begins and finishes waves of tasks, and shows how the tasks fall into waves. */
export const wave: Handler<'wave'> = (context, { words: [action = 'show'] }) =>
  withRun(context, (opened) => {
    if (action === 'begin') return begin(context, opened);
    return action === 'finish' ? end(context, opened) : show(opened);
  });

/** The tasks that nothing blocks become the next wave. */
function begin(context: Context, opened: OpenRun): Answer {
  const frame = opened.run.frames.at(-1);
  const free = frame ? freeTasks(frame) : [];
  if (free.length === 0 && frame?.workflow?.stage === 'executing') {
    const answer = workflowAnswer(opened, ['No task is free for a wave.', ...waits(frame)]);
    return { ...answer, exit: 'error' };
  }
  const done = submit(opened, { type: 'wave', at: context.now(), action: 'begin' });
  const number = opened.run.frames.at(-1)?.workflow?.wave ?? 0;
  if (done.decision.rejected) return workflowAnswer(opened, [], done);
  for (const { id } of free) {
    submit(opened, { type: 'task', at: context.now(), action: 'change', id, metadata: { wave: number } });
  }
  const lines = [
    `Wave ${number} begins with ${countOf(free.length, 'task')}. Give each to a worker of its own, all at once:`,
    ...free.flatMap((one) => [
      orderOf(one, number, context.commandName),
      ...(frame ? briefing(opened.root, frame, one).map((line) => `    ${line}`) : []),
    ]),
  ];
  const answer = workflowAnswer(opened, lines, done);
  // Commands are passed on as they stand, so no line of them is wrapped.
  return { ...answer, text: () => lines };
}

/** The instructions for a worker. They are complete, because workers see nothing else. */
function orderOf(task: Task, number: number, commandName: string): string {
  const { id, subject } = task;
  const owner = `wave-${number}-${id}`.replaceAll(/[^\w.-]/g, '-');
  const complete = nextCommand({ words: completeWords(task, owner) }, commandName);
  return `- ${taskName(id)} ${sanitizeLine(subject, 100)}: ${commandName} task claim ${id} --owner ${owner}, do it, ${complete}`;
}

function end(context: Context, opened: OpenRun): Answer {
  const done = submit(opened, { type: 'wave', at: context.now(), action: 'finish' });
  const frame = opened.run.frames.at(-1);
  const number = frame?.workflow?.wave ?? 0;
  const mine = (frame?.tasks ?? []).filter((one) => waveOf(one) === number);
  const left = mine.filter(({ status }) => status !== 'completed');
  return workflowAnswer(
    opened,
    [
      `Wave ${number} is finished.`,
      ...(left.length > 0 ? [`Left for a later one: ${left.map(({ id }) => taskName(id)).join(', ')}.`] : []),
      ...(frame && mine.length > left.length && !done.decision.rejected ? reviewOrder(frame, mine) : []),
    ],
    done,
  );
}

function show(opened: OpenRun): Answer {
  const frame = opened.run.frames.at(-1);
  const plan = planWaves(frame?.tasks ?? []);
  const byId = new Map((frame?.tasks ?? []).map((one) => [one.id, one]));
  const lines = plan.waves.map((ids, index) => {
    const done = ids.filter((id) => byId.get(id)?.status === 'completed').length;
    return `Wave ${index + 1} (${done}/${ids.length}): ${ids.map(taskName).join(', ')}`;
  });
  const answer = workflowAnswer(opened, lines.length > 0 ? lines : ['There are no tasks.']);
  return { ...answer, json: { ...answer.json, waves: plan.waves } };
}

function freeTasks({ tasks }: Frame): Task[] {
  const isDone = (id: string): boolean => tasks.every((one) => one.id !== id || one.status === 'completed');
  return tasks.filter((one) => one.status === 'pending' && one.blockedBy.every(isDone));
}

function waits({ tasks }: Frame): string[] {
  return tasks.flatMap(({ id, status, owner, blockedBy }) => {
    if (status === 'completed') return [];
    return status === 'in_progress'
      ? [`${taskName(id)} is held by ${sanitizeLine(owner ?? 'somebody', 40)}`]
      : [`${taskName(id)} is blocked by ${blockedBy.map(taskName).join(', ')}`];
  });
}
