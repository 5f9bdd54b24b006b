import { decide, evolve, type Command, type Evidence, type Run, type WorkTree } from '@loopwright/core';
import { expect, test } from 'vitest';
import { nextFor } from '../../src/answers/next-for.ts';
import { resolveName } from '../../src/answers/resolve-name.ts';

/** The whole work tree has this identity. */
const NOW: WorkTree = (scope) => (scope === '' ? 'tree-1' : undefined);

type WithoutAt<C> = C extends unknown ? Omit<C, 'at'> : never;

/** The run that commands lead to, each decided as core decides it. */
function runOf(...commands: readonly WithoutAt<Command>[]): Run {
  let run: Run | undefined;
  for (const command of commands) {
    const { events, rejected } = decide(run, { ...command, at: 1000 } as Command);
    if (rejected) throw new Error(rejected.code);
    for (const event of events) run = evolve(run, event);
  }
  if (!run) throw new Error('no run');
  return run;
}

const START = { type: 'start', runId: 'r', session: 's', frameId: 'f', spec: 'x' } as const;

function evidence(passed: boolean, fingerprint = 'tree-1'): Evidence {
  return { id: 'e', at: 1, passed, exitCode: passed ? 0 : 1, durationMs: 1, fingerprint };
}

function verified(passed: boolean, fingerprint?: string): Run {
  return runOf(
    { ...START, criteria: [{ name: 'tests', check: { command: 'true' } }] },
    {
      type: 'verify',
      results: [{ criterion: 'tests', evidence: evidence(passed, fingerprint) }],
    },
  );
}

test.each<[string, Run, object]>([
  [
    'an open step',
    runOf({ ...START, steps: ['a', 'b'] }),
    { words: ['step', 'done'], when: 'once this is done: a' },
  ],
  [
    'a check that never ran',
    runOf({ ...START, criteria: [{ name: 't', check: { command: 'x' } }] }),
    { words: ['verify'] },
  ],
  ['a check that failed', verified(false), { words: ['verify'], when: 'once this can pass: tests' }],
  ['stale evidence', verified(true, 'tree-0'), { words: ['verify'] }],
  [
    'an unticked criterion',
    runOf({ ...START, criteria: [{ name: 'docs up' }] }),
    {
      words: ['criterion', 'tick', 'docs up', '--basis', '<how it was seen>', '--note', '<what shows it>'],
      when: 'once it is true',
    },
  ],
  ['every proof', verified(true), { words: ['signal', 'done'], when: 'every proof holds' }],
  ['nothing to prove', runOf(START), { words: ['signal', 'done'], when: 'once the work is done' }],
  [
    'every proof and the claim',
    runOf(START, { type: 'signal', isDone: true }),
    { advice: 'end the turn; everything is proved and said' },
  ],
  ['a pause', runOf(START, { type: 'pause' }), { words: ['continue'], when: 'when it is to go on' }],
  ['an end', runOf(START, { type: 'cancel' }), { advice: 'nothing; the loop is cancelled' }],
  [
    'a draft',
    runOf({ type: 'draft', runId: 'r', session: 's', frameId: 'f', spec: 'x' }),
    { words: ['start'], when: 'with --criteria, --check and --steps' },
  ],
])('after %s comes what leads on', (_what, run, next) => {
  expect(nextFor(run, NOW)).toEqual(next);
});

test('a loop that ran out of money needs more of it to go on', () => {
  const cause = { kind: 'limit', limit: 'budgetUsd' } as const;
  const short = (budgetUsd: number): Run => ({
    ...runOf({ ...START, limits: { budgetUsd } }, { type: 'pause' }),
    ending: { kind: 'paused', at: 1, cause },
  });
  expect(nextFor(short(5), NOW)).toEqual({
    words: ['continue', '--budget', '5'],
    when: 'by the user, in a terminal or as /loop:continue --budget=5',
  });
  expect(nextFor(short(100), NOW)).toMatchObject({ words: ['continue', '--budget', 'none'] });
});

test('a name is found by itself before its number, and by its number before its beginning', () => {
  const names = ['tests', '1', 'Types hold'];
  expect(resolveName(names, '1')).toBe('1');
  expect(resolveName(names, '2')).toBe('1');
  expect(resolveName(names, 'types')).toBe('Types hold');
  expect(() => resolveName(names, 't')).toThrow('There is no criterion "t"');
  expect(() => resolveName(names, 'test s')).toThrow('did you mean "tests"?');
});
