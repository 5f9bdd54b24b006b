import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAnyRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { readSessionWords } from '../../src/proof/contract.ts';
import { BUNDLE, createProjectFolder, ENV, inputOf, SESSION } from '../support/run-hook.ts';

/** The arguments for a process namespace of one's own: as root, or with user namespaces; undefined without either. */
const unshare = [[], ['-r']]
  .map((rights) => [...rights, '--pid', '--fork', '--kill-child', '--mount-proc'])
  .find((args) => spawnSync('unshare', [...args, 'true']).status === 0);

/** Runs a script of Node as process 1 of a namespace of its own; its title is that of the client. */
function asProcessOne(root: string, script: string, ...args: readonly string[]) {
  return spawnSync(
    'unshare',
    [
      ...(unshare ?? []),
      process.execPath,
      '-e',
      `process.title = "claude"; const { spawnSync } = require("child_process"); const [node, hook, ...args] = process.argv; ${script}`,
      join(BUNDLE, 'hook.cjs'),
      ...args,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...ENV, CLAUDE_PROJECT_DIR: root, CLAUDE_PID: '1' },
    },
  );
}

const typed = (root: string, command: string, words: string): string =>
  inputOf(root, 'UserPromptExpansion', { command_name: command, command_args: words });

test('a client that is process 1, as in a container, starts a loop', ({ skip }) => {
  skip(unshare === undefined, 'this system gives no process namespace');
  const root = createProjectFolder();
  // The client gives the hook a socket as standard input.
  const script = 'spawnSync(node, [hook, "UserPromptExpansion"], { input: args[0] })';
  const { stderr } = asProcessOne(root, script, typed(root, 'loop:start', 'mend it'));
  expect(stderr).toBe('');
  const opened = openAnyRun({ root, sessionId: SESSION });
  expect(opened).toMatchObject({ status: 'open', run: { status: 'draft' } });
  if (opened.status === 'open') opened.close();
});

test('what Claude cut off from that client is below it again, and still does not count', ({ skip }) => {
  skip(unshare === undefined, 'this system gives no process namespace');
  const root = createProjectFolder();
  writeFileSync(join(root, 'input'), typed(root, 'loop:continue', '--budget=50'));
  const script = `
    spawnSync(node, [hook, "UserPromptExpansion"], { input: args[0] });
    const variables = ["HOME", "XDG_STATE_HOME", "CLAUDE_PROJECT_DIR"].map((name) => name + "=" + process.env[name]);
    const forge = 'cat input | "$0" "$1" UserPromptExpansion; touch done';
    spawnSync("setsid", ["--fork", "env", "-i", "PATH=" + process.env.PATH, ...variables, "sh", "-c", forge, node, hook]);
    spawnSync("sh", ["-c", "for i in $(seq 100); do [ -e done ] && exit; sleep 0.1; done"]);`;
  asProcessOne(root, script, typed(root, 'loop:start', 'mend it'));
  expect(existsSync(join(root, 'done'))).toBe(true);
  const words = readSessionWords({ root, sessionId: SESSION }, process.env);
  expect(words.typed.map(({ command }) => command)).toEqual(['loop:start']);
});
