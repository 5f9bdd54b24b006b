import { expect, test } from 'vitest';
import type { Run } from '../src/model/run.ts';
import { next } from '../src/next.ts';
import { cancel, done, pause } from './support/commands.ts';
import { type AnyLoose, result, runAfter } from './support/given.ts';
import { completed, REVIEWED } from './support/workflows.ts';

const start = { type: 'start' } as const;
const checked = { ...start, criteria: [{ name: 'tests', check: { command: 'true' } }] };

function verified(passed: boolean): Run {
  return runAfter(checked, { type: 'verify', results: [result('tests', passed)] });
}

/** A workflow at stage executing with one task, after some commands. */
function inWorkflow(...commands: readonly AnyLoose[]): Run {
  return runAfter(
    { ...start, stage: 'decompose' },
    { type: 'task', action: 'add', subject: 'Write it' },
    { type: 'stage', stage: 'executing' },
    ...commands,
  );
}

test.each<[string, Run, object]>([
  [
    'an open step',
    runAfter({ ...start, steps: ['a', 'b'] }),
    { words: ['step', 'done'], when: 'once this is done: a' },
  ],
  [
    'an open task',
    runAfter(start, { type: 'task', action: 'add', id: '7', subject: 'Write it' }),
    { advice: 'finish task 7: Write it' },
  ],
  [
    'stage intent',
    runAfter({ ...start, stage: 'intent' }),
    {
      words: ['task', 'shape', '--spec-file', '.loop/shape/SPEC.md'],
      when: 'once the spec stands there with the answers',
    },
  ],
  [
    'stage shape',
    runAfter({ ...start, stage: 'shape' }),
    { words: ['task', 'plan'], when: 'once .loop/shape/SHAPE.md is written' },
  ],
  [
    'stage decompose',
    runAfter({ ...start, stage: 'decompose' }),
    {
      words: ['task', 'add', '<what the task is>', '--verify', '<command that proves it>'],
      when: 'and so on for each task',
    },
  ],
  ['stage executing', inWorkflow(), { words: ['task', 'begin'] }],
  ['a wave that began', inWorkflow({ type: 'wave', action: 'begin' }), { words: ['task', 'finish'] }],
  [
    'a task that failed',
    inWorkflow({ type: 'task', action: 'fail', id: '1' }),
    { words: ['task', 'ask', '1'], when: 'before it is tried again' },
  ],
  ['the last task', inWorkflow(completed('1')), { words: ['review', 'begin'] }],
  [
    'stage review',
    inWorkflow(completed('1'), { type: 'stage', stage: 'review' }),
    {
      words: [
        'review',
        'thorough',
        '--reviewer',
        '<who reviewed>',
        '--finding',
        '<severity>: <what> at <place>',
      ],
      when: 'with every finding of three or four reviewers',
    },
  ],
  [
    'the thorough review',
    inWorkflow(
      completed('1'),
      { type: 'stage', stage: 'review' },
      { type: 'review', blockers: 0, ...REVIEWED },
    ),
    { words: ['gate', '--confidence', '<0-100>'], when: 'with how sure you are' },
  ],
  ['a check that never ran', runAfter(checked), { words: ['verify'] }],
  ['a check that failed', verified(false), { words: ['verify'], when: 'once this can pass: tests' }],
  [
    'an unticked criterion',
    runAfter({ ...start, criteria: [{ name: 'docs up' }] }),
    {
      words: ['criterion', 'tick', 'docs up', '--basis', '<how it was seen>', '--note', '<what shows it>'],
      when: 'once it is true',
    },
  ],
  ['every proof', verified(true), { words: ['signal', 'done'], when: 'every proof holds' }],
  ['nothing to prove', runAfter(start), { words: ['signal', 'done'], when: 'once the work is done' }],
  [
    'every proof and the claim',
    runAfter(start, done),
    { advice: 'end the turn; everything is proved and said' },
  ],
  ['a pause', runAfter(start, pause), { words: ['continue'], when: 'when it is to go on' }],
  ['an end', runAfter(start, cancel), { advice: 'nothing; the loop is cancelled' }],
  [
    'a draft',
    runAfter({ type: 'draft' }),
    { words: ['start'], when: 'with --criteria, --check and --steps' },
  ],
])('after %s comes what leads on', (_what, run, expected) => {
  expect(next(run)).toEqual(expected);
});

test('evidence of another work tree is proved again', () => {
  expect(next(verified(true), () => 'tree-0')).toEqual({ words: ['verify'] });
});

test('a loop that ran out of money needs more of it to go on', () => {
  const cause = { kind: 'limit', limit: 'budgetUsd' } as const;
  const short = (budgetUsd: number): Run => ({
    ...runAfter({ ...start, limits: { budgetUsd } }, pause),
    ending: { kind: 'paused', at: 1, cause },
  });
  expect(next(short(5))).toEqual({
    words: ['continue', '--budget', '5'],
    when: 'by the user, in a terminal or as /loop:continue --budget=5',
  });
  expect(next(short(100))).toMatchObject({ words: ['continue', '--budget', 'none'] });
});
