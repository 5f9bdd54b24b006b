import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRun, rememberStart, runPath } from '../../dist/index.js';
import { runCommand } from './strace.mjs';

export const SESSION = 's';
const PROGRAMS = join(import.meta.dirname, '..', 'programs');

// Outside of the tests, no start may be remembered in the developer's own state folder.
if (process.env['XDG_STATE_HOME'] === undefined) {
  const state = mkdtempSync(join(tmpdir(), 'loopwright-faults-state-'));
  process.env['XDG_STATE_HOME'] = state;
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
}

/** Makes a project with a run that was stopped once, and a victim file that must not change. */
export async function createScene() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-faults-')));
  const origin = join(home, 'origin');
  mkdirSync(join(origin, 'src'), { recursive: true });
  writeFileSync(join(origin, 'src', 'victim'), 'mine');
  await runCommand(process.execPath, [
    join(PROGRAMS, 'start.mjs'),
    origin,
    SESSION,
    '{"limits":{"iterations":50}}',
  ]);
  await stop(origin);
  return { home, origin };
}

export function removeScene({ home }) {
  rmSync(home, { recursive: true, force: true });
}

/** Puts a fresh copy of the project at a path. */
export function copyScene({ origin }, root) {
  rmSync(root, { recursive: true, force: true });
  cpSync(origin, root, { recursive: true, preserveTimestamps: true });
  startedAt(root);
}

/** Makes a copied run one that was started at its new place. */
export function startedAt(root) {
  rememberStart(root, 'run-1');
}

/** Runs a stop without faults, after a turn with tool calls. */
export function stop(root) {
  return runCommand(process.execPath, [join(PROGRAMS, 'stop.mjs'), root, SESSION, '0', 'worked']);
}

/** Reads the state of a scene before a fault. */
export function look(root) {
  return { journal: readFileSync(runPath(root, SESSION)), iteration: iterationOf(root) };
}

export function iterationOf(root) {
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') return undefined;
  opened.close();
  return opened.run.frames[0]?.iteration;
}

/** The number that a stop blocked with, or undefined when it let go. */
export function blockOf({ stdout }) {
  return stdout === '' ? undefined : JSON.parse(stdout.split('\n')[0]).block;
}

/**
 * Checks the invariants after a faulty stop and after a following stop without faults. Returns the violations.
 */
export async function checkAfter(root, before, outcome, { mayStayUnanswered = false } = {}) {
  const broken = [];
  const demand = (isTrue, what) => {
    if (!isTrue) broken.push(what);
  };
  demand(
    outcome.code === 0 || outcome.signal !== null || outcome.code > 128,
    `I5: exit code ${outcome.code}: ${outcome.stderr}`,
  );
  const journal = existsSync(runPath(root, SESSION)) ? readFileSync(runPath(root, SESSION)) : undefined;
  demand(
    journal?.subarray(0, before.journal.length).equals(before.journal),
    'I12: the old journal is no prefix of the new one',
  );
  const recorded = iterationOf(root);
  const block = blockOf(outcome);
  demand(
    block === undefined || (block === recorded && block === before.iteration + 1),
    `I1: blocked ${block} with ${recorded} on record`,
  );
  demand(readFileSync(join(root, 'src', 'victim'), 'utf8') === 'mine', 'I4: the victim was touched');
  demand(readdirSync(root).sort().join() === '.loop,src', 'I4: something appeared outside .loop');
  demand(isWholeOrAbsent(join(root, '.loop', 'state.json')), 'state.json is torn');

  const next = await stop(root);
  const after = iterationOf(root);
  demand(
    mayStayUnanswered || (next.code === 0 && next.stderr === ''),
    `the next stop failed: ${next.stderr}`,
  );
  demand(
    mayStayUnanswered || blockOf(next) === recorded + 1,
    `the next stop answered ${blockOf(next)} after ${recorded}`,
  );
  const state = join(root, '.loop', 'state.json');
  demand(
    mayStayUnanswered || JSON.parse(readFileSync(state, 'utf8')).iteration === after,
    'the next stop left stale views',
  );
  return broken;
}

function isWholeOrAbsent(path) {
  if (!existsSync(path)) return true;
  try {
    return typeof JSON.parse(readFileSync(path, 'utf8')).iteration === 'number';
  } catch {
    return false;
  }
}
