import { levelsOf, say, type Step } from '@loopwright/testkit';
import { describe, expect, test } from 'vitest';
import { loop, mend, setStage, type Stage, toldTo } from '../support/stage.ts';

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

/** A way to weaken the words of the user: Claude's steps, and how the user and the record have it. */
type Way = readonly [name: string, steps: readonly Step[], told: RegExp];

const asksFor = (name: string, words: string, flag: string): Way => [
  name,
  words.startsWith('start --') ? [loop(words)] : [start, loop(words)],
  new RegExp(`Claude asked for ${flag}`),
];
const TRIED = /Claude tried to change "tests pass"/;

const WAYS: readonly Way[] = [
  ['another check under the same name', [loop('start --check "tests pass=true"')], TRIED],
  asksFor('more iterations at the start', 'start --iterations 50', '--iterations 50'),
  asksFor('no budget at the start', 'start --budget none', '--budget none'),
  asksFor('another shape at the start', 'start --shape tool', '--shape tool'),
  ['another spec', [loop('start "say hello, and nothing else"')], /Clarified by Claude/],
  ['a removed criterion', [start, loop('criterion remove "tests pass" --reason "it is flaky"')], TRIED],
  ['a second criterion of the same name', [start, loop('criterion add "tests pass" --check true')], TRIED],
  asksFor('more of everything with continue', 'continue --iterations 30 --budget 90', '--budget 90'),
  asksFor(
    'a fresh start over the one that goes on',
    'start "say hello, done when hello.txt exists" --fresh --check "tests pass=true"',
    '--fresh',
  ),
  [
    'an inner loop with looser limits',
    [start, loop('push "sum.js adds" --iterations 40 --shape tool'), loop('pop')],
    /Claude asked for --iterations 40/,
  ],
];

for (const { rows, tags } of levelsOf(WAYS, (_, index) => index < 2))
  test.each(rows)('a model gets nothing by %s, and the user is told', { tags }, async (_way, steps, told) => {
    const stage = await setStage([
      ...steps,
      say('Working.'),
      mend,
      say('Mended.\n\n<loop-done>COMPLETE</loop-done>'),
    ]);
    const run = await stage.play(PROMPT);
    const { frames } = openRunOf(stage, run.sessionId);
    expect(frames).toMatchObject([
      {
        shape: 'tool-review',
        limits: { iterations: 3, budgetUsd: 2 },
        criteria: expect.arrayContaining([USERS]),
        spec: expect.stringContaining('make the tests pass'),
      },
    ]);
    expect(`${JSON.stringify(frames)}\n${toldTo(stage.model)}\n${run.notices.join('\n')}`).toMatch(told);
    // The user hears of it, too.
    expect(run.notices.join('\n')).toMatch(told.source.startsWith('Clarified') ? /Done/ : told);
  });

describe('the words of the user', () => {
  test('are shown with who asked for what', async () => {
    const { model, play } = await setStage([
      loop(`start --budget 1 --criteria "docs say so" --steps "mend sum.js"`),
      loop('status'),
      loop('pause'),
      say('Paused.'),
    ]);
    await play(PROMPT);
    const said = toldTo(model);
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
});

function openRunOf({ runOf }: Stage, sessionId: string): NonNullable<ReturnType<Stage['runOf']>> {
  const run = runOf(sessionId);
  if (!run) throw new Error('no run');
  return run;
}
