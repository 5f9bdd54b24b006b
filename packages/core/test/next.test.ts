import { expect, test } from 'vitest';
import type { Run } from '../src/model/run.ts';
import { next } from '../src/next.ts';
import { result, runAfter } from './support/given.ts';

const start = { type: 'start' } as const;
const checked = { ...start, criteria: [{ name: 'tests', check: { command: 'true' } }] };

function verified(passed: boolean): Run {
  return runAfter(checked, { type: 'verify', results: [result('tests', passed)] });
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
    'a stage of a workflow',
    runAfter({ ...start, stage: 'intent' }),
    { words: ['stage'], when: 'to see what comes next' },
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
    runAfter(start, { type: 'signal', isDone: true }),
    { advice: 'end the turn; everything is proved and said' },
  ],
  ['a pause', runAfter(start, { type: 'pause' }), { words: ['continue'], when: 'when it is to go on' }],
  ['an end', runAfter(start, { type: 'cancel' }), { advice: 'nothing; the loop is cancelled' }],
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
    ...runAfter({ ...start, limits: { budgetUsd } }, { type: 'pause' }),
    ending: { kind: 'paused', at: 1, cause },
  });
  expect(next(short(5))).toEqual({
    words: ['continue', '--budget', '5'],
    when: 'by the user, in a terminal or as /loop:continue --budget=5',
  });
  expect(next(short(100))).toMatchObject({ words: ['continue', '--budget', 'none'] });
});
