import { countOf, type Frame, sanitizeLine, type Task, taskName } from '@loopwright/core';
import { nextCommand } from '../../program/print-answer.ts';
import type { Answer } from '../../program/context.ts';
import { briefing } from '../../workflow/briefing.ts';
import { answerTo, type Call, frameOf, put } from '../../workflow/call.ts';
import { mustNotLines } from '../../workflow/must-not-lines.ts';
import { blockersOf, completeWords, waveOf } from '../../workflow/tasks.ts';

/** Begins a wave: the tasks that nothing blocks, with the order for each worker. Enters stage executing first. */
export function begin(call: Call<'task'>): Answer {
  const { context, opened } = call;
  const frame = frameOf(call);
  const free =
    frame?.tasks.filter((one) => one.status === 'pending' && blockersOf(frame, one).length === 0) ?? [];
  if (frame?.workflow && frame.tasks.length > 0 && free.length === 0) {
    return answerTo(call, ['No task is free for a wave.', ...waits(frame)], { exit: 'error' });
  }
  if (frame?.workflow && frame.workflow.stage !== 'executing') {
    const moved = put(call, { type: 'stage', stage: 'executing' });
    if (moved.decision.rejected) return answerTo(call, [], moved);
  }
  const done = put(call, { type: 'wave', action: 'begin' });
  if (done.decision.rejected || !frame) return answerTo(call, [], done);
  const wave = done.run.frames.at(-1)?.workflow?.wave ?? 0;
  for (const { id } of free) put(call, { type: 'task', action: 'change', id, metadata: { wave } });
  const lines = [
    `Wave ${wave} begins with ${countOf(free.length, 'task')}. Give each to a worker of its own, all at once:`,
    ...free.flatMap((one) => [
      orderOf(one, wave, context.commandName),
      ...briefing(opened.root, frame, one).map((line) => `    ${line}`),
    ]),
  ];
  // Commands are passed on as they stand, so no line of them is wrapped.
  return answerTo(call, lines, { ...done, text: () => lines });
}

/** The instructions for a worker. They are complete, because workers see nothing else. */
function orderOf(task: Task, wave: number, commandName: string): string {
  const { id, subject } = task;
  const owner = `wave-${wave}-${id}`.replaceAll(/[^\w.-]/g, '-');
  const complete = nextCommand({ words: completeWords(task, owner) }, commandName);
  return `- ${taskName(id)} ${sanitizeLine(subject, 100)}: ${commandName} task claim ${id} --owner ${owner}, do it, ${complete}`;
}

/** Finishes the wave, and writes what its reviewers need to know. */
export function finish(call: Call<'task'>): Answer {
  const done = put(call, { type: 'wave', action: 'finish' });
  const { workflow, tasks = [] } = frameOf(call) ?? {};
  const wave = workflow?.wave ?? 0;
  const mine = tasks.filter((one) => waveOf(one) === wave);
  const left = mine.filter(({ status }) => status !== 'completed').map(({ id }) => taskName(id));
  const made = mine
    .filter(({ status }) => status === 'completed')
    .map(({ id, subject }) => `${taskName(id)} ${sanitizeLine(subject, 100)}`);
  const lines = [
    `Wave ${wave} is finished.`,
    ...(left.length > 0 ? [`Left for a later one: ${left.join(', ')}.`] : []),
    ...(made.length > 0 ? [`To be reviewed: ${made.join('; ')}.`, ...mustNotLines(workflow)] : []),
  ];
  return answerTo(call, lines, done);
}

function waits({ tasks }: Frame): string[] {
  return tasks
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status, owner, blockedBy }) =>
      status === 'in_progress'
        ? `${taskName(id)} is held by ${sanitizeLine(owner ?? 'somebody', 40)}`
        : `${taskName(id)} is blocked by ${blockedBy.map(taskName).join(', ')}`,
    );
}
