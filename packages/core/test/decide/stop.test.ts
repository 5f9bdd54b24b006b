import { describe, expect, test } from 'vitest';
import { endingDetail } from '../../src/text/endings.ts';
import { RULE_NAMES } from '../../src/decide/decision.ts';
import { explainStop } from '../../src/decide/stop.ts';
import { stopRules } from '../../src/decide/stop-rules.ts';
import type { StopCommand } from '../../src/model/command.ts';
import {
  AT,
  type AnyLoose,
  evidence,
  given,
  happened,
  openedWith,
  result,
  SAME_TREE,
  started,
  topOf,
} from '../support/given.ts';
import { completed, executing } from '../support/workflows.ts';

const stop = { type: 'stop' } as const;
const done = { type: 'signal', isDone: true } as const;
const tool = { type: 'observe', tools: 1 } as const;
const user = { type: 'prompt', source: 'prompt' } as const;
const checked = { name: 'tests pass', check: { command: 'npm test' } };
const CORRUPT = { iteration: -1 };

describe('the stop table', () => {
  test('has the fourteen rules of the design, in their order, each with a reason', () => {
    expect(stopRules.map(({ name }) => name)).toEqual([...RULE_NAMES]);
    expect(RULE_NAMES).toEqual([
      'disabled',
      'no-loop',
      'not-main',
      'ended',
      'corrupt',
      'stale',
      'waiting',
      'needs-user',
      'gave-up',
      'done',
      'breaker',
      'limit',
      'unproved',
      'continue',
    ]);
    for (const { reason } of stopRules) expect(reason).toMatch(/^[A-Z][^\n]{20,}\.$/);
  });

  test('1 disabled: lets go before anything else is read, and records nothing', () => {
    const outcome = given(started()).whenStopped({ isDisabled: true, isSubagent: true });
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'disabled' });
    expect(outcome.types).toEqual([]);
    expect(given(started()).whenStopped({ isDisabled: false }).verdict?.rule).toBe('continue');
  });

  test('2 no-loop: no run, or a draft', () => {
    expect(given().whenStopped({ isSubagent: true }).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
    expect(given(happened({ type: 'draft' })).whenStopped({ isSubagent: true }).verdict?.rule).toBe(
      'no-loop',
    );
  });

  test('3 not-main: a subagent always ends', () => {
    expect(given(openedWith(CORRUPT)).whenStopped({ isSubagent: true }).verdict).toEqual({
      kind: 'allow',
      rule: 'not-main',
    });
    expect(given().whenStopped({ isSubagent: true, openTasks: ['A'] }).verdict?.rule).toBe('not-main');
    expect(given(started()).whenStopped({ isSubagent: false }).verdict?.rule).toBe('continue');
  });

  test('4 ended: at rest or over, before the numbers are checked', () => {
    const outcome = given(openedWith(CORRUPT, { status: 'paused' })).whenStopped({ at: AT + 1e9 });
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'ended' });
  });

  test('4 ended: says how it ended', () => {
    expect(given(started()).when({ type: 'pause', reason: 'x' }, stop).verdict).toEqual({
      kind: 'allow',
      rule: 'ended',
      ending: { kind: 'paused', cause: { kind: 'hand', reason: 'x' }, at: AT },
    });
  });

  test('5 corrupt: comes before stale, and aborts', () => {
    const outcome = given(openedWith(CORRUPT)).whenStopped({ at: AT + 1e9 });
    expect(outcome).toMatchObject({
      verdict: {
        kind: 'allow',
        rule: 'corrupt',
        ending: { kind: 'aborted', at: AT + 1e9 },
      },
      types: ['rested'],
      run: { status: 'aborted' },
    });
  });

  test('6 stale: comes before waiting and before a proved end', () => {
    const outcome = given(started()).when(done, { ...stop, at: AT + 7_200_001, waitingFor: ['bash_1'] });
    expect(outcome).toMatchObject({ verdict: { rule: 'stale' }, run: { status: 'stuck' } });
  });

  test('6 stale: the time to live is the run’s', () => {
    const loop = given(started({ ttlMs: 1000 }));
    expect(loop.whenStopped({ at: AT + 1000 }).verdict?.kind).toBe('block');
    expect(loop.whenStopped({ at: AT + 1001 }).verdict?.rule).toBe('stale');
  });

  test('6 stale: every event counts as having heard of it, usage counted with the stop itself does not', () => {
    const heard = given(started()).when({ ...tool, at: AT + 7_000_000 }, { ...stop, at: AT + 14_000_000 });
    expect(heard.verdict?.kind).toBe('block');
    const spent = { usd: 1, tokens: 1, from: '', to: 'a' };
    expect(given(started()).whenStopped({ at: AT + 7_200_001, spent }).verdict?.rule).toBe('stale');
  });

  test('6 stale: a clock that went backwards makes nothing stale', () => {
    expect(given(started()).whenStopped({ at: AT - 1e9 }).verdict?.kind).toBe('block');
  });

  test('7 waiting: allows the stop in the same iteration, before any claim is tested', () => {
    const outcome = given(started()).when(done, { ...stop, waitingFor: ['bash_1'] });
    expect(outcome).toMatchObject({
      verdict: { kind: 'allow', rule: 'waiting' },
      types: ['let-go'],
      run: { status: 'active' },
      frame: { iteration: 0 },
    });
    expect(outcome.verdict).not.toHaveProperty('ending');
    expect(given(started()).whenStopped({ waitingFor: [] }).verdict?.rule).toBe('continue');
  });

  test('7 waiting: holds for a task list without a run, too', () => {
    const { verdict } = given().whenStopped({ openTasks: ['A'], waitingFor: ['bash_1'] });
    expect(verdict).toEqual({ kind: 'allow', rule: 'waiting' });
  });

  test('8 needs-user: a check-in lets go alive and begins an iteration', () => {
    const outcome = given(started({ shape: 'colleague' })).whenStopped();
    expect(outcome).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user' },
      types: ['let-go'],
      run: { status: 'active' },
      frame: { iteration: 1, checkInDue: false },
    });
  });

  test('8 needs-user: plan mode lets go in the same iteration, whatever else holds, and the loop goes on after it', () => {
    const loop = given(started({ criteria: [{ name: 'c' }] }));
    const planning = { ...stop, isPlanning: true } as const;
    for (const facts of [{}, { isHeadless: true }, { statusBlock: { exitSignal: true } }]) {
      expect(loop.when({ ...planning, ...facts })).toMatchObject({
        verdict: { kind: 'allow', rule: 'needs-user' },
        run: { status: 'active' },
        frame: { iteration: 0, breaker: { idle: 0, stuckCount: 0 } },
      });
    }
    expect(loop.when(stop, planning, planning, user, stop)).toMatchObject({
      verdict: { kind: 'block', rule: 'continue', iteration: 2 },
    });
  });

  test('8 needs-user: plan mode lets go while a question is open, too', () => {
    const asking = given(started({ stage: 'intent' }));
    const question = { type: 'stage', question: 'Which routes?' } as const;
    expect(asking.when(question, { ...stop, isPlanning: true })).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user' },
      frame: { iteration: 0, workflow: { question: 'Which routes?' } },
    });
  });

  test('9 gave-up: comes before done, and ends the last frame', () => {
    const outcome = given(started()).when(done, {
      ...stop,
      signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
    });
    expect(outcome).toMatchObject({
      verdict: { kind: 'allow', rule: 'gave-up', ending: { kind: 'gave-up', signal: 'STUCK' } },
      run: { status: 'completed', ending: { kind: 'gave-up' }, frames: [{ id: 'frame-1' }] },
    });
  });

  test('10 done: work that is proved done in its last iteration is done', () => {
    const loop = given(openedWith({ iteration: 10 }));
    expect(loop.whenStopped().verdict?.rule).toBe('limit');
    expect(loop.when(done, stop).verdict?.rule).toBe('done');
  });

  test('10 done: work that is proved done is done although a breaker would trip', () => {
    const errors = Array.from({ length: 3 }, () => ({ ...tool, errors: ['x'] }));
    expect(given(started()).when(...errors, stop).verdict?.rule).toBe('breaker');
    expect(given(started()).when(...errors, done, stop).verdict?.rule).toBe('done');
  });

  test('10 done: the last frame stays for those who look at the run', () => {
    const { run } = given(started()).when(done, stop);
    expect(run).toMatchObject({
      status: 'completed',
      frames: [{ id: 'frame-1', exitSignal: true }],
      closed: [],
    });
  });

  test('11 breaker: comes before the limit and before unproved', () => {
    const history = openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] });
    const errors = Array.from({ length: 3 }, () => ({ ...tool, errors: ['x'] }));
    expect(given(history).when(...errors, stop)).toMatchObject({
      verdict: {
        kind: 'allow',
        rule: 'breaker',
        ending: { kind: 'paused', cause: { breaker: 'same-error' } },
      },
      run: { status: 'paused' },
    });
    const denied = { type: 'observe', tools: 0, denials: 2 } as const;
    expect(given(history).when(denied, done, stop).run?.ending).toMatchObject({
      cause: { breaker: 'permission' },
    });
  });

  test('12 limit: comes before unproved', () => {
    const history = openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] });
    expect(given(history).when(done, stop).verdict).toMatchObject({
      kind: 'allow',
      rule: 'limit',
      ending: { kind: 'paused', cause: { limit: 'iterations' }, at: AT },
    });
  });

  test('13 unproved: a claim without its proofs blocks, names them, and counts an iteration', () => {
    const { verdict, types, frame } = given(started({ criteria: [{ name: 'c' }] })).when(done, stop);
    expect(verdict).toEqual({
      kind: 'block',
      rule: 'unproved',
      iteration: 1,
      missing: [{ kind: 'criterion', name: 'c', why: 'unmet' }],
      notes: [],
      popped: [],
    });
    expect(types).toEqual(['continued']);
    expect(frame.iteration).toBe(1);
  });

  test('14 continue: blocks, names the missing proofs and the claim, and counts an iteration', () => {
    const { verdict, frame } = given(started({ criteria: [{ name: 'c' }] })).whenStopped();
    expect(verdict).toEqual({
      kind: 'block',
      rule: 'continue',
      iteration: 1,
      missing: [{ kind: 'criterion', name: 'c', why: 'unmet' }, { kind: 'claim' }],
      notes: [],
      popped: [],
    });
    expect(frame.iteration).toBe(1);
  });
});

