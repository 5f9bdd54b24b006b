// A loop from its start to its proved end, with the built command and the built hook, on the Node that runs this:
// what CI looks at on every system and every Node.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const plugin = join(import.meta.dirname, '../apps/plugin/dist');
const project = mkdtempSync(join(tmpdir(), 'loopwright-smoke-'));
const session = 'smoke-1';
const env = {
  ...process.env,
  CLAUDE_CODE_SESSION_ID: session,
  CLAUDE_PROJECT_DIR: project,
  LOOP_HEADLESS: '1',
};

try {
  writeFileSync(join(project, 'work.js'), 'process.exitCode = 1;\n');
  expect('a session without a loop hears nothing', stop() === '');
  loop('start', 'Make work.js exit with 0', '--force', '--check', 'it works=node work.js', '--json');
  expect('work that is left goes on', stop().includes('[LOOP 1/10]'));
  loop('signal', 'done', '--json');
  expect('a claim without a proof ends nothing', stop().includes('it works'));
  writeFileSync(join(project, 'work.js'), 'process.exitCode = 0;\n');
  loop('verify', '--json');
  expect('a proved claim ends the loop', stop().includes('Done'));
  expect('and the session is free', stop() === '');
} finally {
  rmSync(project, { recursive: true, force: true });
}

function loop(...args) {
  return execFileSync(process.execPath, [join(plugin, 'bin/loop'), ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
}

function stop() {
  const input = { session_id: session, cwd: project, hook_event_name: 'Stop', last_assistant_message: 'Hm.' };
  return execFileSync(process.execPath, [join(plugin, 'hooks/hook.cjs'), 'Stop'], {
    cwd: project,
    env,
    input: `${JSON.stringify(input)}\n`,
    encoding: 'utf8',
  });
}

function expect(sentence, holds) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${sentence} (Node ${process.versions.node}, ${process.platform})`);
  if (!holds) process.exitCode = 1;
}
