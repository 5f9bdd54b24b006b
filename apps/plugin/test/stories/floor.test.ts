import { runClaude, say, type Step } from '@loopwright/testkit';
import { describe, expect, test } from 'vitest';
import { bash, COMPLETE, loop, mend, setStage, type Stage, toldTo } from '../support/stage.ts';

const CHECK = 'tests pass=node test.js';
const TYPED = `make the tests pass --check "${CHECK}" --iterations=3 --budget=2 --shape=tool-review`;
const PROMPT = `/loop:start ${TYPED}`;
const start = loop('start --steps "mend sum.js"');

/** The criterion as the user typed it. */
const USERS = expect.objectContaining({
  name: 'tests pass',
  by: 'user',
  check: { command: 'node test.js', by: 'user' },
}) as unknown;

/** What a model tries, and the words in which the user and the record have it. */
interface Way {
  readonly steps: readonly Step[];
  readonly told: RegExp;
  readonly prompt?: string;
}

/** Twelve ways to weaken the words of the user. */
const WAYS: Readonly<Record<string, Way>> = {
  'another check under the same name': {
    steps: [loop('start --check "tests pass=true"')],
    told: /Claude tried to change "tests pass"/,
  },
  'more iterations at the start': {
    steps: [loop('start --iterations 50')],
    told: /Claude asked for --iterations 50/,
  },
  'no budget at the start': {
    steps: [loop('start --budget none')],
    told: /Claude asked for --budget none/,
  },
  'another shape at the start': {
    steps: [loop('start --shape tool')],
    told: /Claude asked for --shape tool/,
  },
  'a forced start of an unclear wish': {
    steps: [
      loop('start --force'),
      loop('start "sum(1, 2) in sum.js returns 3, in sum.js alone. Done when node test.js passes."'),
    ],
    told: /Claude asked for --force/,
    prompt: '/loop:start make it nicer --iterations=3 --budget=2 --shape=tool-review',
  },
  'another spec': {
    steps: [loop('start "say hello, and nothing else"')],
    told: /Clarified by Claude/,
  },
  'a removed criterion': {
    steps: [start, loop('criterion remove "tests pass" --reason "it is flaky"')],
    told: /Claude tried to change "tests pass"/,
  },
  'a second criterion of the same name': {
    steps: [start, loop('criterion add "tests pass" --check true')],
    told: /Claude tried to change "tests pass"/,
  },
  'more of everything with continue': {
    steps: [start, loop('continue --iterations 30 --budget 90 --shape tool')],
    told: /Claude asked for --budget 90/,
  },
  'a fresh start over the one that goes on': {
    steps: [start, loop('start "say hello, done when hello.txt exists" --fresh --check "tests pass=true"')],
    told: /Claude asked for --fresh/,
  },
  'an inner loop with looser limits': {
    steps: [start, loop('push "sum.js adds" --iterations 40 --shape tool'), loop('pop')],
    told: /Claude asked for --iterations 40/,
  },
  'a hand edit of state.json': {
    steps: [
      start,
      bash(
        `node -e 'const f=".loop/state.json",s=JSON.parse(fs.readFileSync(f));s.criteria=["hello"];s.criteriaStatus={hello:true};fs.writeFileSync(f,JSON.stringify(s))'`,
      ),
    ],
    told: /Claude tried to change "tests pass".*edit of state\.json/,
  },
};

describe('a model that tries to weaken the words of the user', () => {
  test.each(Object.entries(WAYS))(
    'gets nothing by %s, and the user is told',
    async (_way, { steps, told, prompt }) => {
      const stage = await setStage([
        ...steps,
        say('Working.'),
        mend,
        say('Mended.\n\n<loop-done>COMPLETE</loop-done>'),
      ]);
      const { sandbox, model, plugins } = stage;
      const run = await runClaude({ sandbox, model, plugins, prompt: prompt ?? PROMPT });
      const { frames } = openRunOf(stage, run.sessionId);
      expect(frames).toMatchObject([
        {
          shape: 'tool-review',
          limits: { iterations: 3, budgetUsd: 2 },
          criteria: prompt === undefined ? expect.arrayContaining([USERS]) : [],
        },
      ]);
      expect(frames[0]?.spec).toContain((prompt ?? PROMPT).slice('/loop:start '.length).split(' --')[0]);
      const record = `${JSON.stringify(frames)}\n${model.textsForClaude().join('\n')}\n${run.notices.join('\n')}`;
      expect(record).toMatch(told);
      // The user hears of it, too.
      expect(run.notices.join('\n')).toMatch(told.source.startsWith('Clarified') ? /Ended/ : told);
    },
  );

  test('gets a loop that is no longer verified by ending it and starting another', async () => {
    const stage = await setStage([
      start,
      loop('cancel'),
      loop('start "sum(1, 2) in sum.js returns 3. Done when the tests pass." --check tests=true'),
      loop('verify'),
      say('Done.\n\n<loop-done>COMPLETE</loop-done>'),
    ]);
    const { sandbox, model, plugins } = stage;
    const run = await runClaude({ sandbox, model, plugins, prompt: PROMPT });
    expect(openRunOf(stage, run.sessionId).ending).toMatchObject({
      kind: 'claimed',
      amended: [{ what: 'removed', subject: 'tests pass' }],
    });
    expect(run.notices.join('\n')).toContain('Contract changed by Claude: removed');
  });
});