describe('the claim', () => {
  test('a signal in the text is newer than the status block', () => {
    const { verdict } = given(started()).whenStopped({
      signals: [{ kind: 'loop-complete', value: '', line: 1 }],
      statusBlock: { exitSignal: false },
    });
    expect(verdict?.rule).toBe('done');
  });

  test('the status block is newer than the flag, and takes it back for good', () => {
    const loop = given(started());
    const taken = loop.when(done, { ...stop, statusBlock: { exitSignal: false } });
    expect(taken).toMatchObject({ verdict: { rule: 'continue' }, types: ['signalled', 'continued'] });
    expect(taken.frame.exitSignal).toBe(false);
    expect(loop.when(done, { ...stop, statusBlock: { exitSignal: false } }, stop).verdict?.rule).toBe(
      'continue',
    );
  });

  test.each([
    ['waiting', 'tool', { waitingFor: ['x'] }],
    ['needs-user', 'colleague', {}],
  ] as const)(
    'the status block takes the flag back also where the loop is let go by %s',
    (rule, shape, facts) => {
      const { verdict, frame } = given(started({ shape })).when(done, {
        ...stop,
        ...facts,
        statusBlock: { exitSignal: false },
      });
      expect(verdict?.rule).toBe(rule);
      expect(frame.exitSignal).toBe(false);
    },
  );

  test('a status block without an exit signal says nothing about the flag', () => {
    const { verdict, types } = given(started({ criteria: [{ name: 'c' }] })).when(done, {
      ...stop,
      statusBlock: { criteria: [] },
    });
    expect(verdict?.rule).toBe('unproved');
    expect(types).toEqual(['continued']);
  });

  test('the flag stays until it is taken back', () => {
    const loop = given(started({ criteria: [{ name: 'c' }] }));
    expect(loop.when(done, stop, tool, stop).verdict?.rule).toBe('unproved');
    expect(loop.when(done, stop, { type: 'signal', isDone: false }, stop).verdict?.rule).toBe('continue');
  });

  test('a status block that repeats the flag records nothing new', () => {
    const { types } = given(started({ criteria: [{ name: 'c' }] })).when(done, {
      ...stop,
      statusBlock: { exitSignal: true },
    });
    expect(types).toEqual(['continued']);
  });

  test('a signal that was not proved is not remembered', () => {
    const { verdict } = given(started({ criteria: [{ name: 'c' }] })).when(
      { ...stop, signals: [{ kind: 'loop-complete', value: '', line: 1 }] },
      tool,
      stop,
    );
    expect(verdict?.rule).toBe('continue');
  });

  test('a workflow claims by its tasks, in both lists', () => {
    const loop = given(executing([{ subject: 'A' }]));
    expect(loop.whenStopped().verdict?.rule).toBe('continue');
    expect(loop.when(completed('1'), stop).verdict?.rule).toBe('unproved');
    expect(loop.when(completed('1'), { ...stop, openTasks: ['B'] }).verdict?.rule).toBe('continue');
    expect(loop.when(completed('1'), { ...stop, openTasks: [] }).verdict?.rule).toBe('unproved');
  });

  test('a workflow without a task claims nothing, and tasks without a workflow neither', () => {
    expect(given(started({ stage: 'intent' })).whenStopped().verdict?.rule).toBe('continue');
    const tasks = given(started()).when({ type: 'task', action: 'add', subject: 'A' }, completed('1'), stop);
    expect(tasks.verdict?.rule).toBe('continue');
  });
});

