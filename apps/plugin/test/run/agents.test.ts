// @module-tag deep
import { readdirSync, readFileSync } from 'node:fs';
import { createSandbox, type Sandbox } from '@loopwright/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AgentName, driveAgent, installedAgent, type ModelStep } from '../support/agents.ts';
import { runArgs } from '../support/drive.ts';

const CLAIM: ModelStep = { text: 'All done.\n\n<loop-complete>done</loop-complete>' };
const FIX: ModelStep = { shell: "echo 'module.exports = (a, b) => a + b;' > sum.js" };
const SLEEP = 30_517;

async function setStage(): Promise<Sandbox> {
  const sandbox = await createSandbox({
    files: {
      'sum.js': 'module.exports = (a, b) => a - b;\n',
      'test.js': "if (require('./sum.js')(1, 2) !== 3) throw new Error('red');\n",
    },
  });
  onTestFinished(sandbox.remove);
  return sandbox;
}

/** The arguments of a new run. */
const begin = (name: AgentName, ...more: readonly string[]): readonly string[] => [
  ...runArgs,
  '--agent',
  name,
  ...more,
];

/** The processes of this machine that sleep as our script asked. */
const sleepers = (): readonly string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').startsWith(`sleep\0${SLEEP}`);
    } catch {
      return false;
    }
  });

// The programs of Gemini CLI and Copilot take some minutes more. To play these: LOOP_TEST_AGENTS=gemini,copilot,acp:gemini --acp.
const names = (process.env['LOOP_TEST_AGENTS'] ?? 'codex,opencode,acp:opencode acp').split(
  ',',
) as AgentName[];

describe.each(names)('%s', { timeout: 300_000 }, (name) => {
  const real = test.skipIf(installedAgent(name) === undefined);

  real(
    'is held at false claims and after a failed tool; its proved claim is seen by the driver',
    async () => {
      const sandbox = await setStage();
      const fails: ModelStep = { shell: 'loop status > seen.txt; exit 3' };
      const drove = await driveAgent(sandbox, name, begin(name, '--progress', 'plain'), [
        CLAIM,
        fails,
        CLAIM,
        FIX,
        CLAIM,
      ]);
      expect(drove, drove.stderr).toMatchObject({ exit: 'ok' });
      expect(drove.stderr.match(/goes on: unproved/g)).toHaveLength(2);
      expect(drove.stderr).toContain('Cost: unknown');
    },
  );

  real('that only claims ends stuck', async () => {
    const { exit, stderr } = await driveAgent(await setStage(), name, begin(name), [CLAIM]);
    expect(exit, stderr).toBe('breaker');
  });

  real('pauses the run at a rate limit, named or silent', async () => {
    const args = begin(name, '--max-silence', '15s');
    const { exit, stderr } = await driveAgent(await setStage(), name, args, [{ status: 429 }]);
    // Copilot and OpenCode may retry without a word.
    expect(['rate-limit', 'error'], stderr).toContain(exit);
    if (exit === 'error') expect(stderr).toContain('silent for too long');
  });

  real('that is killed goes on with --resume, and stays the agent of the run', async () => {
    const sandbox = await setStage();
    const list = 'grep -lz "LOOP_ITERATION=$LOOP_ITERATION" /proc/[0-9]*/environ > ids.txt 2> /dev/null';
    // Copilot refuses "kill". The shell itself is left out, or it would not kill the others.
    const kills = `require("fs").readFileSync(0,"utf8").match(/\\d+/g).forEach((id) => process.kill(id, 9))`;
    const dies: ModelStep = { shell: `${list}; grep -v "/$$/" ids.txt | node -e '${kills}'` };
    const killed = await driveAgent(sandbox, name, begin(name), [dies]);
    expect(killed, killed.stderr).toMatchObject({ exit: 'error' });
    expect(killed.stderr).toContain('killed by');
    const args = ['--resume', '--permission-mode', 'bypassPermissions'];
    const { exit, stderr } = await driveAgent(sandbox, name, args, [FIX, CLAIM]);
    expect(exit, stderr).toBe('ok');
  });

  real('leaves no process behind when its time is up', async () => {
    const hangs: ModelStep = { shell: `setsid sleep ${SLEEP} & sleep ${SLEEP}` };
    const args = begin(name, '--iteration-timeout', '20s', '--iterations', '1');
    const { exit, stderr } = await driveAgent(await setStage(), name, args, [hangs]);
    expect(['iterations', 'error'], stderr).toContain(exit);
    expect(stderr).toMatch(/did not end in time/);
    expect(sleepers()).toEqual([]);
  });
});
