import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { runClaude, say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, continuations, loop, mend, sampleFiles, setStage } from '../support/stage.ts';

const PROMPT = '/loop:start make the tests pass --check "tests pass=node test.js"';

/** Claude starts the loop that the user typed. */
const start = loop('start --steps "mend sum.js"');

test('a claim without `loop verify` ends verified in one stop, seen by the hook', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([start, mend, say(COMPLETE)]);
  const run = await runClaude({ sandbox, model, plugins, prompt: PROMPT });
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toEqual([]);
  expect(run.notices.at(-1)).toContain(
    'Stop says: [LOOP] Ended | verified | seen by the hook: tests pass\nStop says: [LOOP] Proof | tests pass: passes; never seen failing',
  );
  expect(run.result?.result).toContain('<loop-complete>');
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'completed',
    frames: [{ iteration: 0, criteria: [{ by: 'user', evidence: { passed: true, witness: 'hook' } }] }],
  });
});

test('a failing check goes on with what its output says, and the next claim ends', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([start, say(COMPLETE), mend, say(COMPLETE)]);
  const run = await runClaude({ sandbox, model, plugins, prompt: PROMPT });
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toEqual([expect.stringContaining('Its output says:\n1 + 2 is not 3')]);
  expect(model.textsForClaude().join('\n')).toContain('1 + 2 is not 3');
  expect(runOf(run.sessionId)).toMatchObject({ ending: { seen: { hook: ['tests pass'] } } });
});

test('a check of Claude is never run by the hook: only `loop verify` proves it', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([
    loop('start --check "own=touch ran"'),
    mend,
    say(COMPLETE),
    loop('pause "enough"'),
    say('Paused.'),
  ]);
  const run = await runClaude({ sandbox, model, plugins, prompt: PROMPT });
  expect(continuations(run)).toEqual([expect.stringContaining('own (its check has not run)')]);
  expect(existsSync(sandbox.project.at('ran'))).toBe(false);
  expect(runOf(run.sessionId)?.frames[0]?.criteria).toMatchObject([
    { name: 'tests pass', evidence: { witness: 'hook' } },
    { name: 'own', check: { command: 'touch ran' } },
  ]);
  expect(runOf(run.sessionId)?.frames[0]?.criteria[1]?.evidence).toBeUndefined();
});

test('what Claude set up in its shell does not reach the check, nor do the variables of the client', async () => {
  const { sandbox, model, plugins, runOf } = await setStage(
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
  const run = await runClaude({ sandbox, model, plugins, env: { OF_THE_USER: 'yes' }, prompt: PROMPT });
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

test('a check that takes some seconds is waited for, also one beyond the time that a stop took before', async () => {
  const { sandbox, model, plugins, runOf } = await setStage([start, mend, say(COMPLETE)], {
    files: { ...sampleFiles, 'test.js': `${sampleFiles['test.js']}setTimeout(() => undefined, 35_000);\n` },
  });
  const run = await runClaude({ sandbox, model, plugins, prompt: PROMPT, timeoutMs: 120_000 });
  expect(run.notices.at(-1)).toContain(
    'Stop says: [LOOP] Ended | verified | seen by the hook: tests pass\nStop says: [LOOP] Proof | tests pass: passes; never seen failing',
  );
  expect(runOf(run.sessionId)?.frames[0]?.criteria[0]?.evidence?.durationMs).toBeGreaterThan(35_000);
}, 150_000);

test('a check that does not end in the time of the final proof is ended, and Claude goes on', async () => {
  const { sandbox, model, plugins } = await setStage(
    [start, say(COMPLETE), loop('pause "enough"'), say('Paused.')],
    { files: { ...sampleFiles, 'test.js': 'setTimeout(() => undefined, 600_000);\n' } },
  );
  const run = await runClaude({
    sandbox,
    model,
    plugins,
    env: { LOOP_PROOF_MINUTES: '0.05' },
    prompt: PROMPT,
  });
  expect(continuations(run)).toEqual([expect.stringContaining('not finished after 3s')]);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a client that gets %s during the proof leaves the loop as it was, and nothing running',
  async (signal) => {
    const { sandbox, model, open, runOf } = await setStage([start, mend, say(COMPLETE)], {
      files: {
        ...sampleFiles,
        'test.js':
          "require('node:fs').writeFileSync('.loop/check.pid', String(process.pid)); setTimeout(() => undefined, 600_000);\n",
      },
    });
    const session = open();
    const turn = session.prompt(PROMPT).catch(() => undefined);
    const pidFile = sandbox.project.at('.loop/check.pid');
    await expect.poll(() => existsSync(pidFile), { timeout: 30_000 }).toBe(true);
    const { sessionId } = session.view();
    await session.kill(signal).catch(() => undefined);
    await turn;
    expect(runOf(sessionId)).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });
    expect(runOf(sessionId)?.frames[0]?.criteria[0]?.evidence).toBeUndefined();
    await expect.poll(() => processesOf(sandbox.project.path), { timeout: 15_000 }).toEqual([]);
    expect(model.unscripted).toEqual([]);
  },
);

/** The processes that work in a folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}