describe('proofs', () => {
  const verify = (passed: boolean): AnyLoose => ({ type: 'verify', results: [result('tests pass', passed)] });
  const loop = given(started({ criteria: [checked] }));
  const claim = (facts: Partial<StopCommand> = {}): AnyLoose => ({ ...stop, ...facts });

  test.each([
    ['unchecked', [], SAME_TREE],
    ['failed', [verify(false)], SAME_TREE],
    ['stale', [verify(true)], [{ scope: '', value: 'tree-2' }]],
    ['stale', [verify(true)], [{ scope: 'src', value: 'tree-1' }]],
    ['stale', [verify(true)], []],
    ['stale', [verify(true)], undefined],
  ] as const)('a checked criterion is missing: %s', (why, before, fingerprints) => {
    const facts = fingerprints && { fingerprints: [...fingerprints] };
    const { verdict } = loop.when(done, ...before, claim(facts));
    expect(verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests pass', why }],
    });
  });

  test('fresh passing evidence proves it, and the run ends verified', () => {
    const { verdict } = loop.when(done, verify(true), claim({ fingerprints: SAME_TREE }));
    expect(verdict).toMatchObject({ rule: 'done', ending: { kind: 'verified' } });
  });

  test('the end names the linked work tree that was proved, and that the project was not', () => {
    const detail = (workTree: { readonly path: string; readonly branch?: string }) =>
      endingDetail(loop.when(done, verify(true), claim({ fingerprints: SAME_TREE, workTree })).run!.ending!);
    expect(detail({ path: '/wt', branch: 'feature' })).toBe(
      "in the work tree /wt on branch feature (the project's own tree is not proved); in Claude's own shell: tests pass",
    );
    expect(detail({ path: '/wt' })).toMatch(/^in the work tree \/wt \(/);
  });

  test('evidence holds for the paths that the check names, in any order and named twice', () => {
    const check = { command: 'npm test', paths: ['src', 'lib', 'src'] };
    const { verdict } = given(started({ criteria: [{ name: 'tests pass', check }] })).when(
      done,
      verify(true),
      claim({ fingerprints: [{ scope: 'lib\nsrc', value: 'tree-1' }] }),
    );
    expect(verdict?.rule).toBe('done');
  });

  test('one criterion by word among checks makes the end claimed, not verified', () => {
    const { verdict } = given(started({ criteria: [checked, { name: 'looks good' }] })).when(
      done,
      verify(true),
      { type: 'criterion', action: 'tick', name: 'looks good' },
      claim({ fingerprints: SAME_TREE }),
    );
    expect(verdict).toMatchObject({ rule: 'done', ending: { kind: 'claimed' } });
  });

  test.each([
    ['execution output', 'done'],
    ['observation', 'done'],
    ['measurement', 'done'],
    ['assumption', 'unproved'],
  ] as const)('a tick by %s: %s', (basis, rule) => {
    const { verdict } = given(started({ criteria: [{ name: 'c' }] })).when(
      done,
      { type: 'criterion', action: 'tick', name: 'c', basis },
      stop,
    );
    expect(verdict?.rule).toBe(rule);
    if (rule === 'unproved') expect(verdict).toMatchObject({ missing: [{ why: 'assumed' }] });
  });

  test('the frame’s own open tasks are missing, completed ones are not', () => {
    const { verdict } = given(started()).when(
      done,
      { type: 'task', action: 'add', subject: 'A' },
      { type: 'task', action: 'add', subject: 'B' },
      { type: 'task', action: 'claim', id: '2' },
      completed('1'),
      stop,
    );
    expect(verdict).toMatchObject({ missing: [{ kind: 'task', id: '2', subject: 'B' }] });
  });
});

