import { expect, test } from 'vitest';
import { runClaude, say, tool, tools } from '../../src/index.ts';
import { setStage } from '../stage.ts';
import { toyPlugin } from '../toy-plugin.ts';

const ask = (thing: string) => ({
  name: 'Agent',
  input: {
    description: thing,
    prompt: `find the ${thing}`,
    subagent_type: 'toy:scout',
    run_in_background: false,
  },
});

test('subagents play their own scripts, each from the start, while the main script waits', async () => {
  const { sandbox, model } = await setStage({
    main: [tools([ask('needle'), ask('pin'), ask('pin')]), say('all back')],
    subagents: [
      { matching: 'find the needle', script: [say('a needle')] },
      { matching: /find the p[aeiou]n/, script: [tool('Bash', { command: 'true' }), say('a pin')] },
    ],
  });

  const run = await runClaude({ sandbox, model, plugins: [toyPlugin], prompt: 'search' });

  expect(run.spoken).toEqual(['all back']);
  const reports = model
    .mainRequests()
    .at(1)
    ?.newTexts.filter((text) => text.includes('hand-back'));
  expect(reports?.map((text) => /a (needle|pin)$/m.exec(text)?.[0])).toEqual(['a needle', 'a pin', 'a pin']);
  const agents = model.requests.filter(({ kind }) => kind === 'subagent');
  expect(agents).toHaveLength(5);
  expect(new Set(agents.map(({ agentId }) => agentId)).size).toBe(3);
  expect(agents.every(({ system }) => system.includes('You are the scout'))).toBe(true);
  expect(model.unscripted).toEqual([]);
});

test('a subagent without a script gets a default reply and is listed as unscripted', async () => {
  const { sandbox, model } = await setStage([tools([ask('needle')]), say('done')]);

  await runClaude({ sandbox, model, plugins: [toyPlugin], prompt: 'search' });

  expect(model.unscripted.map(({ kind }) => kind)).toEqual(['subagent']);
});
