import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTranscript, say, tool } from '@loopwright/testkit';
import { type Ended, type Invocation, timeProcess } from '../process/run-process.ts';
import { keepsGoing } from '../stage/answer.ts';
import { SESSION, stopHook, stopInput } from '../stage/hook.ts';
import { createProject, type Project } from '../stage/project.ts';
import { startLoop } from '../stage/start-loop.ts';

/** A stop in a folder that is prepared for it. */
export interface Scene {
  readonly name: 'no loop' | 'another session’s loop' | 'active loop';
  readonly prepare: () => void;
  readonly stdin: string;
  readonly cwd: string;
  readonly invocation: (node: string) => Invocation;
  readonly check: (ended: Ended) => void;
}

/** What Claude says at an ordinary stop: a report and the status block that seed 003 asks for. */
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

/** The three stops that users pay for, each in a folder of its own. */
export function createScenes(): { readonly scenes: readonly Scene[]; readonly remove: () => void } {
  const projects = [createProject('none'), createProject('beside'), createProject('active')] as const;
  const [none, beside, active] = projects;
  startLoop(beside.path, {}, 'somebody-else').close();
  startLoop(active.path, {
    criteria: [{ name: 'tests pass', check: { command: 'npm test' } }, { name: 'routes refactored' }],
    steps: ['users', 'orders', 'carts'],
  }).close();
  writeTranscript(active);
  const stop = scene('active loop', active);
  // The loop as it is after some stops: views, count of usage, a snapshot and a record beyond it.
  for (let before = 0; before < 4; before += 1) assert.ok(keepsGoing(runOnce(stop)));
  const prepare = keepFolder(active.at('.loop'));
  return {
    scenes: [scene('no loop', none), scene('another session’s loop', beside), { ...stop, prepare }],
    remove: () => projects.forEach((project) => project.remove()),
  };
}

function scene(name: Scene['name'], project: Project): Scene {
  const stdin = stopInput(project.path, {
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

/**
 * Gives the way to have a folder as it is now. Files are written again and not replaced: a journal that is another
 * file has no use for its snapshot.
 */
function keepFolder(folder: string): () => void {
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const kept = new Map(files().map((path) => [path, readFileSync(path)]));
  return () => {
    for (const path of files()) if (!kept.has(path)) rmSync(path);
    for (const [path, bytes] of kept) writeFileSync(path, bytes, { mode: 0o600 });
  };
}

function runOnce({ invocation }: Scene): Ended {
  return timeProcess(invocation(process.execPath));
}

/** A stop that nobody has anything to say to. */
export function checkSilent({ stdout, stderr, code }: Ended): void {
  assert.deepEqual({ stdout, stderr, code }, { stdout: '', stderr: '', code: 0 });
}

/** A stop after which Claude goes on, with the iteration counted. */
export function checkContinues(ended: Ended): void {
  assert.ok(keepsGoing(ended));
  assert.match(ended.stdout, /\[ITERATION \d+/);
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