describe('check-ins', () => {
  const colleague = given(started({ shape: 'colleague', criteria: [{ name: 'c' }] }));

  test('wait while a claim is made: done and unproved answer it first', () => {
    expect(colleague.when(done, stop).verdict?.rule).toBe('unproved');
    expect(given(started({ shape: 'colleague' })).when(done, stop).verdict?.rule).toBe('done');
  });

  test('come after a used-up limit', () => {
    const { verdict, run } = given(openedWith({ shape: 'colleague', iteration: 10 })).whenStopped();
    expect(verdict?.rule).toBe('limit');
    expect(run?.status).toBe('paused');
  });

  test('tool-review: due after a wave, until the user spoke', () => {
    const reviewed = given(executing([{ subject: 'A' }, { subject: 'B' }], { shape: 'tool-review' }));
    const wave = [
      { type: 'wave', action: 'begin' },
      { type: 'wave', action: 'finish' },
    ] as const;
    expect(reviewed.when(...wave).frame.checkInDue).toBe(true);
    expect(reviewed.when(...wave, stop)).toMatchObject({
      verdict: { rule: 'needs-user' },
      frame: { checkInDue: false, iteration: 1 },
    });
    expect(reviewed.when(...wave, stop, stop).verdict?.kind).toBe('block');
    expect(reviewed.when(...wave, user, stop).verdict?.kind).toBe('block');
  });

  test('a hand edit that counted the iteration ahead is not counted twice, here either', () => {
    const ahead = { ...topOf(given(started({ shape: 'colleague' })).run), iteration: 1, countedAhead: true };
    const outcome = given(openedWith(ahead)).whenStopped();
    expect(outcome.frame).toMatchObject({ iteration: 1, countedAhead: false });
    expect(given(openedWith(ahead)).when(stop, user, stop).frame.iteration).toBe(2);
  });

  test('the iteration that waits keeps its counters, the one that begins has fresh ones', () => {
    const busy = { ...tool, edits: ['a'] };
    const waited = given(started()).when(busy, { ...stop, waitingFor: ['x'] });
    expect(waited.frame.breaker).toMatchObject({ tools: 1, edits: [{ path: 'a', count: 1 }] });
    const begun = given(started({ shape: 'colleague' })).when(busy, stop);
    expect(begun.frame.breaker).toMatchObject({ tools: 0, edits: [] });
  });
});

