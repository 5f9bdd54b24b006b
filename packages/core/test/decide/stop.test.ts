import { describe, expect, test } from 'vitest';
import { RULE_NAMES, type RuleName } from '../../src/decide/decision.ts';
import { stopRules } from '../../src/decide/stop-rules.ts';
import { explainStop } from '../../src/decide/stop.ts';
import type { StopCommand } from '../../src/model/command.ts';
import type { Run } from '../../src/model/run.ts';
import { endingDetail } from '../../src/text/endings.ts';
import {
  complete as completeSignal,
  done,
  failing,
  gaveUp,
  said,
  spent,
  stop,
  task,
  addTask,
  stage,
  times,
  tool,
  undone,
  user,
  verify as verified,
  wave,
} from '../support/commands.ts';
import {
  AT,
  type AnyLoose,
  complete,
  given,
  happened,
  openedWith,
  runAfter,
  SAME_TREE,
  started,
  topOf,
} from '../support/given.ts';
import { completed, executing } from '../support/workflows.ts';

const checked = { name: 'tests pass', check: { command: 'npm test' } };
const CORRUPT = { iteration: -1 };
const oneCriterion = given(started({ criteria: [{ name: 'c' }] }));
const colleague = given(started({ shape: 'colleague' }));
const LATE = AT + 7_200_001;

