// @module-tag deep
import { readFileSync } from 'node:fs';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { clientOf, drive, driverOf, isFirst, runArgs, silence, SPEC, spentEvents } from '../support/drive.ts';
import { bash, COMPLETE, finish, loop, mend, type Stage, setStage } from '../support/stage.ts';

const bypass = ['--permission-mode', 'bypassPermissions'];

/** How many answers of the model were paid for; each costs the same. */
function bills(stage: Stage, unanswered: number): number {
  return (stage.model.requests.length - unanswered) * 0.0008;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the client, pays for its work, pauses, and says how to go on',
  async (signal) => {
    let stage: Stage | undefined;
    const interrupt = async (): Promise<never> => {
      if (stage) process.kill(driverOf(stage), signal);
      return silence();
    };
    stage = await setStage([bash('echo half > half.txt'), interrupt]);
    const drove = await drive(stage, runArgs);
    expect(drove).toMatchObject({
      exitCode: 130,
      answer: {
        exit: 'interrupted',
        run: { status: 'paused' },
        reason: expect.stringContaining('interrupted'),
      },
    });
    expect(drove.answer.costUsd).toBeCloseTo(bills(stage, 1), 10);
    expect(() => clientOf(stage as Stage)).toThrow('0 processes');
    expect(JSON.parse(readFileSync(`${drove.answer.artifacts}/state.json`, 'utf8'))).toMatchObject({
      spec: SPEC,
    });

    stage.model.append(...finish);
    const again = await drive(stage, ['--resume', '--run', drove.answer.run.id.slice(0, 8), ...bypass]);
    expect(again).toMatchObject({ exitCode: 0, answer: { run: { id: drove.answer.run.id } } });
    expect(again.answer.costUsd).toBeCloseTo(bills(stage, 1), 10);
  },
);

test('a killed client is tried once more, and its cost is not lost', async () => {
  let stage: Stage | undefined;
  const kill = async (): Promise<never> => {
    if (stage) process.kill(clientOf(stage), 'SIGKILL');
    return silence();
  };
  stage = await setStage([bash('echo half > half.txt'), kill, ...finish]);
  const drove = await drive(stage, runArgs);
  expect(drove.exitCode, drove.stderr).toBe(0);
  expect(drove.stderr).toContain('the client was killed by SIGKILL');
  // Its transcript names its usage, or its output does; neither is read while the client can still report it.
  const killed = spentEvents(stage, drove.answer.run.session).filter((usd) => usd > 0);
  expect(killed).toHaveLength(2);
  expect(drove.answer.costUsd).toBeLessThanOrEqual(bills(stage, 1) + 1e-9);
});

test('a driver that is killed takes its client along; --resume goes on where the record ends', async () => {
  let stage: Stage | undefined;
  const kill = async (): Promise<never> => {
    if (stage) process.kill(driverOf(stage), 'SIGKILL');
    return silence();
  };
  stage = await setStage([bash('echo half > half.txt'), say('Half of it.'), mend, kill]);
  await drive(stage, runArgs);
  await expect.poll(() => hasClient(stage as Stage)).toBe(false);

  stage.model.append(loop('verify'), say(COMPLETE));
  const drove = await drive(stage, ['--resume', ...bypass]);
  expect(drove.exitCode, drove.stderr).toBe(0);
  const prompts = stage.model
    .mainRequests()
    .filter(isFirst)
    .map(({ newTexts }) => newTexts.join('\n'));
  expect(prompts).toHaveLength(3);
  expect(prompts[2]).toContain('[LOOP RESUME] Active loop detected');
  expect(prompts[2]).toContain('[LOOP] Iteration 2/10');
});

function hasClient(stage: Stage): boolean {
  try {
    return clientOf(stage) > 0;
  } catch {
    return false;
  }
}
