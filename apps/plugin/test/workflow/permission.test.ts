import { runClaude, say, tools } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { loop, setStage } from '../support/stage.ts';

test('a worker calls the loop command without anybody being asked, like the skill that started it', async () => {
  const { sandbox, model, plugins, runOf } = await setStage({
    main: [
      loop('start --criteria a'),
      loop('task add "Part 1" --verify "true"'),
      tools([
        {
          name: 'Agent',
          input: {
            description: 'a task',
            prompt: 'Do task 1.',
            subagent_type: 'loop:worker',
            run_in_background: false,
          },
        },
      ]),
      loop('pause "enough"'),
      say('Paused.'),
    ],
    subagents: [
      {
        matching: 'Do task 1.',
        script: [loop('task claim 1 --owner one'), loop('task complete 1 --owner one'), say('Done.')],
      },
    ],
  });

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    permissions: 'dontAsk',
    prompt: '/loop:start a piece of work --force',
  });

  expect(model.unscripted).toEqual([]);
  expect(runOf(run.sessionId)?.frames[0]?.tasks).toMatchObject([{ status: 'completed', owner: 'one' }]);
});