describe('the stop table', () => {
  test('has the fourteen rules of the design, in their order, each with a reason', () => {
    expect(stopRules.map(({ name }) => name).join(', ')).toBe(
      'disabled, no-loop, not-main, ended, corrupt, stale, waiting, needs-user, gave-up, done, breaker, limit, unproved, continue',
    );
    for (const { reason } of stopRules) expect(reason).toMatch(/^[A-Z][^\n]{20,}\.$/);
  });

  test('1 disabled: lets go before anything else is read, and records nothing', () => {
    const outcome = given(started()).whenStopped({ isDisabled: true, isSubagent: true, ...spent(25) });
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'disabled' });
    expect([outcome.types, outcome.notices]).toEqual([[], []]);
    expect(given(started()).whenStopped({ isDisabled: false }).rule).toBe('continue');
  });

  test('2 no-loop: no run, or a draft', () => {
    const facts = { isSubagent: true };
    expect(given().whenStopped(facts).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
    expect(given(happened({ type: 'draft' })).whenStopped(facts).rule).toBe('no-loop');
  });

  test('3 not-main: a subagent always ends', () => {
    expect(given(openedWith(CORRUPT)).whenStopped({ isSubagent: true }).rule).toBe('not-main');
    expect(given().whenStopped({ isSubagent: true, openTasks: ['A'] }).rule).toBe('not-main');
    expect(given(started()).whenStopped({ isSubagent: false }).rule).toBe('continue');
  });

  test('4 ended: at rest or over, before the numbers are checked, and says how it ended', () => {
    const corrupt = given(openedWith(CORRUPT, { status: 'paused' })).whenStopped({ at: AT + 1e9 });
    expect(corrupt.verdict).toEqual({ kind: 'allow', rule: 'ended' });
    expect(given(started()).when({ type: 'pause', reason: 'x' }, stop).verdict).toEqual({
      kind: 'allow',
      rule: 'ended',
      ending: { kind: 'paused', cause: { kind: 'hand', reason: 'x' }, at: AT },
    });
  });

  test('5 corrupt: comes before stale, and aborts', () => {
    expect(given(openedWith(CORRUPT)).whenStopped({ at: AT + 1e9 })).toMatchObject({
      verdict: { kind: 'allow', rule: 'corrupt', ending: { kind: 'aborted', at: AT + 1e9 } },
      types: ['rested'],
      run: { status: 'aborted' },
    });
  });

  test('6 stale: comes before waiting and before a proved end', () => {
    const outcome = given(started()).when(done, { ...stop, at: LATE, waitingFor: ['bash_1'] });
    expect(outcome).toMatchObject({ rule: 'stale', run: { status: 'stuck' } });
  });

  test('6 stale: the time to live is the run’s, counted from its last event, and never backwards', () => {
    const loop = given(started({ ttlMs: 1000 }));
    const rules = [AT + 1000, AT + 1001, AT - 1e9].map((at) => loop.whenStopped({ at }).rule);
    expect(rules).toEqual(['continue', 'stale', 'continue']);
    const heard = given(started()).when({ ...tool, at: AT + 7_000_000 }, { ...stop, at: AT + 14_000_000 });
    expect(heard.rule).toBe('continue');
    expect(given(started()).whenStopped({ at: LATE, ...spent(1, 1) }).rule).toBe('stale');
  });

  test('7 waiting: allows the stop in the same iteration, before any claim is tested', () => {
    const outcome = given(started()).when(tool, done, { ...stop, waitingFor: ['bash_1'] });
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'waiting' });
    expect(outcome).toMatchObject({
      types: ['let-go'],
      run: { status: 'active' },
      frame: { iteration: 0, breaker: { tools: 1 } },
    });
    expect(given(started()).whenStopped({ waitingFor: [] }).rule).toBe('continue');
    expect(given().whenStopped({ openTasks: ['A'], waitingFor: ['x'] }).rule).toBe('waiting');
  });

  test('8 needs-user: a check-in lets go alive and begins an iteration with fresh counters', () => {
    expect(colleague.when({ ...tool, edits: ['a'] }, stop)).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user' },
      types: ['let-go'],
      run: { status: 'active' },
      frame: { iteration: 1, checkInDue: false, breaker: { tools: 0, edits: [] } },
    });
  });

  test('8 needs-user: plan mode lets go in the same iteration, whatever else holds, and the loop goes on after it', () => {
    const planning = { ...stop, isPlanning: true } as const;
    const claims = [{ statusBlock: { exitSignal: true } }, said('loop-done', 'STUCK')];
    for (const facts of [{}, { isHeadless: true }, ...claims]) {
      expect(oneCriterion.when({ ...planning, ...facts })).toMatchObject({
        verdict: { kind: 'allow', rule: 'needs-user' },
        run: { status: 'active' },
        frame: { iteration: 0, breaker: { idle: 0, stuckCount: 0 } },
      });
    }
    expect(oneCriterion.when(stop, planning, planning, user, stop)).toMatchObject({
      verdict: { kind: 'block', rule: 'continue', iteration: 2 },
    });
    const question = stage(undefined, { question: 'Which routes?' });
    expect(given(started({ stage: 'intent' })).when(question, planning)).toMatchObject({
      rule: 'needs-user',
      frame: { iteration: 0, workflow: { question: 'Which routes?' } },
    });
  });

  test('8 needs-user: a claim and a used-up limit come before a check-in', () => {
    const criteria = [{ name: 'c' }];
    expect(given(started({ shape: 'colleague', criteria })).when(done, stop).rule).toBe('unproved');
    expect(colleague.when(done, stop).rule).toBe('done');
    expect(given(openedWith({ shape: 'colleague', iteration: 10 })).whenStopped()).toMatchObject({
      rule: 'limit',
      run: { status: 'paused' },
    });
  });

  test('8 needs-user: shape tool-review checks in after a wave, until the user spoke', () => {
    const loop = given(executing([{ subject: 'A' }, { subject: 'B' }], { shape: 'tool-review' }));
    const waved = [wave('begin'), wave('finish')];
    expect(loop.when(...waved).frame.checkInDue).toBe(true);
    expect(loop.when(...waved, stop)).toMatchObject({
      rule: 'needs-user',
      frame: { checkInDue: false, iteration: 1 },
    });
    expect(loop.when(...waved, stop, stop).verdict?.kind).toBe('block');
    expect(loop.when(...waved, user, stop).verdict?.kind).toBe('block');
  });

  test('8 needs-user: a remark in the middle lets go in the same iteration, and the next message sends on', () => {
    const words = { ...stop, remark: 'words' } as const;
    const question = { ...stop, remark: 'question' } as const;
    const reply = { ...user, isCapped: false } as const;
    expect(oneCriterion.when(stop, reply, words)).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user', need: 'remark' },
      run: { status: 'active', awaitsUser: true },
      frame: { iteration: 1 },
    });
    const rules = (...commands: readonly AnyLoose[]) => oneCriterion.when(stop, reply, ...commands).rule;
    expect(rules(words, reply, words)).toBe('continue');
    expect(rules(words, reply, question)).toBe('needs-user');
    expect(rules(words, reply, words, reply, words)).toBe('needs-user');
  });

  test.each<[string, readonly AnyLoose[], object, RuleName]>([
    ['headless', [], { isHeadless: true }, 'continue'],
    ['a claim', [done], {}, 'unproved'],
    ['giving up', [], { signals: gaveUp.signals }, 'gave-up'],
    ['a used-up limit', [], spent(25), 'limit'],
    ['a reply to a pause', [{ type: 'pause' }, { type: 'resume' }], { remark: 'words' }, 'continue'],
  ])('8 needs-user: no remark after %s', (_, before, facts, rule) => {
    const outcome = oneCriterion.when(...before, { ...stop, remark: 'question', ...facts });
    expect(outcome.rule).toBe(rule);
    expect(outcome.verdict).not.toHaveProperty('need');
  });

  test('8 needs-user: words after a check-in are its reply, a question is answered without a new iteration', () => {
    const loop = given(executing([{ subject: 'A' }, { subject: 'B' }], { shape: 'tool-review' }));
    const asked = [wave('begin'), wave('finish'), stop, user] as const;
    expect(loop.when(...asked, { ...stop, remark: 'words' }).rule).toBe('continue');
    expect(loop.when(...asked, { ...stop, remark: 'question' }).rule).toBe('needs-user');
    expect(colleague.when(stop, user, { ...stop, remark: 'question' }).frame.iteration).toBe(1);
    expect(colleague.when(stop, user, { ...stop, remark: 'words' }).frame.iteration).toBe(2);
  });

  test('8 needs-user: a status block that disagrees at a check-in is noted until the reply', () => {
    const criteria = [{ name: 'c' }];
    const block = { statusBlock: { criteria: [{ name: 'c', isMet: true }] } };
    const asking = given(started({ shape: 'colleague', criteria }));
    expect(asking.whenStopped(block).frame.notes).toEqual([{ kind: 'criteria-disagree', criteria: ['c'] }]);
    expect(asking.when({ ...stop, ...block }, user).frame.notes).toEqual([]);
  });

  test('9 gave-up: comes before done, and ends the last frame', () => {
    expect(given(started()).when(done, gaveUp)).toMatchObject({
      verdict: { kind: 'allow', rule: 'gave-up', ending: { kind: 'gave-up', signal: 'STUCK' } },
      run: { status: 'completed', ending: { kind: 'gave-up' }, frames: [{ id: 'frame-1' }] },
    });
  });

  test('10 done: comes before a breaker and a limit, and the last frame stays for its readers', () => {
    const last = given(openedWith({ iteration: 10 }));
    expect([last.whenStopped().rule, last.when(done, stop).rule]).toEqual(['limit', 'done']);
    const errors = times(3, failing('x'));
    expect(given(started()).when(...errors, stop).rule).toBe('breaker');
    expect(given(started()).when(...errors, done, stop)).toMatchObject({
      rule: 'done',
      run: { status: 'completed', frames: [{ id: 'frame-1', exitSignal: true }], closed: [] },
    });
  });

  test('11 breaker: comes before the limit and before unproved', () => {
    const history = openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] });
    expect(given(history).when(...times(3, failing('x')), stop)).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker', ending: { kind: 'paused' } },
      cause: 'same-error',
      run: { status: 'paused' },
    });
    const denied = { type: 'observe', tools: 0, denials: 2 } as const;
    expect(given(history).when(denied, done, stop).cause).toBe('permission');
  });

  test('12 limit: comes before unproved', () => {
    const history = openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] });
    expect(given(history).when(done, stop).verdict).toMatchObject({
      kind: 'allow',
      rule: 'limit',
      ending: { kind: 'paused', cause: { limit: 'iterations' }, at: AT },
    });
  });

  test.each([
    ['13 unproved: a claim without its proofs', 'unproved', [done], []],
    ['14 continue: no claim', 'continue', [], [{ kind: 'claim' }]],
  ] as const)('%s blocks, names them, and counts an iteration', (_, rule, before, claim) => {
    const { verdict, types, frame } = oneCriterion.when(...before, stop);
    expect(verdict).toEqual({
      kind: 'block',
      rule,
      iteration: 1,
      missing: [{ kind: 'criterion', name: 'c', why: 'unmet' }, ...claim],
      notes: [],
      popped: [],
    });
    expect([types, frame.iteration]).toEqual([['continued'], 1]);
  });
});

