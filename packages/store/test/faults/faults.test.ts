import { expect, it, onTestFinished } from 'vitest';
import { callsOf, ERRNOS, injectAll } from './injections.mjs';
import { createScene, removeScene, type Scene } from './scene.mjs';
import { SITUATIONS } from './situations.mjs';
import { straceProblem } from './strace.mjs';

const problem = straceProblem();
if (problem !== undefined) console.warn(`Faults are not injected: ${problem}.`);

async function sceneForTest(): Promise<Scene> {
  const scene = await createScene();
  onTestFinished(() => removeScene(scene));
  return scene;
}

it.skipIf(problem !== undefined)(
  'a kill or an error at a system call tears nothing and stops nobody (every ninth)',
  async () => {
    const scene = await sceneForTest();
    const calls = await callsOf(scene);
    // More than this many would mean that stops have become slow, fewer that the harness has gone blind.
    expect(calls.length).toBeGreaterThan(40);
    const some = calls.filter(
      ({ name, isAnswer }, index) => index % 9 === 0 || name === 'fdatasync' || isAnswer,
    );
    const { failures, missed } = await injectAll(scene, some, [
      'signal=KILL',
      `error=${ERRNOS[some.length % ERRNOS.length]}`,
    ]);
    expect(failures).toEqual([]);
    expect(missed).toBe(0);
  },
);

it.each(SITUATIONS.filter(({ row }) => ['E18', 'E22', 'E16, E17', 'E19', 'K23'].includes(row)))(
  '$row: $name',
  async ({ problem: why, run }) => {
    const reason = why?.();
    if (reason !== undefined) return console.warn(`Skipped: ${reason}.`);
    expect((await run(await sceneForTest())).failures).toEqual([]);
  },
);
