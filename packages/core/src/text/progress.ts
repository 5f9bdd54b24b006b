import type { Frame, Run, Task } from '../model/run.ts';
import { planWaves } from '../plan-waves.ts';
import { isMet } from '../proofs.ts';
import { stuckCountOf } from '../decide/tasks.ts';
import { errorText } from '../decide/breakers.ts';
import { costOf, countOf } from './amounts.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import {
  nextStep,
  sections,
  STANDINGS,
  standingOf,
  stepCount,
  taskCount,
  taskName,
  taskTitle,
} from './words.ts';

/** Writes `PROGRESS.md` of seed 002 for the active frame: by waves of tasks, else by steps and criteria. */
export function progressMarkdown(run: Run): string {
  const frame = run.frames.at(-1);
  if (!frame) return '# Loop Progress\n\n**Status:** no loop\n';
  const waves = frame.tasks.length > 0 ? wavesOf(frame) : undefined;
  const status = run.status === 'active' ? 'In progress' : STANDINGS[standingOf(run)].word;
  return [
    `# Loop Progress: ${sanitizeLine(frame.spec, 100)}`,
    '',
    `**Status:** ${waves ? waveText(frame, waves) : status} | Iteration ${Math.max(1, frame.iteration)} | Cost: ${costOf(frame)}`,
    '',
    ...(waves ? taskSections(frame, waves) : stepSections(frame)),
  ].join('\n');
}

/** The planned waves, and where the frame is among them. */
interface Waves {
  readonly planned: readonly (readonly Task[])[];
  /** The index of the first wave with something left to do. */
  readonly current: number;
  /** The number of the wave at work, or the next one. Remediation adds waves after the planned ones. */
  readonly active: number;
}

function wavesOf({ tasks, workflow }: Frame): Waves {
  const { waves, unreachable } = planWaves(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const planned = [...waves, ...(unreachable.length > 0 ? [unreachable] : [])].map((ids) =>
    ids.flatMap((id) => byId.get(id) ?? []),
  );
  const first = planned.findIndex((wave) => wave.some(isOpen));
  const current = first < 0 ? planned.length - 1 : first;
  const { wave = 0, finishedWave = 0 } = workflow ?? {};
  return { planned, current, active: wave === 0 ? current + 1 : Math.max(wave, finishedWave + 1) };
}

function isOpen({ status }: Task): boolean {
  return status !== 'completed';
}

/** The wave at work or the next one, of those that were and will be; after the last one, that one. */
function waveText({ workflow }: Frame, { planned, current, active }: Waves): string {
  const left = planned.slice(current).filter((tasks) => tasks.some(isOpen)).length;
  const wave = left > 0 ? active : workflow?.wave || current + 1;
  const all = left === 0 ? planned.length : active + left - 1;
  return `Wave ${wave} of ${Math.max(wave, all)}`;
}

function taskSections(frame: Frame, { planned, current, active }: Waves): string[] {
  const { tasks, workflow, counsel = [] } = frame;
  const finished = workflow?.wave ? (workflow.finishedWave ?? 0) : current;
  const open = (wave: readonly Task[], remark: (task: Task) => string): string[] =>
    wave.filter(isOpen).map((task) => `- [ ] ${taskTitle(task)}${remark(task)}`);
  return sections({
    [`✅ Completed (${finished <= 1 ? 'Wave 1' : `Waves 1–${finished}`})`]: tasks
      .filter((task) => !isOpen(task))
      .map((task) => `- [x] ${taskTitle(task)}`),
    [`🔄 In Progress (Wave ${active})`]: open(planned[current] ?? [], ({ owner }) =>
      owner ? ` (assigned to ${sanitizeLine(owner, 40)})` : '',
    ),
    // A task of a later wave is there because it waits for something.
    [`⏳ Pending (Wave ${active + 1}+)`]: open(
      planned.slice(current + 1).flat(),
      ({ blockedBy }) => ` (blocked by ${blockedBy.map(taskName).join(', ')})`,
    ),
    '📊 Metrics': [
      `- Tasks: ${taskCount(frame)} complete`,
      `- Stuck count: ${Math.max(...tasks.map(stuckCountOf))}`,
      `- Counsel consulted: ${counsel.length > 0 ? 'Yes' : 'No'}`,
      ...errorLines(frame),
    ],
  });
}

function stepSections(frame: Frame): string[] {
  const { criteria, steps, breaker } = frame;
  const next = nextStep(frame);
  const line = (isDone: boolean, name: string): string => `- [${isDone ? 'x' : ' '}] ${sanitizeName(name)}`;
  const later = steps.filter((step) => !step.isDone && step !== next);
  return sections({
    '✅ Completed': steps.filter(({ isDone }) => isDone).map(({ name }) => line(true, name)),
    '🔄 In Progress': next ? [line(false, next.name)] : [],
    '⏳ Pending': later.map(({ name }) => line(false, name)),
    '🎯 Criteria': criteria.map((one) => line(isMet(one), one.name)),
    '📊 Metrics': [
      `- Steps: ${stepCount(frame)} complete`,
      `- Criteria: ${criteria.filter(isMet).length}/${criteria.length} met`,
      `- Stuck count: ${breaker.stuckCount}`,
      ...errorLines(frame),
    ],
  });
}

/** Seed 001: the error that stands, and the checks that fail. */
function errorLines({ breaker, criteria }: Frame): string[] {
  const failed = criteria.filter(({ evidence }) => evidence?.passed === false);
  return [
    ...(breaker.error === '' ? [] : [`- Error: ${errorText(breaker)}`]),
    ...failed.map(({ name, failures }) => `- Failed: ${sanitizeName(name)}, ${countOf(failures, 'time')}`),
  ];
}
