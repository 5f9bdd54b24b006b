import { createTranscript, say, tool } from '@loopwright/testkit';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, type Invocation, timeProcess } from './costs.ts';
import {
  createProject,
  folderRestorer,
  install,
  keepsGoing,
  type Project,
  SESSION,
  startLoop,
  stopHook,
  stopInput,
} from './stage.ts';

/** A stop in a prepared folder, or another program that the client starts often. */
export interface PreparedStop {
  readonly name: 'no loop' | 'another session’s loop' | 'active loop' | 'status line, no loop';
  readonly prepare?: () => void;
  readonly stdin: string;
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
export function createStops(): { readonly stops: readonly PreparedStop[]; readonly remove: () => void } {
  const projects = [createProject('none'), createProject('beside'), createProject('active')] as const;
  const [none, beside, active] = projects;
  startLoop(beside.path, {}, 'somebody-else').close();
  startLoop(active.path, {
    criteria: [{ name: 'tests pass', check: { command: 'npm test' } }, { name: 'routes refactored' }],
    steps: ['users', 'orders', 'carts'],
  }).close();
  const transcript = createTranscript({ sessionId: SESSION, cwd: active.path })
    .prompt('make the tests pass')
    .reply(tool('Bash', { command: 'npm test' }))
    .toolResults('1 failing')
    .reply(say(ORDINARY_MESSAGE));
  writeFileSync(active.beside('transcript.jsonl'), transcript.text());
  const stop = stopIn('active loop', active, SESSION, checkContinues);
  // The loop after some turns: it has views, a usage count, a snapshot and the record of a batch of tools after it.
  for (let turn = 0; turn < 4; turn += 1) {
    useTools(stop);
    assert.ok(keepsGoing(timeProcess(stop.invocation(process.execPath))));
  }
  useTools(stop);
  // The hook remembers a session that had a loop, and would say that the loop is gone.
  const silent = stopIn('no loop', none, 'no-loop-of-its-own', checkSilent);
  const statusLine = (node: string): Invocation => ({
    ...silent.invocation(node),
    args: [join(install().hooks, 'statusline.cjs')],
  });
  return {
    stops: [
      silent,
      stopIn('another session’s loop', beside, 'no-loop-of-its-own', checkSilent),
      { ...stop, prepare: folderRestorer(active.at('.loop')) },
      { ...silent, name: 'status line, no loop', invocation: statusLine },
    ],
    remove: () => projects.forEach((project) => project.remove()),
  };
}

function stopIn(
  name: PreparedStop['name'],
  project: Project,
  session: string,
  check: PreparedStop['check'],
): PreparedStop {
  const stdin = stopInput(project.path, {
    session_id: session,
    last_assistant_message: ORDINARY_MESSAGE,
    transcript_path: project.beside('transcript.jsonl'),
  });
  return { name, stdin, invocation: (node) => stopHook(node, project.path, stdin), check };
}

/** Runs the hook of a batch of tools, which writes the views. */
function useTools({ invocation, stdin }: PreparedStop): void {
  const { args, ...rest } = invocation(process.execPath);
  const call = { tool_name: 'Read', tool_input: {}, tool_response: 'text' };
  const batch = { ...JSON.parse(stdin), hook_event_name: 'PostToolBatch', tool_calls: [call] };
  const batched = { ...rest, args: [args[0] ?? '', 'PostToolBatch'], stdin: `${JSON.stringify(batch)}\n` };
  checkSilent(timeProcess(batched));
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
