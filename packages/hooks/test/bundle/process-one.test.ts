import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openAnyRun } from '@loopwright/store';
import { expect, test } from 'vitest';
import { BUNDLE, createProjectFolder } from '../support/run-hook.ts';

const SESSION = '7f0f8f5e-0000-4000-8000-000000000001';

/** The arguments for a process namespace of one's own: as root, or with user namespaces; undefined without either. */
const unshare = [[], ['-r']]
  .map((rights) => [...rights, '--pid', '--fork', '--kill-child', '--mount-proc'])
  .find((args) => spawnSync('unshare', [...args, 'true']).status === 0);

test('a client that is process 1, as in a container, starts a loop', ({ skip }) => {
  skip(unshare === undefined, 'this system gives no process namespace');
  const root = createProjectFolder();
  // The client is known by its name, and gives the hook a socket as standard input.
  const typed = {
    hook_event_name: 'UserPromptExpansion',
    command_name: 'loop:start',
    command_args: 'mend it',
  };
  const input = `${JSON.stringify({ session_id: SESSION, cwd: root, ...typed })}\n`;
  const script =
    'process.title = "claude"; const [node, hook, input] = process.argv; require("child_process").spawnSync(node, [hook, "UserPromptExpansion"], { input })';
  const { stderr } = spawnSync(
    'unshare',
    [...(unshare ?? []), process.execPath, '-e', script, join(BUNDLE, 'hook.cjs'), input],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        XDG_STATE_HOME: process.env['XDG_STATE_HOME'],
        CLAUDE_PROJECT_DIR: root,
        CLAUDE_PID: '1',
      },
    },
  );
  expect(stderr).toBe('');
  const opened = openAnyRun({ root, sessionId: SESSION });
  expect(opened).toMatchObject({ status: 'open', run: { status: 'draft' } });
  if (opened.status === 'open') opened.close();
});
