import { describe, expect, test } from 'vitest';
import { breakerRules } from '../../src/decide/breakers.ts';
import { explainStop } from '../../src/decide/stop.ts';
import type { RuleName } from '../../src/decide/decision.ts';
import type { StopCommand } from '../../src/model/command.ts';
import type { Run } from '../../src/model/run.ts';
import { type AnyLoose, complete, runAfter } from '../support/given.ts';

/** The facts that a rule tested at a stop. */
function factsOf(rule: RuleName, run: Run | undefined, stop: Partial<StopCommand> = {}): unknown {
  const command = complete({ type: 'stop', ...stop } as AnyLoose) as StopCommand;
  return explainStop(run, command).find((one) => one.rule === rule)?.facts;
}

const loop = runAfter({ type: 'start', criteria: [{ name: 'c' }] });

describe('the facts of a stop', () => {
  test.each<[RuleName, unknown]>([
    ['disabled', { disabled: false }],
    ['no-loop', { status: 'none', openTasks: [] }],
    ['not-main', { subagent: false }],
    ['ended', { status: 'none' }],
    ['corrupt', { iteration: null, limit: null }],
    ['stale', { silentMs: 0, ttlMs: 0 }],
    ['waiting', { waitingFor: [] }],
    ['needs-user', { need: 'none', shape: 'none' }],
    ['gave-up', { claim: null }],
    ['done', { claim: null, missing: [] }],
    ['unproved', { claim: null, missing: [] }],
    ['continue', { missing: [] }],
  ])('without a loop are empty: %s', (rule, facts) => {
    expect(factsOf(rule, undefined)).toEqual(facts);
  });

  test('say who claims that the work is done', () => {
    const by = (stop: Partial<StopCommand>, run = loop): unknown => factsOf('done', run, stop);
    expect(by({})).toEqual({ claim: null, missing: ['c (not met yet)'] });
    expect(by({ statusBlock: { exitSignal: true } })).toMatchObject({ claim: 'status block' });
    expect(by({ signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }] })).toMatchObject({
      claim: 'COMPLETE',
    });
    expect(by({}, runAfter({ type: 'start' }, { type: 'signal', isDone: true }))).toMatchObject({
      claim: 'exit signal',
    });
    const tasks = runAfter(
      { type: 'start', stage: 'executing' },
      { type: 'task', action: 'add', subject: 'a' },
      { type: 'task', action: 'complete', id: '1' },
    );
    expect(by({}, tasks)).toEqual({ claim: 'tasks', missing: ['thorough review', 'gate'] });
  });

  test('name the question and the background work', () => {
    expect(factsOf('disabled', loop, { isDisabled: true })).toEqual({ disabled: true });
    expect(factsOf('not-main', loop, { isSubagent: true })).toEqual({ subagent: true });
    expect(factsOf('needs-user', runAfter({ type: 'start', shape: 'colleague' }))).toEqual({
      need: 'check-in',
      shape: 'colleague',
    });
    expect(factsOf('waiting', loop, { waitingFor: ['bash'] })).toEqual({ waitingFor: ['bash'] });
    expect(factsOf('no-loop', undefined, { openTasks: ['A'] })).toEqual({ status: 'none', openTasks: ['A'] });
    expect(factsOf('continue', undefined, { openTasks: ['A'] })).toEqual({ missing: ['task A'] });
  });

  test('count every breaker of the table', () => {
    const names = breakerRules.map(({ name }) =>
      name.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase()),
    );
    expect(Object.keys(factsOf('breaker', loop) as object)).toEqual(['breaker', ...names]);
  });

  test('count refusals and edits of one file', () => {
    const run = runAfter(
      { type: 'start' },
      { type: 'observe', tools: 2, edits: ['a', 'a', 'b'], hasFailed: true, denials: 1 },
      { type: 'observe', tools: 0, edits: ['a'] },
    );
    expect(factsOf('breaker', run)).toMatchObject({ permission: 1, sameFile: 1 });
  });

  test('count what repeats itself', () => {
    const message = { message: 'Same.', isContinuing: true };
    const run = runAfter(
      { type: 'start', criteria: [{ name: 'c' }] },
      { type: 'stop', ...message } as AnyLoose,
      { type: 'observe', tools: 1, errors: ['e'] },
      { type: 'observe', tools: 1, errors: ['e'] },
    );
    expect(factsOf('breaker', run, message)).toMatchObject({
      breaker: 'none',
      sameMessage: 2,
      sameError: 2,
      idle: 0,
      sameCriterion: 1,
    });
  });
});
