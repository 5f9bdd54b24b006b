import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, continuations, loop, setStage, startLoop } from '../support/stage.ts';

const good = 'module.exports = (a, b) => a + b;\n';
const bad = good.replace('a + b', 'a - b');

/** A session in `packages/app`, whose check runs code of `packages/lib`. */
async function stageWith(lib: string, steps: Parameters<typeof setStage>[0]) {
  const stage = await setStage(steps, {
    files: {
      'packages/lib/sum.js': lib,
      'packages/app/test.js':
        "if (require('../lib/sum.js')(1, 2) !== 3) { console.error('1 + 2 is not 3'); process.exit(1); }\n",
    },
  });
  const { sandbox } = stage;
  const project = { ...sandbox.project, path: sandbox.project.at('packages/app') };
  return { ...stage, project };
}

const writeLib = (text: string) => bash(`printf '${text.replaceAll('\n', '\\n')}' > ../lib/sum.js`);

test('a sibling that Claude breaks after `loop verify` makes the proof stale', async () => {
  const { model, project, runOf, play } = await stageWith(good, [
    startLoop,
    loop('verify'),
    writeLib(bad),
    say(COMPLETE),
    writeLib(good),
    loop('verify'),
    say(COMPLETE),
  ]);
  const prompt = '/loop:start make the tests pass';
  const run = await play(prompt, { project });
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toEqual([
    expect.stringContaining('tests pass (changed since its check passed)'),
  ]);
  expect(runOf(run.sessionId, project.path)).toMatchObject({ ending: { kind: 'verified' } });
});