describe('the claim', () => {
  const off = { ...stop, statusBlock: { exitSignal: false } } as const;

  test('a signal in the text is newer than the status block', () => {
    expect(given(started()).when({ ...completeSignal, statusBlock: { exitSignal: false } }).rule).toBe(
      'done',
    );
  });

  test('the status block is newer than the flag, and takes it back for good', () => {
    const taken = given(started()).when(done, off);
    expect(taken).toMatchObject({
      rule: 'continue',
      types: ['signalled', 'continued'],
      frame: { exitSignal: false },
    });
    expect(given(started()).when(done, off, stop).rule).toBe('continue');
  });

  test.each([
    ['waiting', 'tool', { waitingFor: ['x'] }],
    ['needs-user', 'colleague', {}],
  ] as const)('the status block takes the flag back also where %s lets go', (rule, shape, facts) => {
    const outcome = given(started({ shape })).when(done, { ...off, ...facts });
    expect(outcome).toMatchObject({ rule, frame: { exitSignal: false } });
  });

  test.each([{ criteria: [] }, { exitSignal: true }])(
    'the status block %j changes nothing of the flag',
    (statusBlock) => {
      const { rule, types } = oneCriterion.when(done, { ...stop, statusBlock });
      expect([rule, types]).toEqual(['unproved', ['continued']]);
    },
  );

  test('the flag stays until it is taken back, an unproved signal is not remembered', () => {
    expect(oneCriterion.when(done, stop, tool, stop).rule).toBe('unproved');
    expect(oneCriterion.when(done, stop, undone, stop).rule).toBe('continue');
    expect(oneCriterion.when(completeSignal, tool, stop).rule).toBe('continue');
  });

  test('a workflow claims by its tasks, in both lists, and nothing else claims by tasks', () => {
    const loop = given(executing([{ subject: 'A' }]));
    expect(loop.whenStopped().rule).toBe('continue');
    expect(loop.when(completed('1'), stop).rule).toBe('unproved');
    expect(loop.when(completed('1'), { ...stop, openTasks: ['B'] }).rule).toBe('continue');
    expect(loop.when(completed('1'), { ...stop, openTasks: [] }).rule).toBe('unproved');
    expect(given(started({ stage: 'intent' })).whenStopped().rule).toBe('continue');
    expect(given(started()).when(addTask('A'), completed('1'), stop).rule).toBe('continue');
  });
});