describe('nested loops', () => {
  const nested = (outer: object = {}, inner: object = {}): readonly AnyLoose[] => [
    { type: 'start', spec: 'outer', ...outer },
    { type: 'push', spec: 'inner', ...inner },
  ];
  const completeSignal = { signals: [{ kind: 'loop-complete', value: '', line: 1 }] } as const;

  test('the words of the inner loop claim nothing for the outer one', () => {
    const loop = given(happened(...nested()));
    const both = loop.whenStopped({ ...completeSignal, statusBlock: { exitSignal: true }, message: 'm' });
    expect(both.verdict).toMatchObject({ kind: 'block', rule: 'continue' });
    expect(both.run).toMatchObject({
      frames: [{ exitSignal: false, breaker: { message: '', messageCount: 0 } }],
    });
  });

  test('an outer loop that was claimed and proved ends in the same breath', () => {
    const { verdict, run, types } = given(happened(nested()[0]!, done, nested()[1]!)).whenStopped(
      completeSignal,
    );
    expect(types).toEqual(['closed', 'rested']);
    expect(verdict).toMatchObject({
      kind: 'allow',
      rule: 'done',
      ending: { kind: 'claimed' },
      popped: [{ kind: 'claimed' }],
    });
    expect(run).toMatchObject({
      status: 'completed',
      frames: [{ spec: 'outer' }],
      closed: [{ spec: 'inner' }],
    });
  });

  test('an outer loop whose limit is used up pauses in the same breath', () => {
    const outer = openedWith({ iteration: 10 });
    const { verdict } = given(outer, happenedOn(outer)).whenStopped(completeSignal);
    expect(verdict).toMatchObject({
      kind: 'allow',
      rule: 'limit',
      ending: { kind: 'paused', cause: { limit: 'iterations' } },
      popped: [{ kind: 'claimed' }],
    });
  });

  test('an outer loop that is to check in does so', () => {
    const { verdict, run } = given(
      happened(...nested({ shape: 'colleague' }, { shape: 'tool' })),
    ).whenStopped(completeSignal);
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'needs-user', popped: [{ kind: 'claimed' }] });
    expect(run?.status).toBe('active');
  });

  test('each frame has its own criteria, iterations and counters', () => {
    const { run } = given(happened({ type: 'start', criteria: [{ name: 'c' }] })).when(
      stop,
      { type: 'push', spec: 'inner' },
      stop,
      stop,
    );
    expect(run?.frames.map(({ iteration }) => iteration)).toEqual([1, 2]);
    expect(run?.frames.map(({ criteria }) => criteria.length)).toEqual([1, 0]);
  });

  test('a whole stack of proved loops ends at once', () => {
    const history = happened(
      { type: 'start', spec: 'a' },
      done,
      { type: 'push', spec: 'b', frameId: 'b' },
      done,
      { type: 'push', spec: 'c', frameId: 'c' },
      done,
    );
    const { verdict, run } = given(history).whenStopped();
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'done' });
    expect(verdict).toHaveProperty('popped.length', 2);
    expect(run?.closed.map(({ id }) => id)).toEqual(['c', 'b']);
  });

  test('usage is counted once, for everyone on the stack', () => {
    const { run, types } = given(happened(...nested())).whenStopped({
      ...completeSignal,
      spent: { usd: 1, tokens: 10, from: '', to: 'a' },
    });
    expect(types).toEqual(['spent', 'closed', 'continued']);
    expect(run).toMatchObject({
      frames: [{ spend: { usd: 1, tokens: 10 } }],
      closed: [{ spend: { usd: 1 } }],
    });
  });

  function happenedOn(opened: ReturnType<typeof openedWith>): ReturnType<typeof happened> {
    return given(opened).when({ type: 'push', spec: 'inner' }).events;
  }
});

