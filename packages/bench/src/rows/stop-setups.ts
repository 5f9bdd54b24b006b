import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTranscript, say, tool } from '@loopwright/testkit';
import { type Ended, type Invocation, timeProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { SESSION, stopHook, stopInput } from '../stage/hook.ts';
import { folderRestorer } from '../stage/folder-restorer.ts';
import { createProject, type Project } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';

/** A stop in a prepared folder, or another program that the client starts often. */
export interface StopSetup {
  readonly name: 'no loop' | 'another session’s loop' | 'active loop' | 'status line, no loop';
  readonly prepare: () => void;
  readonly stdin: string;
  readonly cwd: string;
  readonly invocation: (node: string) => Invocation;
  readonly check: (ended: Ended) => void;
}

/** Claude's last message at an ordinary stop: a report and the status block of seed 003. */
export const ORDINARY_MESSAGE = [
  'I moved the two routes to the new middleware and ran the tests of both.',
  '',
  '- `routes/users.js`: validated by schema, 14 tests pass',
  '- `routes/orders.js`: validated by schema, one test still fails on an empty cart',
  '',
  'Next I look at the empty cart.',
  '',
  '---LOOP_STATUS---',
  'EXIT_SIGNAL: false',
  'CRITERIA: {"tests pass": false, "routes refactored": false}',
  'STUCK_COUNT: 0',
  'NEXT: mend the empty cart',
  '---END_STATUS---',
].join('\n');

/** The three common kinds of stop, each in its own folder, and the status line. */
export function createStopSetups(): { readonly setups: readonly StopSetup[]; readonly remove: () => void } {
  const projects = [createProject('none'), createProject('beside'), createProject('active')] as const;
  const [none, beside, active] = projects;
  startLoop(beside.path, {}, 'somebody-else').close();
  startLoop(active.path, {
    criteria: [{ name: 'tests pass', check: { command: 'npm test' } }, { name: 'routes refactored' }],
    steps: ['users', 'orders', 'carts'],
  }).close();
  writeTranscript(active);
  const stop = setUp('active loop', active);
  // The loop after some turns: it has views, a usage count, a snapshot and the record of a batch of tools after it.
  for (let before = 0; before < 4; before += 1) {
    useTools(stop);
    assert.ok(keepsGoing(runOnce(stop)));
  }
  useTools(stop);
  const prepare = folderRestorer(active.at('.loop'));
  return {
    setups: [
      setUp('no loop', none),
      setUp('another session’s loop', beside),
      { ...stop, prepare },
      statusLine(none),
    ],
    remove: () => projects.forEach((project) => project.remove()),
  };
}

function setUp(name: StopSetup['name'], project: Project): StopSetup {
  const stdin = stopInput(project.path, {
    // The hook remembers a session that had a loop, and would say that the loop is gone.
    ...(name !== 'active loop' && { session_id: 'no-loop-of-its-own' }),
    last_assistant_message: ORDINARY_MESSAGE,
    transcript_path: project.beside('transcript.jsonl'),
  });
  return {
    name,
    prepare: () => undefined,
    stdin,
    cwd: project.path,
    invocation: (node) => stopHook(node, project.path, stdin),
    check: name === 'active loop' ? checkContinues : checkSilent,
  };
}

/** The client's status line in a session without a loop. */
function statusLine(project: Project): StopSetup {
  const stdin = stopInput(project.path, { session_id: 'no-loop-of-its-own' });
  return {
    name: 'status line, no loop',
    prepare: () => undefined,
    stdin,
    cwd: project.path,
    invocation: (node) => {
      const { args, ...rest } = stopHook(node, project.path, stdin);
      return { ...rest, args: [join(dirname(args[0] ?? ''), 'statusline.cjs')] };
    },
    check: checkSilent,
  };
}

function runOnce({ invocation }: StopSetup): Ended {
  return timeProcess(invocation(process.execPath));
}

/** The hook of a batch of tools, which writes the views. */
function useTools({ invocation, stdin }: StopSetup): void {
  const { args, ...rest } = invocation(process.execPath);
  const call = { tool_name: 'Read', tool_input: {}, tool_response: 'text' };
  const batch = { ...JSON.parse(stdin), hook_event_name: 'PostToolBatch', tool_calls: [call] };
  checkSilent(
    timeProcess({ ...rest, args: [args[0] ?? '', 'PostToolBatch'], stdin: `${JSON.stringify(batch)}\n` }),
  );
}

/** Checks that the hook was silent. */
export function checkSilent({ stdout, stderr, code }: Ended): void {
  assert.deepEqual({ stdout, stderr, code }, { stdout: '', stderr: '', code: 0 });
}

/** Checks that Claude goes on, with an iteration number. */
export function checkContinues(ended: Ended): void {
  assert.ok(keepsGoing(ended));
  assert.match(ended.stdout, /\[LOOP \d+/);
  assert.equal(ended.stderr, '');
}

function writeTranscript(project: Project): void {
  const text = createTranscript({ sessionId: SESSION, cwd: project.path })
    .prompt('make the tests pass')
    .reply(tool('Bash', { command: 'npm test' }))
    .toolResults('1 failing')
    .reply(say(ORDINARY_MESSAGE))
    .text();
  writeFileSync(project.beside('transcript.jsonl'), text);
}
