import { readFile } from 'node:fs/promises';
import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, continuations, loop, mend, sampleFiles, setStage } from '../support/stage.ts';

const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js"';

/** Claude starts the loop that the user typed. */
const start = loop('start --steps "mend sum.js"');

test('what Claude set up in its shell does not reach the check, nor do the variables of the client', async () => {
  const { sandbox, runOf, play } = await setStage(
    [
      start,
      bash(
        `mkdir -p .loop/shim && printf '#!/bin/sh\\nexit 0\\n' > .loop/shim/node && chmod +x .loop/shim/node && export PATH="$PWD/.loop/shim:$PATH" NODE_OPTIONS=--no-warnings && echo "export PATH=$PATH NODE_OPTIONS=$NODE_OPTIONS" > "\${CLAUDE_ENV_FILE:-/dev/null}"; command -v node`,
      ),
      say(COMPLETE),
      loop('pause "enough"'),
      say('Paused.'),
    ],
    {
      files: {
        ...sampleFiles,
        'test.js': `require('node:fs').writeFileSync('.loop/env.json', JSON.stringify(process.env));\n${sampleFiles['test.js']}`,
      },
    },
  );
  const run = await play(PROMPT, { env: { OF_THE_USER: 'yes' } });
  expect(continuations(run)).toEqual([expect.stringContaining('tests pass (its check failed)')]);
  expect(runOf(run.sessionId)?.frames[0]?.criteria[0]?.evidence).toMatchObject({
    passed: false,
    witness: 'hook',
  });
  const env = JSON.parse(await readFile(sandbox.project.at('.loop/env.json'), 'utf8')) as Record<
    string,
    string
  >;
  expect(env).toMatchObject({ OF_THE_USER: 'yes', HOME: expect.any(String) });
  expect(env['PATH']).not.toContain('.loop/shim');
  expect(
    Object.keys(env).filter((name) => /^(CLAUDE_?CODE|CLAUDE_P|AI_AGENT|NODE_OPTIONS)/.test(name)),
  ).toEqual([]);
});

test('a check that takes long is waited for', { tags: ['deep'], timeout: 150_000 }, async () => {
  const { runOf, play } = await setStage([start, mend, say(COMPLETE)], {
    files: { ...sampleFiles, 'test.js': `${sampleFiles['test.js']}setTimeout(() => undefined, 35_000);\n` },
  });
  const run = await play(PROMPT, { timeoutMs: 120_000 });
  expect(run.notices.at(-1)).toContain('✓ Done: tests pass (node test.js), run by the loop itself');
  expect(runOf(run.sessionId)?.frames[0]?.criteria[0]?.evidence?.durationMs).toBeGreaterThan(35_000);
});
