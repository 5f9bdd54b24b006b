import { both, openClaude, runClaude, say, type Step } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import {
  bash,
  castModel,
  continuations,
  loop,
  setStage,
  type Stage,
  stopAnswers,
  toldTo,
} from '../support/stage.ts';

const begin = (flags = ''): ReturnType<typeof loop> =>
  loop(`start --criteria "a; b" --steps "one; two" ${flags}`);

test('ten and more productive iterations pass: tools between stops keep the client’s cap away', async () => {
  const iterations = 12;
  const work = Array.from({ length: iterations }, (_, index) => [
    loop(`step add "piece ${index}"`),
    loop(`step done "piece ${index}"`),
    say(`Piece ${index} is done.`),
  ]).flat();
  const { sandbox, model, plugins, runOf } = await setStage([begin(), say('Begun.'), ...work]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start work in pieces --force --iterations 12',
  });

  expect(continuations(run)).toHaveLength(iterations);
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { limit: 'iterations' } },
  });
  expect(run.notices.at(-1)).toContain('[LOOP] ⏸ Paused: iterations');
  expect(run.notices.join('\n')).not.toContain('overriding');
});

test('three idle continuations end it by our own breaker, before the client’s cap does', async () => {
  const stage = await setStage([]);
  const { sandbox, model, plugins, runOf } = stage;
  model.append(
    begin(),
    onceNoted(stage, 'Thinking.'),
    say('Still thinking.'),
    say('Thinking hard.'),
    say('Thinking harder.'),
  );

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start think about it --force' });

  expect(continuations(run)).toHaveLength(3);
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'stuck',
    ending: { kind: 'stuck', cause: { breaker: 'idle' } },
  });
  expect(run.notices.at(-1)).toContain('[LOOP] Stuck: idle');
});

test('two idle continuations and then a tool go on', async () => {
  const stage = await setStage([]);
  const { sandbox, model, plugins, runOf } = stage;
  model.append(
    begin('--iterations 4'),
    onceNoted(stage, 'Thinking.'),
    say('Still thinking.'),
    say('Thinking hard.'),
    bash('ls'),
    onceNoted(stage, 'Looked.'),
    say('Thinking again.'),
  );

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start think about it --force' });

  expect(continuations(run)).toHaveLength(4);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'paused', cause: { limit: 'iterations' } } });
});

test('a turn that the client ends over our block is noticed at the next prompt and told to the user', async () => {
  const { sandbox, model, plugins, runOf } = await setStage(
    [begin(), say('one'), say('two'), say('three'), say('four')],
    {
      settings: { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' } },
    },
  );
  const session = openClaude({ sandbox, model, plugins });
  onTestFinished(async () => void (await session.kill()));

  await session.prompt('/loop:start try --force');
  const { sessionId } = session.view();
  expect(runOf(sessionId)?.status).toBe('active');
  await session.prompt('what happened?');
  const run = await session.close();

  expect(runOf(sessionId)).toMatchObject({ status: 'paused', ending: { kind: 'overridden' } });
  expect(run.notices.join('\n')).toContain('[LOOP] ⏸ Paused: overridden.');
  expect(model.textsForClaude().join('\n')).toContain(
    'The client ended the last turn although the loop wanted to go on.',
  );
});

test('a turn that --max-turns ends over our block is not overridden, and the loop goes on', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([begin(), say('one')]);
  const prompt = '/loop:start make the tests pass --force';
  const cut = await runClaude({ sandbox, model, plugins, prompt, maxTurns: 2 });
  expect(cut.result?.subtype).toBe('error_max_turns');
  // The hook held the stop; the client had no turn left for it.
  expect(stopAnswers(cut)).toHaveLength(1);

  const later = await castModel([say('two'), bash('ls'), say('three'), loop('cancel'), say('Cancelled.')]);
  const again = { sandbox, model: later, plugins, resume: cut.sessionId, prompt: 'go on' };
  const run = await runClaude(again);
  expect(toldTo(later)).not.toContain('overridden');
  expect(run.notices.join('\n')).not.toContain('overridden');
  expect(continuations(run)).toHaveLength(2);
  expect(runOf(cut.sessionId)?.status).toBe('cancelled');
});

test('a signal inside a code fence ends nothing, the same line outside does', async () => {
  const signal = '<loop-done>COMPLETE</loop-done>';
  const { sandbox, model, plugins } = await setStage([
    loop('start'),
    say(`When I am done I will say:\n\n\`\`\`\n${signal}\n\`\`\`\n`),
    bash('ls'),
    say(`Now I am done.\n\n${signal}`),
  ]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start explain yourself --force' });

  expect(stopAnswers(run)).toHaveLength(2);
  expect(continuations(run)).toHaveLength(1);
  expect(run.notices.at(-1)).toContain(
    'Stop says: [LOOP] Ended | claimed | done by word: no check vouches for it',
  );
});

test('an inner issue finishes and the outer grind goes on in the same turn', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([
    loop('start --mode grind'),
    loop('push "issue 7: the sum is wrong" --mode issue'),
    say('Mended.\n\n<issue-complete>DONE</issue-complete>'),
    bash('ls'),
    say('No issue left.\n\n<grind-done>NO_MORE_ISSUES</grind-done>'),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start work through the issues --force',
  });

  expect(run.results).toHaveLength(1);
  expect(continuations(run)).toEqual([
    expect.stringContaining('The inner loop "issue 7: the sum is wrong" ended: claimed.'),
  ]);
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'completed',
    ending: { kind: 'gave-up', signal: 'NO_MORE_ISSUES' },
    closed: [{ spec: 'issue 7: the sum is wrong', ending: { kind: 'claimed' } }],
  });
});

/**
 * Claude says something once it is on record that tools ran. The client's hook for that runs beside the turn, and
 * a script answers faster than any model.
 */
function onceNoted({ runOf }: Stage, text: string): Step {
  return async ({ sessionId }) => {
    await expect.poll(() => runOf(sessionId)?.frames.at(-1)?.breaker.tools).toBeGreaterThan(0);
    return say(text);
  };
}

test('a budget that is used up pauses the loop', async () => {
  const dear = { usage: { input: 0, output: 1_000_000 } };
  const work = { name: 'Bash', input: { command: 'ls' } };
  const { sandbox, model, plugins, runOf } = await setStage([
    begin('--budget 1'),
    both('Working.', work, dear),
    say('One piece.'),
    both('Working on.', work),
    say('Another piece.'),
    both('And on.', work),
    say('A third piece.'),
    say('Not reached.'),
  ]);

  const run = await runClaude({ sandbox, model, plugins, prompt: '/loop:start spend it all --force' });

  // The transcript lags behind the client, so that the money may be seen a stop later than it was spent.
  expect(continuations(run).length).toBeLessThanOrEqual(2);
  const paused = runOf(run.sessionId);
  expect(paused).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { limit: 'budgetUsd' } },
  });
  expect(paused?.frames[0]?.spend.usd).toBeGreaterThan(1);
  expect(run.notices.at(-1)).toContain('[LOOP] ⏸ Paused: budget');
});