describe('the words of the user', () => {
  test('are shown with who asked for what', async () => {
    const { sandbox, model, plugins } = await setStage([
      loop(`start --budget 1 --criteria "docs say so" --steps "mend sum.js"`),
      loop('status'),
      loop('pause'),
      say('Paused.'),
    ]);
    await runClaude({ sandbox, model, plugins, prompt: PROMPT });
    const said = model.textsForClaude().join('\n');
    expect(said).toContain('- tests pass (yours, checked by loop verify)');
    expect(said).toContain("- docs say so (Claude's)");
    expect(said).toContain("Asked for: 3 iterations (yours), $1 (Claude's), shape tool-review (yours)");
    expect(said).toMatch(/Iteration +1 of 3 \(yours\)/);
    expect(said).toMatch(/Cost +\$0\.00 of \$1 \(Claude's\)/);
  });

  test('raise limits after /loop:continue, once', async () => {
    const stage = await setStage([
      start,
      loop('pause'),
      say('Paused.'),
      loop('continue --iterations 5'),
      loop('continue --iterations 5'),
      loop('pause'),
      say('Paused again.'),
    ]);
    const session = stage.open();
    await session.prompt(PROMPT);
    await session.prompt('/loop:continue --iterations=5');
    const frame = openRunOf(stage, session.view().sessionId).frames[0];
    expect(frame).toMatchObject({ limits: { iterations: 8 }, asked: { iterations: 'user' } });
    expect(frame?.amendments).toMatchObject([{ subject: '--iterations 5', isRefused: true }]);
  });

  test('start afresh over a loop that goes on', async () => {
    const stage = await setStage([
      start,
      loop('pause'),
      say('Paused.'),
      loop('start --fresh'),
      loop('pause'),
      say('Paused again.'),
    ]);
    const session = stage.open();
    await session.prompt(PROMPT);
    await session.prompt('/loop:start --fresh sum.js adds --check "adds=node test.js"');
    expect(openRunOf(stage, session.view().sessionId).frames[0]).toMatchObject({
      spec: 'sum.js adds',
      criteria: [{ name: 'adds', by: 'user' }],
    });
  });
});

test('what the user typed beside a loop is the floor of the next one, after the first has ended', async () => {
  const next =
    '/loop:start then hi.txt is there, and nothing else changes --check "hi=test -f hi.txt" --iterations=2 --force';
  const stage = await setStage([
    start,
    loop('pause'),
    say('Paused.'),
    // The next start waits for the end of this loop.
    loop('start'),
    loop('continue'),
    mend,
    loop('verify'),
    say(COMPLETE),
    loop('start --check "hi=true" --iterations 40'),
    say('<loop-complete>Done.</loop-complete>'),
    bash('touch hi.txt'),
    say('<loop-complete>Done.</loop-complete>'),
  ]);
  const session = stage.open();
  await session.prompt(PROMPT);
  await session.prompt(next);
  const { sessionId } = session.view();
  expect(openRunOf(stage, sessionId)).toMatchObject({ ending: { kind: 'verified' } });
  await session.prompt('go on with the next one');
  expect(stage.model.unscripted).toEqual([]);
  const run = openRunOf(stage, sessionId);
  expect(run).toMatchObject({ ending: { kind: 'verified', seen: { hook: ['hi'] } } });
  expect(run.frames[0]).toMatchObject({
    limits: { iterations: 2 },
    asked: { iterations: 'user' },
    criteria: [{ name: 'hi', by: 'user', check: { command: 'test -f hi.txt', by: 'user' } }],
  });
  expect(toldTo(stage.model)).toContain('"hi" keeps the check that the user asked for');
});

function openRunOf({ runOf }: Stage, sessionId: string): NonNullable<ReturnType<Stage['runOf']>> {
  const run = runOf(sessionId);
  if (!run) throw new Error('no run');
  return run;
}
