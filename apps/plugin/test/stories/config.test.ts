import { existsSync, writeFileSync } from 'node:fs';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, loop, setStage, toldTo } from '../support/stage.ts';

const CONFIG = JSON.stringify({ checks: { tests: 'touch .loop/ran' } });

test('who types --check NAME agrees to the command of the config, and the hook runs it', async () => {
  const { sandbox, open, model, runOf } = await setStage([loop('start'), say(COMPLETE)]);
  writeFileSync(sandbox.project.at('loop.config.json'), CONFIG);
  const session = open();
  await session.prompt('/loop:start make the login tests pass --check tests');
  expect(model.unscripted).toEqual([]);
  expect(toldTo(model)).toContain('From the config: tests (touch .loop/ran).');
  expect(existsSync(sandbox.project.at('.loop/ran'))).toBe(true);
  expect(runOf(session.view().sessionId)).toMatchObject({
    ending: { kind: 'verified', seen: { hook: ['tests'] } },
  });
});

test('limits and shape of the config count as they were when the user typed, not as Claude writes them', async () => {
  const written = JSON.stringify({ limits: { iterations: 50, budget: 100 }, shape: 'tool' });
  const { sandbox, open, model, runOf } = await setStage([
    bash(`echo '${written}' > loop.config.json`),
    loop('start'),
    loop('pause "enough"'),
    say('Paused.'),
  ]);
  writeFileSync(sandbox.project.at('loop.config.json'), '{"limits":{"iterations":20}}');
  const session = open();
  // A weak check: a stronger one would let the loop work alone by itself.
  await session.prompt('/loop:start make the login tests pass --check "tests=test -f test.js"');
  expect(model.unscripted).toEqual([]);
  expect(runOf(session.view().sessionId)?.frames[0]).toMatchObject({
    shape: 'colleague',
    limits: { iterations: 10, budgetUsd: 25 },
  });
  expect(toldTo(model)).toContain('is not as it was when the user typed');
});

test('Claude may look for the checks of the project without a question, and runs and writes none of them', async () => {
  const { sandbox, open, model } = await setStage(
    [loop('config'), loop('init --dry-run'), loop('init'), say('I may not.')],
    { files: { 'package.json': JSON.stringify({ scripts: { test: 'touch ran' } }) } },
  );
  await open({ permissions: 'dontAsk' }).prompt(
    '/loop:start make the login tests pass --check "tests=node test.js"',
  );
  expect(model.unscripted).toEqual([]);
  const told = toldTo(model);
  expect(told).toContain('built in');
  expect(told).toContain('untried  tests  npm test');
  expect(told).toMatch(/denied|permission/i);
  expect(existsSync(sandbox.project.at('ran'))).toBe(false);
  expect(existsSync(sandbox.project.at('loop.config.json'))).toBe(false);
});
