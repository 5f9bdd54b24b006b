import { expect, test } from 'vitest';
import type { Run } from '../src/model/run.ts';
import { next } from '../src/next.ts';
import type { WorkTree } from '../src/proofs.ts';
import { endLines } from '../src/text/end.ts';
import {
  addTask,
  cancel,
  done,
  pause,
  resume,
  review,
  spent,
  stage,
  stop,
  task,
  tool,
  verify,
  wave,
} from './support/commands.ts';
import { type AnyLoose, runAfter } from './support/given.ts';
import { completed } from './support/workflows.ts';

const start = { type: 'start' } as const;
const checked = { ...start, criteria: [{ name: 'tests', check: { command: 'true' } }] };
const proved = [checked, verify('tests', true)] as const;
const working = [{ ...start, stage: 'decompose' }, addTask('Write it'), stage('executing')] as const;
const reviewing = [...working, completed('1'), stage('review')] as const;

/** What comes next in words: `verify, once this can pass: tests`. */
function textOf(run: Run, tree?: WorkTree): string {
  const found = next(run, tree);
  if ('advice' in found) return found.advice;
  return [found.words.join(' '), ...(found.when === undefined ? [] : [found.when])].join(', ');
}

test.each<readonly [string, string, readonly AnyLoose[]]>([
  ['an open step', 'step done, once this is done: a', [{ ...start, steps: ['a', 'b'] }]],
  [
    'an open task',
    'task complete 7 --note <what shows it>, once this is done: Write it',
    [start, addTask('Write it', { id: '7' })],
  ],
  [
    'stage intent',
    'task shape --spec-file .loop/shape/SPEC.md, once the spec stands there with the answers',
    [{ ...start, stage: 'intent' }],
  ],
  ['stage shape', 'task plan, once .loop/shape/SHAPE.md is written', [{ ...start, stage: 'shape' }]],
  [
    'stage decompose',
    'task add <what the task is> --verify <command that proves it>, and so on for each task',
    [{ ...start, stage: 'decompose' }],
  ],
  ['stage executing', 'task begin', working],
  ['a wave that began', 'task finish', [...working, wave('begin')]],
  ['a task that failed', 'task ask 1, before it is tried again', [...working, task('fail', '1')]],
  ['the last task', 'review begin', [...working, completed('1')]],
  [
    'stage review',
    'review thorough --reviewer <who reviewed> --finding <severity>: <what> at <place>, with every finding of three or four reviewers',
    reviewing,
  ],
  ['the thorough review', 'gate --confidence <0-100>, with how sure you are', [...reviewing, review(0)]],
  ['a check that never ran', 'verify', [checked]],
  ['a check that failed', 'verify, once this can pass: tests', [checked, verify('tests', false)]],
  [
    'an unticked criterion',
    'criterion tick docs up --basis <how it was seen> --note <what shows it>, once it is true',
    [{ ...start, criteria: [{ name: 'docs up' }] }],
  ],
  ['every proof', 'signal done, every proof holds', proved],
  ['nothing to prove', 'signal done, once the work is done', [start]],
  ['every proof and the claim', 'end the turn; everything is proved and said', [start, done]],
  ['a pause', 'continue, when it is to go on', [start, pause]],
  ['an end', 'nothing; the loop is cancelled', [start, cancel]],
  ['a draft', 'start, with --criteria, --check and --steps', [{ type: 'draft' }]],
])('after %s comes: %s', (_what, text, commands) => {
  expect(textOf(runAfter(...commands))).toBe(text);
});

test('evidence of another work tree is proved again', () => {
  expect(textOf(runAfter(...proved), () => 'tree-0')).toBe('verify');
});

test.each([
  [25, 25, '25'],
  [25, 70.5, '47'],
  [100, 100, 'none'],
])('a loop with a budget of $%d that spent $%d needs more of it to go on: %s', (budgetUsd, usd, amount) => {
  const paused = [{ ...start, limits: { budgetUsd } }, { ...tool, ...spent(usd) }, stop] as const;
  const run = runAfter(...paused);
  expect(next(run)).toEqual({
    words: ['continue', '--budget', amount],
    when: `by the user, in a terminal or as /loop:continue --budget=${amount}`,
  });
  expect(endLines(run).join('\n')).toContain(`Resume: /loop:continue --budget=${amount}`);
  const more = { ...resume, add: { budgetUsd: amount === 'none' ? null : Number(amount) } };
  expect(runAfter(...paused, more).status).toBe('active');
});
