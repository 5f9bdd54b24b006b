import type { Frame, Run, Task } from '../model/run.ts';
import { planWaves } from '../plan-waves.ts';
import { isMet } from '../proofs.ts';
import { stuckCountOf } from '../decide/tasks.ts';
import { taskName } from './announce.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import { costOf, iterationOf } from './words.ts';

/** Writes `PROGRESS.md` of seed 002 for the active frame: by waves of tasks, else by steps and criteria. */
export function progressMarkdown(run: Run): string {
  const frame = run.frames.at(-1);
  if (!frame) return '# Loop Progress\n\n**Status:** no loop\n';
  const sections = frame.tasks.length > 0 ? taskSections(frame) : stepSections(frame);
  return [
    `# Loop Progress: ${sanitizeLine(frame.spec, 100)}`,
    '',
    statusLine(run, frame),
    '',
    ...sections,
    '',
  ].join('\n');
}

function statusLine(run: Run, frame: Frame): string {
  const place =
    frame.tasks.length > 0
      ? waveText(frame)
      : run.status === 'active'
        ? 'In progress'
        : run.status[0]?.toUpperCase() + run.status.slice(1);
  return `**Status:** ${place} | Iteration ${iterationOf(frame).split('/')[0]} | Cost: ${costOf(frame)}`;
}

/** The wave on record, of those that were and will be; a plan without begun waves counts by its tasks. */
function waveText(frame: Frame): string {
  const waves = wavesOf(frame);
  const current = currentWave(frame);
  const wave = frame.workflow?.wave || current;
  const isOpen = (id: string): boolean =>
    frame.tasks.some((task) => task.id === id && task.status !== 'completed');
  const left = waves.slice(current - 1).filter((ids) => ids.some(isOpen)).length;
  const all = left === 0 ? waves.length : activeWave(frame) + left - 1;
  return `Wave ${wave} of ${Math.max(wave, all)}`;
}

/** The wave at work, or the next one. Remediation adds waves after the planned ones, so the record names them. */
function activeWave(frame: Frame): number {
  const { wave = 0, finishedWave = 0 } = frame.workflow ?? {};
  return wave === 0 ? currentWave(frame) : Math.max(wave, finishedWave + 1);
}

function taskSections(frame: Frame): string[] {
  const waves = wavesOf(frame);
  const current = currentWave(frame);
  const { wave = 0, finishedWave = 0 } = frame.workflow ?? {};
  const number = activeWave(frame);
  const finished = wave === 0 ? current - 1 : finishedWave;
  const byId = new Map(frame.tasks.map((task) => [task.id, task]));
  const inWaves = (from: number, to: number): Task[] =>
    waves
      .slice(from - 1, to)
      .flat()
      .flatMap((id) => byId.get(id) ?? []);
  const isDone = ({ status }: Task): boolean => status === 'completed';
  const done = frame.tasks.filter(isDone);
  const active = inWaves(current, current).filter((task) => !isDone(task));
  const later = inWaves(current + 1, waves.length).filter((task) => !isDone(task));
  const stuck = frame.tasks.reduce((most, task) => Math.max(most, stuckCountOf(task)), 0);
  const waveRange = finished <= 1 ? 'Wave 1' : `Waves 1–${finished}`;
  return [
    ...section(
      `✅ Completed (${waveRange})`,
      done.map((task) => `- [x] ${titleOf(task)}`),
    ),
    ...section(
      `🔄 In Progress (Wave ${number})`,
      active.map((task) => `- [ ] ${titleOf(task)}${holder(task)}`),
    ),
    ...section(
      `⏳ Pending (Wave ${number + 1}+)`,
      later.map((task) => `- [ ] ${titleOf(task)}${blockers(task)}`),
    ),
    ...section('📊 Metrics', [
      `- Tasks: ${done.length}/${frame.tasks.length} complete`,
      `- Stuck count: ${stuck}`,
      `- Counsel consulted: ${(frame.counsel ?? []).length > 0 ? 'Yes' : 'No'}`,
    ]),
  ].slice(0, -1);
}

function stepSections(frame: Frame): string[] {
  const { criteria, steps } = frame;
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).map(({ name }) => `- [x] ${sanitizeName(name)}`);
  const active = next < 0 ? [] : [`- [ ] ${sanitizeName(steps[next]?.name ?? '')}`];
  const later = steps
    .filter(({ isDone }, index) => !isDone && index !== next)
    .map(({ name }) => `- [ ] ${sanitizeName(name)}`);
  return [
    ...section('✅ Completed', done),
    ...section('🔄 In Progress', active),
    ...section('⏳ Pending', later),
    ...section(
      '🎯 Criteria',
      criteria.map((one) => `- [${isMet(one) ? 'x' : ' '}] ${sanitizeName(one.name)}`),
    ),
    ...section('📊 Metrics', [
      `- Steps: ${done.length}/${steps.length} complete`,
      `- Criteria: ${criteria.filter(isMet).length}/${criteria.length} met`,
      `- Stuck count: ${frame.breaker.stuckCount}`,
    ]),
  ].slice(0, -1);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, ...lines, ''];
}

function wavesOf(frame: Frame): readonly (readonly string[])[] {
  const { waves, unreachable } = planWaves(frame.tasks);
  return unreachable.length > 0 ? [...waves, unreachable] : waves;
}

/** The first wave with something left to do. */
function currentWave(frame: Frame): number {
  const open = new Set(frame.tasks.filter(({ status }) => status !== 'completed').map(({ id }) => id));
  const waves = wavesOf(frame);
  const index = waves.findIndex((wave) => wave.some((id) => open.has(id)));
  return index < 0 ? waves.length : index + 1;
}

function titleOf({ id, subject }: Task): string {
  return `${taskName(id)}: ${sanitizeLine(subject)}`;
}

function holder({ owner }: Task): string {
  return owner === undefined || owner === '' ? '' : ` (assigned to ${sanitizeLine(owner, 40)})`;
}

/** A task of a later wave is there because it waits for something. */
function blockers({ blockedBy }: Task): string {
  return ` (blocked by ${blockedBy.map(taskName).join(', ')})`;
}
