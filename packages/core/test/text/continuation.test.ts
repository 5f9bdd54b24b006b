import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Missing, Verdict } from '../../src/decide/decision.ts';
import { fold } from '../../src/evolve.ts';
import { note as noteSchema, runSchema, type Note } from '../../src/model/run.ts';
import { continuation, heldLine, okReason } from '../../src/text/continuation.ts';
import { addTask, stop, times, tool, wave } from '../support/commands.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT, evidence, given, openedWith, runAfter, started } from '../support/given.ts';
import { executing } from '../support/workflows.ts';

type Block = Extract<Verdict, { kind: 'block' }>;

function block(change: Partial<Block> = {}): Block {
  return { kind: 'block', rule: 'continue', iteration: 1, missing: [], notes: [], popped: [], ...change };
}

const textOf = (verdict: Block, run = runAfter({ type: 'start' })): string => continuation(run, verdict);

const unmet = (name: string): Missing => ({ kind: 'criterion', name, why: 'unmet' });
const DONE = 'Done? Write `<loop-complete>done</loop-complete>` on its own line.';

describe('the continuation', () => {
  test.each([
    ['loop', '<loop-complete>done</loop-complete>'],
    ['issue', '<issue-complete>DONE</issue-complete>'],
    ['grind', '<loop-complete>done</loop-complete>'],
  ] as const)('of a hold in mode %s says how to end it, and names the checks of the user', (mode, signal) => {
    const tests = { name: 'tests', by: 'user', check: { command: 'npm test', by: 'user' } } as const;
    const run = runAfter({
      type: 'start',
      mode,
      criteria: [tests, { name: 'lint', check: { command: 'x' } }],
    });
    const missing: Missing[] = [{ kind: 'criterion', name: 'tests', why: 'unchecked' }, { kind: 'claim' }];
    const users = { outputs: [], unseen: [] };
    expect(continuation(run, block({ missing }), 'loop', users)).toBe(
      `[LOOP 1/10] Still open: tests (its check has not run). Done? Write \`${signal}\` on its own line; the loop then runs: tests.`,
    );
  });

  test('says at a claim that a check of the user changes the files that it proves', () => {
    const tests = { name: 'tests', by: 'user', check: { command: 'npm test', by: 'user' } } as const;
    const run = runAfter({ type: 'start', criteria: [tests] });
    const missing: Missing[] = [{ kind: 'criterion', name: 'tests', why: 'stale' }];
    const textFor = (unseen: readonly { criterion: string }[], rule: Block['rule'] = 'unproved'): string =>
      continuation(run, block({ rule, missing }), 'loop', { outputs: [], unseen });
    const line =
      'Files changed while "tests" ran, so its pass doesn\'t count: let git ignore what it writes.';
    expect(textFor([])).toContain(line);
    expect(textFor([{ criterion: 'tests' }])).not.toContain('Files changed');
    expect(textFor([], 'continue')).not.toContain('Files changed');
  });

  test('names a signal that was only shown, and what it stands in', () => {
    const shown = { ...stop, nearMiss: { line: 7, place: 'code block' } };
    const { verdict, run } = given({ type: 'opened', at: AT, run: runAfter({ type: 'start' }) }).when(shown);
    expect(textOf(verdict as Block, run)).toContain(
      'The signal on line 7 stands in a code block: only shown, not said.',
    );
  });

  test('says why nothing ran for a claim from another repository, and where to go', () => {
    const elsewhere = { path: '/vendor/x', project: '/project' };
    const line =
      "No check ran: /vendor/x is no work tree of this loop's project. Go back to /project, or to a work tree of its repository, and say there that the work is done.";
    expect(textOf(block({ rule: 'unproved', elsewhere }))).toContain(line);
    expect(textOf(block({ elsewhere }))).not.toContain(line);
  });

  test('names the iteration and the open proofs, the next step and how to prove it', () => {
    const run = runAfter({
      type: 'start',
      criteria: [{ name: 'tests pass', check: { command: 'npm test' } }, { name: 'lint clean' }],
      steps: ['Refactor /api/users'],
    });
    const { verdict, run: after } = given({ type: 'opened', at: AT, run }).whenStopped();
    expect(continuation(after, verdict as Block)).toBe(
      [
        '[LOOP 1/10] Still open: tests pass (its check has not run), lint clean (not met yet).',
        'Next: Refactor /api/users.',
        'Done? Once your own checks pass, write `<loop-complete>done</loop-complete>` on its own line.',
      ].join(' '),
    );
  });

  test('of a workflow names its stage and how to learn the next step', () => {
    const { run, verdict } = given(started({ stage: 'executing' })).when(addTask('Create the schema'), {
      type: 'stop',
    });
    expect(textOf(verdict as Block, run)).toBe(
      '[LOOP 1/10] Still open: task 1 Create the schema, thorough review, gate. Stage executing: `loop next` says what comes next. The gate prints the block that ends the loop.',
    );
  });

  test('begins with open tasks, and names the skipped reviews and the stuck count', () => {
    const work = given(executing([{ subject: 'A' }], { criteria: [{ name: 'c' }] }));
    const { verdict, run } = work.when(wave('begin'), wave('finish'), stop, ...times(2, tool, stop));
    const text = textOf(verdict as Block, run);
    expect(text).toContain('Still open: task 1 A, c (not met yet), thorough review, gate.');
    expect(text).toContain('Light reviews skipped: wave 1: `loop review`.');
    expect(text).toContain('STUCK_COUNT: 2.');
  });

  test('names every command by its local name', () => {
    const run = runAfter({ type: 'start', stage: 'executing' });
    const missing: Missing[] = [{ kind: 'gate' }];
    expect(continuation(run, block({ missing }), '"$P/bin/loop"')).toContain('`"$P/bin/loop" next`');
    expect(continuation(run, block({ missing }), '$&')).toContain('`$& next`');
  });

  test.each<readonly [string, Partial<Block>, string[], string]>([
    [
      'says of a claim that a proof is missing',
      { rule: 'unproved', missing: [unmet('c')] },
      [],
      '[LOOP 1/10] You said the work is done, but a proof is missing: c (not met yet).',
    ],
    [
      'asks for the word where nothing else is missing',
      { missing: [{ kind: 'claim' }] },
      ['a'],
      '[LOOP 1/10] Every proof holds.',
    ],
    [
      'never says of a loop without criteria that a proof holds',
      { missing: [{ kind: 'claim' }] },
      [],
      '[LOOP 1/10] This loop has no criteria: only your word ends it.',
    ],
    [
      'says how much it leaves out of a long list',
      { missing: ['0', '1', '2', '3', '4', '5', '6', '7'].map(unmet) },
      [],
      `[LOOP 1/10] Still open: ${[0, 1, 2, 3, 4, 5].map((name) => `${name} (not met yet)`).join(', ')} and 2 more.`,
    ],
  ])('%s', (_, change, names, first) => {
    const criteria = names.map((name) => ({ name }));
    const text = textOf(block(change), runAfter({ type: 'start', criteria }));
    expect(text.startsWith(`${first} `)).toBe(true);
    if (change.missing?.[0]?.kind === 'claim') expect(text).toBe(`${first} ${DONE}`);
  });

  test('of a task list without a loop names only the open tasks', () => {
    const { verdict } = given().whenStopped({ openTasks: ['A', 'B'] });
    expect(continuation(undefined, verdict as Block)).toBe('[LOOP] Still open: task A, task B.');
  });

  test.each(['stale', 'unchecked', 'failed', 'unmet', 'assumed'] as const)(
    'a criterion that is %s',
    (why) => {
      const says = (rule: Block['rule'], first: string): boolean =>
        textOf(block({ rule, missing: [{ kind: 'criterion', name: 'c', why }] })).includes(
          `Done? ${first} write \`<loop-complete>done</loop-complete>\` on its own line.`,
        );
      const isChecked = ['stale', 'unchecked', 'failed'].includes(why);
      expect(says('continue', 'Once your own checks pass,')).toBe(isChecked);
      expect(says('unproved', 'Run `loop verify`, then')).toBe(isChecked);
    },
  );

  test('speaks of ticking once a claim was refused, while there is something to tick', () => {
    const tick = 'A criterion without a check is ticked once it is true: `loop criterion tick "<name>"`.';
    const start = { type: 'start' as const, criteria: [{ name: 'c' }] };
    const checked = runAfter({ type: 'start', criteria: [{ name: 'c', check: { command: 'x' } }] });
    const runs = [
      runAfter(start),
      runAfter(start, { type: 'criterion', action: 'tick', name: 'c' }),
      checked,
    ];
    const says = (rule: Block['rule']) => runs.map((run) => textOf(block({ rule }), run).includes(tick));
    expect(says('unproved')).toEqual([true, false, false]);
    expect(says('continue')).toEqual([false, false, false]);
  });

  test.each<readonly [Note, string]>([
    [
      { kind: 'criteria-disagree', criteria: ['a', 'b', 'c', 'd', 'e'] },
      'The status block disagrees with the record on: a, b, c, d and 1 more.',
    ],
    [{ kind: 'budget', percent: 80 }, '80 % of the budget is spent.'],
    [{ kind: 'budget', percent: 95, limit: 'timeMs' }, '95 % of the time is up.'],
    [
      { kind: 'popped', frame: 'f', spec: 'inner', ending: 'verified' },
      'The inner loop "inner" ended: verified. The outer loop goes on.',
    ],
  ])('tells %o', (note, text) => {
    expect(textOf(block({ notes: [note] }))).toContain(` ${text} Done?`);
  });

  test('says the same thing once', () => {
    const note: Note = { kind: 'budget', percent: 80 };
    expect(textOf(block({ notes: [note, note] })).split('80 %')).toHaveLength(2);
  });

  test('stays under 1,500 characters and loses whole lines, not the first one', () => {
    const notes = Array.from({ length: 100 }, (_, index): Note => ({
      kind: 'ask-panel',
      subject: `${index} ${'x'.repeat(100)}`,
    }));
    const text = continuation(runAfter({ type: 'start', criteria: [{ name: 'a' }] }), block({ notes }));
    expect(text.length).toBeLessThan(1500);
    expect(text.length).toBeGreaterThan(1300);
    expect(text).toMatch(/^\[LOOP 1\/10\] Every proof holds\./);
    expect(text.endsWith(` ${DONE}`)).toBe(true);
  });

  test('stays under 1,500 characters and on clean lines for any run, however hostile', () => {
    const missing = fc.array(
      fc.oneof(
        fc.record({
          kind: fc.constant('task' as const),
          id: fc.string(),
          subject: fc.string({ maxLength: 300, unit: 'binary' }),
        }),
        fc.record({
          kind: fc.constant('criterion' as const),
          name: fc.string({ maxLength: 300, unit: 'binary' }),
          why: fc.constantFrom('unmet' as const, 'stale' as const),
        }),
      ),
      { maxLength: 10 },
    );
    const notes = fc.array(arbitraryOf(noteSchema), { maxLength: 20 });
    fc.assert(
      fc.property(arbitraryOf(runSchema), missing, notes, fc.double(), (run, open, said, iteration) => {
        const opened = fold([{ type: 'opened', at: AT, run }]);
        const text = continuation(opened, block({ missing: open, notes: said, iteration }));
        expect(text.length).toBeLessThan(1500);
        expect(text).toMatch(/^\[LOOP(?: |\])/);
        expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/.test(text)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the reason of the ok dialect', () => {
  const task = (subject: string): Missing => ({ kind: 'task', id: '1', subject });

  test.each<readonly [Missing[], string]>([
    [[unmet('A'), unmet('B'), task('T')], 'unmet criteria: A, B'],
    [[{ kind: 'claim' }], 'exit_signal not set: confirm completion'],
    [[], 'exit_signal not set: confirm completion'],
    [[task('A'), task('B'), task('C'), task('D'), { kind: 'gate' }], 'pending tasks: A, B, C'],
    [[{ kind: 'review', blockers: 1 }, { kind: 'gate' }], 'next: thorough review (1 blockers remain), gate'],
    [[unmet('a\nb\u001b[31m')], 'unmet criteria: a b[31m'],
  ])('%o: %s', (missing, reason) => {
    expect(okReason(block({ missing }))).toBe(reason);
  });

  test('names open tasks of a workflow before its criteria, and the next step where nothing else is known', () => {
    const workflow = runAfter({ type: 'start', stage: 'executing' });
    expect(okReason(block({ missing: [unmet('A'), task('T')] }), workflow)).toBe('pending tasks: T');
    const steps = runAfter({ type: 'start', steps: ['s'] });
    expect(okReason(block({ missing: [{ kind: 'claim' }] }), steps)).toBe('next: s');
    const met = runAfter({ type: 'start', steps: ['s'], criteria: [{ name: 'c' }] });
    expect(okReason(block({ missing: [{ kind: 'claim' }] }), met)).toBe(
      'exit_signal not set: confirm completion; next: s',
    );
  });

  test('names at most twenty criteria', () => {
    const missing = Array.from({ length: 22 }, (_, index) => unmet(`c${index}`));
    expect(okReason(block({ missing }))).toMatch(/c19 and 2 more$/);
  });
});

describe('the line for the user when a stop is held', () => {
  const criterion = (name: string, why: 'unmet' | 'unchecked' | 'failed' | 'stale' | 'assumed'): Missing => ({
    kind: 'criterion',
    name,
    why,
  });
  const checked = { name: 'tests', failures: 0, check: { command: 'x' } };
  const spend = { usd: 0.04, tokens: 1 };

  test('says how often, why, how much is proved, and the cost', () => {
    const criteria = [
      { ...checked, evidence: { ...evidence(true), isStale: true } },
      { ...checked, name: 'lint', evidence: evidence(true) },
    ];
    const { run } = given(openedWith({ criteria, spend }));
    expect(heldLine(run, block({ iteration: 2, missing: [criterion('tests', 'stale')] }))).toBe(
      'Held 2/10 · tests: changed since it passed · 1/2 proved · $0.04',
    );
  });

  test.each<readonly [Missing[], string]>([
    [[criterion('c', 'unchecked')], 'c: has not run'],
    [[criterion('c', 'failed')], 'c: failed'],
    [[criterion('c', 'unmet')], 'c: not met yet'],
    [[criterion('c', 'assumed')], 'c: ticked on an assumption'],
    [[{ kind: 'criterion', name: 'c', why: 'unchecked', isJudged: true }], 'c: not judged yet'],
    [[criterion('c', 'failed'), criterion('d', 'failed'), { kind: 'gate' }], 'c: failed and 2 more'],
    [[criterion('c', 'failed'), { kind: 'task', id: '1', subject: 'T' }], 'task 1 T and 1 more'],
    [[{ kind: 'claim' }], 'nobody says that the work is done'],
  ])('%o: %s', (missing, why) => {
    expect(heldLine(runAfter({ type: 'start' }), block({ missing }))).toBe(`Held 1/10 · ${why} · $0.00`);
  });

  test('a tick is a word and no proof', () => {
    const run = runAfter(
      { type: 'start', criteria: [{ name: 'c' }, { name: 'd' }] },
      { type: 'criterion', action: 'tick', name: 'c' },
    );
    expect(heldLine(run, block())).toContain(' · 0/2 proved, 1 by word · ');
  });

  test('without criteria it counts steps, else tasks', () => {
    expect(heldLine(runAfter({ type: 'start', steps: ['a', 'b'] }), block())).toContain(' · 0/2 steps · ');
    const run = runAfter({ type: 'start' }, addTask('A'));
    expect(heldLine(run, block())).toContain(' · 0/1 tasks · ');
  });

  test('of a task list without a loop says that it holds once', () => {
    const { verdict } = given().whenStopped({ openTasks: ['A', 'B'] });
    expect(heldLine(undefined, verdict as Block)).toBe('Held once · task A and 1 more');
  });
});