describe('proofs', () => {
  const verify = verified('tests pass', true);
  const loop = given(started({ criteria: [checked] }));
  const claim = (facts: Partial<StopCommand> = {}): AnyLoose => ({ ...stop, ...facts });

  test.each([
    ['unchecked', [], SAME_TREE],
    ['stale', [verify], [{ scope: '', value: 'tree-2' }]],
    ['stale', [verify], [{ scope: 'src', value: 'tree-1' }]],
    ['stale', [verify], []],
    ['stale', [verify], undefined],
  ] as const)('a checked criterion is missing: %s', (why, before, fingerprints) => {
    const facts = fingerprints && { fingerprints: [...fingerprints] };
    expect(loop.when(done, ...before, claim(facts)).verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'criterion', name: 'tests pass', why }],
    });
  });

  test('fresh passing evidence proves it, and the end names the linked work tree that was proved', () => {
    const ended = (facts: object) => loop.when(done, verify, claim({ fingerprints: SAME_TREE, ...facts }));
    expect(ended({}).verdict).toMatchObject({ rule: 'done', ending: { kind: 'verified' } });
    const detail = (workTree: object) => endingDetail(ended({ workTree }).run!.ending!);
    expect(detail({ path: '/wt', branch: 'feature' })).toBe(
      "in the work tree /wt on branch feature (the project's own tree is not proved); in Claude's own shell: tests pass",
    );
    expect(detail({ path: '/wt' })).toMatch(/^in the work tree \/wt \(/);
  });

  test('the frame’s own open tasks are missing, completed ones are not', () => {
    const tasks = [addTask('A'), addTask('B'), task('claim', '2'), completed('1')];
    const { verdict } = given(started()).when(done, ...tasks, stop);
    expect(verdict).toMatchObject({ missing: [{ kind: 'task', id: '2', subject: 'B' }] });
  });
});