describe('explaining a stop', () => {
  test('gives every rule’s answer, and which one fired', () => {
    const { run } = given(started({ criteria: [{ name: 'c' }] }));
    const looks = explainStop(run, { type: 'stop', at: AT });
    expect(looks.map(({ rule }) => rule)).toEqual([...RULE_NAMES]);
    expect(looks.filter(({ fired }) => fired).map(({ rule }) => rule)).toEqual(['continue']);
    expect(looks.filter(({ holds }) => holds).map(({ rule }) => rule)).toEqual(['continue']);
  });

  test('says which rules would have held later on', () => {
    const { run } = given(openedWith({ iteration: 10 }));
    const looks = explainStop(run, { type: 'stop', at: AT + 7_200_001, isDisabled: true });
    const holding = looks.filter(({ holds }) => holds).map(({ rule }) => rule);
    expect(holding).toEqual(['disabled', 'stale', 'limit', 'continue']);
    expect(looks.filter(({ fired }) => fired)).toMatchObject([{ rule: 'disabled' }]);
  });

  test('works without a run', () => {
    const looks = explainStop(undefined, { type: 'stop', at: AT });
    expect(looks.find(({ fired }) => fired)?.rule).toBe('no-loop');
  });

  test('gives the facts that each rule rests on', () => {
    const { run } = given(
      openedWith({
        iteration: 3,
        shape: 'colleague',
        criteria: [{ name: 'c', failures: 1, check: { command: 'x' }, evidence: evidence(false) }],
      }),
    );
    const facts = Object.fromEntries(
      explainStop(run, {
        type: 'stop',
        at: AT + 5,
        waitingFor: ['bash'],
        spent: { usd: 2, tokens: 3, from: '', to: 'a' },
        signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
      }).map((look) => [look.rule, look.facts]),
    );
    expect(facts).toEqual({
      disabled: { disabled: false },
      'no-loop': { status: 'active', openTasks: [] },
      'not-main': { subagent: false },
      ended: { status: 'active' },
      corrupt: { iteration: 3, limit: 10 },
      stale: { silentMs: 5, ttlMs: 7_200_000 },
      waiting: { waitingFor: ['bash'] },
      'needs-user': { need: 'none', shape: 'colleague' },
      'gave-up': { claim: 'STUCK' },
      done: { claim: 'STUCK', missing: ['c (its check failed)'] },
      breaker: {
        breaker: 'none',
        sameCriterion: 0,
        sameError: 0,
        sameFile: 0,
        permission: 0,
        idle: 0,
        sameMessage: 0,
        gate: 0,
        review: 0,
        judge: 0,
      },
      limit: {
        limit: 'none',
        iteration: 3,
        iterations: 10,
        spentUsd: 2,
        budgetUsd: 25,
        spentTokens: 3,
        budgetTokens: null,
        elapsedMs: 0,
        timeMs: null,
      },
      unproved: { claim: 'STUCK', missing: ['c (its check failed)'] },
      continue: { missing: ['c (its check failed)'] },
    });
  });

  test('names every kind of missing proof', () => {
    const { run } = given(executing([{ subject: 'A' }]));
    const looks = explainStop(run, { type: 'stop', at: AT, openTasks: ['B'] });
    expect(looks.at(-1)?.facts).toEqual({ missing: ['task 1 A', 'task B', 'thorough review', 'gate'] });
  });
});

test.each(['loop', 'issue', 'grind'] as const)('a loop of the kind %s is done by <loop-complete>', (mode) => {
  const signals = [{ kind: 'loop-complete', value: 'all of it', line: 1 }] as const;
  expect(given(started({ mode })).whenStopped({ signals }).run).toMatchObject({
    status: 'completed',
    ending: { kind: 'claimed' },
  });
});
