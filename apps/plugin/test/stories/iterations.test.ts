// @module-tag deep
import { openClaude, runClaude, say } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { bash, castModel, continuations, loop, setStage, stopAnswers, toldTo } from '../support/stage.ts';

const begin = (flags = ''): ReturnType<typeof loop> =>
  loop(`start --criteria "a; b" --steps "one; two" ${flags}`);

test('ten and more productive iterations pass: tools between stops keep the client’s cap away', async () => {
  const iterations = 12;
  const work = Array.from({ length: iterations }, (_, index) => [
    loop(`step add "piece ${index}"`),
    loop(`step done "piece ${index}"`),
    say(`Piece ${index} is done.`),
  ]).flat();
  const { runOf, play } = await setStage([begin(), say('Begun.'), ...work]);

  const run = await play('/loop:start work in pieces --force --iterations 12');

  expect(continuations(run)).toHaveLength(iterations);
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'paused',
    ending: { kind: 'paused', cause: { limit: 'iterations' } },
  });
  expect(run.notices.at(-1)).toContain('[LOOP] ⏸ Paused: all ');
  expect(run.notices.join('\n')).not.toContain('overriding');
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
  expect(run.notices.join('\n')).toContain('[LOOP] ⏸ Paused: Claude Code ended the turn');
  expect(model.textsForClaude().join('\n')).toContain(
    'Claude Code ended the turn although the loop wanted to go on',
  );
});

test('a turn that --max-turns ends over our block is not overridden, and the loop goes on', async () => {
  const { sandbox, plugins, runOf, play } = await setStage([begin(), say('one')]);
  const prompt = '/loop:start make the tests pass --force';
  const cut = await play(prompt, { maxTurns: 2 });
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
