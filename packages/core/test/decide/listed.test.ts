import { describe, expect, test } from 'vitest';
import type { CommandOf } from '../../src/model/command.ts';
import { next } from '../../src/next.ts';
import { announce } from '../../src/text/announce.ts';
import { continuation } from '../../src/text/continuation.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { addTask, stop, task } from '../support/commands.ts';
import { type AnyLoose, complete, given, type Outcome, put, started } from '../support/given.ts';

type Listed = CommandOf<'listed'>['tasks'][number];

const one = (id: string, status: Listed['status'] = 'pending', more: Partial<Listed> = {}): Listed => ({
  id,
  subject: `Do ${id}`,
  description: `Do ${id}. Verify: npm test`,
  status,
  blockedBy: [],
  ...more,
});
const list = (...tasks: Listed[]): AnyLoose => ({
  type: 'listed',
  list: 'session-1',
  ids: tasks.map(({ id }) => id),
  tasks,
});
const after = (...commands: AnyLoose[]): Outcome => given(started()).when(...commands);
const tasksOf = ({ run }: Outcome): unknown[] =>
  (run?.frames.at(-1)?.tasks ?? []).map(({ id, status, blockedBy }) => [id, status, blockedBy.join()]);

describe('Claude’s own task list', () => {
  test('becomes the tasks of the run: in waves, in the announcement, next, and at a stop', () => {
    const outcome = after(list(one('1', 'completed'), one('2'), one('3', 'pending', { blockedBy: ['2'] })));
    const { run } = outcome;
    if (!run) throw new Error('no run');
    expect(progressMarkdown(run)).toContain(
      '**Status:** Wave 1 of 2 | Iteration 1 | Cost: $0.00/$25\n\n## ✅ Completed (Wave 1)\n- [x] T-001: Do 1\n',
    );
    expect(announce({ kind: 'resume', run })).toContain(
      'Progress: 1/3 tasks | Iteration: 0\nUnmet criteria: none\nNext: T-002 Do 2',
    );
    expect(next(run)).toEqual({
      words: ['task', 'complete', '2', '--note', '<what shows it>'],
      when: "once this is done: Do 2 (or mark it completed in Claude's task list)",
    });
    const signals = [{ kind: 'loop-complete', value: '', line: 1 }] as const;
    const { verdict } = put(run, complete({ ...stop, at: run.updatedAt, signals }));
    expect(verdict).toMatchObject({ rule: 'unproved', missing: [{ id: '2' }, { id: '3' }] });
    expect(continuation(run, verdict as never)).toContain(
      'A task is completed in your task list, or by `loop task complete <id> --note "<what shows it>"`.',
    );
  });

  test.each<[string, AnyLoose[], unknown[]]>([
    ['is read again without an effect', [list(one('1')), list(one('1'))], [['1', 'pending', '']]],
    ['moves a task', [list(one('1')), list(one('1', 'completed'))], [['1', 'completed', '']]],
    [
      'leaves a task that the loop completed until the list moves it',
      [list(one('1')), task('complete', '1'), list(one('1'))],
      [['1', 'completed', '']],
    ],
    [
      'takes a number that is free here',
      [addTask('own'), list(one('1'), one('2', 'pending', { blockedBy: ['1'] }))],
      [
        ['1', 'pending', ''],
        ['2', 'pending', ''],
        ['3', 'pending', '2'],
      ],
    ],
    ['drops a task that was deleted', [list(one('1'), one('2')), list(one('2'))], [['2', 'pending', '']]],
    ['is emptied by the client when all is completed', [list(one('1')), list()], [['1', 'completed', '']]],
    [
      'of another name has other tasks',
      [list(one('1')), { ...list(one('1')), list: 'other' } as AnyLoose],
      [
        ['1', 'pending', ''],
        ['2', 'pending', ''],
      ],
    ],
    ['of an outer loop waits with it', [list(one('1')), { type: 'push' }, list(one('1'))], []],
  ])('%s', (_name, commands, tasks) => {
    expect(tasksOf(after(...commands))).toEqual(tasks);
  });

  test('records nothing without a change, and vouches for no task', () => {
    expect(after(list(one('1')), list(one('1'))).types).toEqual([]);
    expect(after(list(one('1', 'completed'))).frame.tasks[0]?.metadata).toEqual({
      stuckCount: 0,
      listed: { list: 'session-1', id: '1', status: 'completed' },
    });
  });
});
