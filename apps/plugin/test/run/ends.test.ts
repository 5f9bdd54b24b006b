// @module-tag deep
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInSandbox, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { drive, isFirst, runArgs, SPEC, spentEvents } from '../support/drive.ts';
import { bash, COMPLETE, finish, loop, setStage, toldTo } from '../support/stage.ts';

test('ends with 0 once the work is proved, over iterations that each begin with an empty context', async () => {
  const stage = await setStage([bash('echo looked > notes.txt'), say('I looked around.'), ...finish]);
  const drove = await drive(stage, runArgs);

  expect(drove.exitCode, drove.stderr).toBe(0);
  expect(drove.answer).toMatchObject({ exit: 'ok', reason: expect.stringContaining('✓ Done') });
  expect(stage.model.unscripted).toEqual([]);
  const first = stage.model.mainRequests().filter(isFirst);
  expect(first).toHaveLength(2);
  expect(new Set(first.map(({ sessionId }) => sessionId)).size).toBe(2);
  expect(toldTo(stage.model)).toContain('[LOOP] Iteration 2/10');
  expect(drove.stderr.match(/^\[LOOP\] Iteration \d+ over/gm)).toHaveLength(2);
});

test('the loop records the client’s own bill, one receipt per iteration', async () => {
  const stage = await setStage([bash('echo a > a.txt'), say('One.'), say('Two.'), ...finish]);
  const { answer } = await drive(stage, [...runArgs, '--artifacts', stage.sandbox.home + '/kept']);
  // A hundred tokens in and twenty out cost so much, and every request was answered so.
  expect(answer.costUsd).toBeCloseTo(stage.model.requests.length * 0.0008, 10);
  const spent = spentEvents(stage, answer.run.session);
  expect(spent.reduce((sum, one) => sum + one, 0)).toBeCloseTo(answer.costUsd, 12);
  expect(spent.filter((one) => one > 0)).toHaveLength(3);

  const kept = (name: string): string => readFileSync(`${stage.sandbox.home}/kept/${name}`, 'utf8');
  expect(JSON.parse(kept('state.json'))).toMatchObject({ exit_signal: true, status: 'completed' });
  expect(kept('summary.md')).toContain('✓ Done');
  const lines = kept('iterations.jsonl').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { rule: string }).rule)).toEqual([
    'continue',
    'continue',
    'continue',
    'done',
  ]);
});

test('ends with 4 when the client refuses a call and no user can allow it', async () => {
  const denied = bash('touch made && rm made');
  const stage = await setStage([denied, say('Refused.'), denied, say('Again.'), say('Never said.')]);
  const drove = await drive(stage, [...runArgs, '--permission-mode', 'default'], { IS_SANDBOX: '' });
  expect(drove.answer.reason).toContain('calls refused');
  expect(drove.exitCode).toBe(4);
});

test('a refused command is named with the option that allows it, and with this option it runs', async () => {
  const wanted = bash('mkdir -p "out put" && node -e "process.exit(0)"');
  const stage = await setStage({
    main: (request) => (isFirst(request) ? wanted : say(`Done (${request.number}).`)),
  });
  const plain = [...runArgs.slice(0, 3), '--permission-mode', 'default', '--iterations', '1'];
  const refused = await drive(stage, [...plain, '--progress', 'plain'], { IS_SANDBOX: '' });
  const option = /Refused: .* \| Allow it with: -- (--allowedTools) '(.*)'$/m.exec(refused.stderr);
  expect(option, refused.stderr).not.toBeNull();
  const [, flag = '', rule = ''] = option ?? [];
  const again = await drive(stage, [...plain, '--progress', 'plain', '--', flag, rule], { IS_SANDBOX: '' });
  expect(again.stderr).not.toContain('Refused');
});

test('Claude may run the checks of the user from the start', async () => {
  const stage = await setStage([bash('node test.js'), bash('node -e 1'), say('Both tried.')]);
  const args = [...runArgs.slice(0, 3), '--permission-mode', 'default', '--iterations', '1'];
  const { stderr } = await drive(stage, [...args, '--progress', 'plain'], { IS_SANDBOX: '' });
  expect(stderr.match(/Refused: [^|]*/g)).toEqual(['Refused: Bash node -e 1 ']);
});

test('where transcripts aren’t kept everything goes on as elsewhere, to the cent', async () => {
  const stage = await setStage([say('One.'), ...finish]);
  const drove = await drive(stage, [...runArgs, '--', '--no-session-persistence']);
  expect(drove.exitCode).toBe(0);
  expect(drove.answer.costUsd).toBeCloseTo(stage.model.requests.length * 0.0008, 10);
});

test('without the plugin Claude keeps book with the command itself', async () => {
  const bare = createRequire(import.meta.url).resolve('loopwright/dist/loop.cjs');
  const verify = bash(`"${process.execPath}" "${bare}" verify`);
  const stage = await setStage([finish[0] ?? say(''), verify, say(COMPLETE)]);
  const { sandbox, model } = stage;
  const drove = await runInSandbox({ sandbox, model, command: [process.execPath, bare, 'run', ...runArgs] });
  expect(drove.exitCode, drove.stderr).toBe(0);
  expect(toldTo(model)).toContain(`\`"${process.execPath}" "${bare}" verify\``);
});

test('words after two dashes go to the client, and the loop command needs no permission', async () => {
  const stage = await setStage([
    bash('touch made'),
    loop('criterion tick "seen" --basis observation'),
    say(COMPLETE),
  ]);
  const args = [SPEC, '--criteria', 'seen', '--permission-mode', 'default', '--model', 'haiku'];
  const drove = await drive(stage, [...args, '--', '--allowedTools', 'Bash(touch *)'], { IS_SANDBOX: '' });
  expect(drove.exitCode, drove.stderr).toBe(0);
  expect(stage.model.mainRequests()[0]?.model).toContain('haiku');
});

test('says why it can’t work, and starts nothing', async () => {
  const stage = await setStage([]);
  const why = async (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string> => {
    const { exitCode, stdout } = await drive(stage, args, env);
    return `${exitCode} ${(JSON.parse(stdout) as { error: { message: string } }).error.message}`;
  };
  expect(await why([...runArgs, '--claude', './nowhere'])).toMatch(/^1 Claude Code could not be found/);
  expect(await why(runArgs, { LOOP_DISABLE: '1' })).toMatch(/^1 Loops are switched off/);
  expect(await why(runArgs, { LOOP_BUDGET: 'lots' })).toMatch(/^64 LOOP_BUDGET takes/);
  expect(await why(['--resume'])).toMatch(/^7 There is no run here/);
  expect(stage.runOf('any')).toBeUndefined();
});