test('a hand edit that counted the iteration ahead is not counted twice at a check-in', () => {
  const ahead = { ...topOf(colleague.run), iteration: 1, countedAhead: true };
  expect(given(openedWith(ahead)).whenStopped().frame).toMatchObject({ iteration: 1, countedAhead: false });
  expect(given(openedWith(ahead)).when(stop, user, stop).frame.iteration).toBe(2);
});

describe('what a block carries', () => {
  test('a near miss, an unreadable tree and a folder elsewhere, and none of them where there is none', () => {
    const facts = {
      nearMiss: { line: 7, place: 'code' },
      unreadable: 'too many files',
      elsewhere: { path: '/vendor/x', project: '/project' },
    };
    expect(given(started()).whenStopped(facts).verdict).toMatchObject(facts);
    const plain = given(started()).whenStopped().verdict!;
    for (const field of Object.keys(facts)) expect(plain).not.toHaveProperty(field);
  });
});

describe('nested loops', () => {
  const nested = (outer: object = {}, inner: object = {}): readonly AnyLoose[] => [
    { type: 'start', spec: 'outer', ...outer },
    { type: 'push', spec: 'inner', ...inner },
  ];

  test('the words of the inner loop claim nothing for the outer one', () => {
    const facts = { ...completeSignal, statusBlock: { exitSignal: true }, message: 'm' };
    const both = given(happened(...nested())).when(facts);
    expect(both.verdict).toMatchObject({ kind: 'block', rule: 'continue' });
    expect(both.run).toMatchObject({
      frames: [{ exitSignal: false, breaker: { message: '', messageCount: 0 } }],
    });
  });

  test('an outer loop that was claimed and proved ends in the same breath, and so does a whole stack', () => {
    const [start, push] = nested() as [AnyLoose, AnyLoose];
    expect(given(happened(start, done, push)).when(completeSignal)).toMatchObject({
      types: ['closed', 'rested'],
      verdict: {
        kind: 'allow',
        rule: 'done',
        ending: { kind: 'claimed' },
        popped: [{ kind: 'claimed' }],
      },
      run: { status: 'completed', frames: [{ spec: 'outer' }], closed: [{ spec: 'inner' }] },
    });
    const third = { type: 'push', spec: 'c', frameId: 'c' } as const;
    const { verdict, run } = given(happened(start, done, push, done, third, done)).whenStopped();
    expect(verdict).toMatchObject({ rule: 'done', popped: [{}, {}] });
    expect(run?.closed.map(({ id }) => id)).toEqual(['c', 'frame-2']);
  });

  test('an outer loop whose limit is used up pauses in the same breath', () => {
    const outer = openedWith({ iteration: 10 });
    const inner = given(outer).when({ type: 'push', spec: 'inner' }).events;
    expect(given(outer, inner).when(completeSignal)).toMatchObject({
      verdict: { kind: 'allow', rule: 'limit', popped: [{ kind: 'claimed' }] },
      cause: 'iterations',
    });
  });

  test('an outer loop that is to check in does so', () => {
    const history = happened(...nested({ shape: 'colleague' }, { shape: 'tool' }));
    expect(given(history).when(completeSignal)).toMatchObject({
      verdict: { kind: 'allow', rule: 'needs-user', popped: [{ kind: 'claimed' }] },
      run: { status: 'active' },
    });
  });

  test('each frame has its own criteria and iterations, and usage counts once for all of them', () => {
    const { run } = oneCriterion.when(stop, { type: 'push', spec: 'inner' }, stop, stop);
    expect(run?.frames.map(({ iteration, criteria }) => [iteration, criteria.length])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    const paid = given(happened(...nested())).when({ ...completeSignal, ...spent(1, 10) });
    expect(paid.types).toEqual(['spent', 'closed', 'continued']);
    expect(paid.run).toMatchObject({
      frames: [{ spend: { usd: 1, tokens: 10 } }],
      closed: [{ spend: { usd: 1 } }],
    });
  });
});

describe('explaining a stop', () => {
  /** The facts that a rule tested at a stop. */
  const factsOf = (rule: RuleName, run: Run | undefined, facts: Partial<StopCommand> = {}): unknown => {
    const command = complete({ ...stop, ...facts }) as StopCommand;
    return explainStop(run, command).find((one) => one.rule === rule)?.facts;
  };

  test('gives every rule’s answer, which one fired and which would have held later on', () => {
    const plain = explainStop(oneCriterion.run, { type: 'stop', at: AT });
    expect(plain.map(({ rule }) => rule)).toEqual([...RULE_NAMES]);
    expect(plain.filter(({ fired }) => fired).map(({ rule }) => rule)).toEqual(['continue']);
    expect(plain.filter(({ holds }) => holds).map(({ rule }) => rule)).toEqual(['continue']);
    const { run } = given(openedWith({ iteration: 10 }));
    const looks = explainStop(run, { type: 'stop', at: LATE, isDisabled: true });
    const holding = looks.filter(({ holds }) => holds).map(({ rule }) => rule);
    expect(holding).toEqual(['disabled', 'stale', 'limit', 'continue']);
    expect(looks.filter(({ fired }) => fired)).toMatchObject([{ rule: 'disabled' }]);
  });

  test.each<[RuleName, unknown]>([
    ['no-loop', { status: 'none', openTasks: [] }],
    ['ended', { status: 'none' }],
    ['corrupt', { iteration: null, limit: null }],
    ['stale', { silentMs: 0, ttlMs: 0 }],
    ['waiting', { waitingFor: [] }],
    ['needs-user', { need: 'none', shape: 'none' }],
    ['done', { claim: null, missing: [] }],
    ['unproved', { claim: null, missing: [] }],
    ['continue', { missing: [] }],
  ])('without a loop there are no facts: %s', (rule, facts) => {
    expect(factsOf(rule, undefined)).toEqual(facts);
  });

  test.each<[string, RuleName, Run | undefined, object, object]>([
    [
      'status block',
      'done',
      oneCriterion.run,
      { statusBlock: { exitSignal: true } },
      { claim: 'status block' },
    ],
    ['signal', 'done', oneCriterion.run, said('loop-done', 'COMPLETE'), { claim: 'COMPLETE' }],
    ['word', 'gave-up', oneCriterion.run, gaveUp, { claim: 'STUCK' }],
    ['silence', 'stale', oneCriterion.run, { at: AT + 5 }, { silentMs: 5, ttlMs: 7_200_000 }],
    ['usage', 'limit', oneCriterion.run, spent(2, 3), { limit: 'none', spentUsd: 2, spentTokens: 3 }],
    ['flag', 'done', runAfter({ type: 'start' }, done), {}, { claim: 'exit signal', missing: [] }],
    ['tasks', 'done', given(executing()).when(completed('1')).run, {}, { claim: 'tasks' }],
    ['switch', 'disabled', colleague.run, { isDisabled: true }, { disabled: true }],
    ['subagent', 'not-main', colleague.run, { isSubagent: true }, { subagent: true }],
    ['check-in', 'needs-user', colleague.run, {}, { need: 'check-in', shape: 'colleague' }],
    ['list', 'continue', undefined, { openTasks: ['A'] }, { missing: ['task A'] }],
    [
      'proofs',
      'continue',
      given(executing([{ subject: 'A' }])).run,
      { openTasks: ['B'] },
      { missing: ['task 1 A', 'task B', 'thorough review', 'gate'] },
    ],
    [
      'tree',
      'unproved',
      oneCriterion.run,
      { unreadable: 'too many files', elsewhere: { path: '/vendor/x', project: '/project' } },
      { unreadable: 'too many files', elsewhere: '/vendor/x' },
    ],
  ])('names the %s', (_, rule, run, stopped, facts) => {
    expect(factsOf(rule, run, stopped)).toMatchObject(facts);
  });

  test('counts what repeats itself', () => {
    const edited = { ...tool, edits: ['a', 'a', 'b'], hasFailed: true, denials: 1 };
    const again = { type: 'observe', tools: 0, edits: ['a'] } as const;
    expect(factsOf('breaker', runAfter({ type: 'start' }, edited, again))).toMatchObject({
      permission: 1,
      sameFile: 1,
    });
    const message = { message: 'Same.', isContinuing: true };
    const { run } = oneCriterion.when({ ...stop, ...message }, failing('e'), failing('e'));
    const counts = { sameMessage: 2, sameError: 2, idle: 0, sameCriterion: 1 };
    expect(factsOf('breaker', run, message)).toMatchObject(counts);
  });
});
