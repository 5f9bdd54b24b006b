import {
  checkChanges,
  sanitizeLine,
  stuckCountOf,
  taskName,
  taskState,
  type Frame,
  type Run,
  type Task,
  type WorkTree,
} from '@loopwright/core';
import type { Page } from '../terminal/page.ts';
import { askedText } from '../answers/asked-text.ts';
import { table, type Cell } from '../terminal/table.ts';
import { blockersOf, waveOf } from './tasks.ts';

const MARKS = {
  completed: ['✓ done', 'green'],
  in_progress: ['▶ held', 'cyan'],
  pending: ['· open', 'yellow'],
} as const;

/** Writes tasks as a table: how each stands, who holds it, what blocks it. */
export function taskLines(frame: Frame, page: Page, run: Pick<Run, 'agent'>): string[] {
  const rows = frame.tasks.map((task) => row(task, frame, run));
  return table(rows, page);
}

function row(task: Task, frame: Frame, run: Pick<Run, 'agent'>): Cell[] {
  const [text, ink] = MARKS[task.status];
  const wave = waveOf(task);
  return [
    { text, ink },
    taskName(task.id),
    { text: wave === undefined ? '' : `wave ${wave}`, ink: 'dim' },
    ...(frame.tasks.some(({ by }) => by === 'user')
      ? [{ text: askedText(task, run), ink: 'dim' } as const]
      : []),
    `${sanitizeLine(task.subject)}${remarks(task, frame)}`,
  ];
}

function remarks(task: Task, frame: Frame): string {
  if (task.status === 'completed') return '';
  const waits = blockersOf(frame, task);
  const failures = stuckCountOf(task);
  const said = [
    ...(task.status === 'in_progress' && task.owner ? [`held by ${sanitizeLine(task.owner, 40)}`] : []),
    ...(waits.length > 0 ? [`blocked by ${waits.map(taskName).join(', ')}`] : []),
    ...(failures > 0 ? [`failed ${failures}×`] : []),
  ];
  return said.length > 0 ? ` (${said.join('; ')})` : '';
}

/** Writes all about one task. */
export function taskDetails(task: Task): string[] {
  const fields: readonly (readonly [string, string])[] = [
    ['Status', task.status],
    ['Owner', task.owner ?? ''],
    ['Asked for', task.by === 'user' ? askedText(task) : ''],
    ['Doing', task.activeForm ?? ''],
    ['Blocked by', task.blockedBy.map(taskName).join(', ')],
    ['Blocks', task.blocks.map(taskName).join(', ')],
    ...Object.entries(task.metadata)
      .filter(([key]) => key !== 'failedWith' && key !== 'listed')
      .map(([key, value]) => [key, textOf(value)] as const),
  ];
  return [
    `${taskName(task.id)}: ${sanitizeLine(task.subject)}`,
    '',
    ...(task.description === task.subject ? [] : [task.description, '']),
    ...fields.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${sanitizeLine(value, 500)}`])),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Writes what vouches for a task, in one line: its check and evidence, or its note. */
export function proofLine(task: Task, now: WorkTree): string {
  const { check, note, verification, evidence } = task.metadata;
  const by = {
    verified: `verified by: ${textOf(check)} (evidence ${textOf(evidence)})`,
    stale: `its check passed, but not on the work tree as it is: ${textOf(check)}`,
    claimed: `claimed by ${textOf(verification ?? 'observation')}: ${textOf(note)}`,
    open: 'open',
  }[taskState(task, now)];
  const changes = checkChanges(task.metadata).map((reason) => `; check changed: ${reason}`);
  return sanitizeLine(`- ${taskName(task.id)}: ${by}${changes.join('')}`, 500);
}
