import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRun, startRun } from '@loopwright/store';
import type { Scene } from './terminal-svg.ts';

const LOOP = join(import.meta.dirname, '../dist/loop.cjs');
const SESSION = 'picture';
export const COLUMNS = 84;

/** Plays a small loop with the built command. Returns its output at three points. */
export function playScenes(): Readonly<Record<'verify' | 'status' | 'explain' | 'list', Scene>> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loop-pictures-')));
  try {
    prepare(root);
    loop(root, ['step', 'done']);
    loop(root, ['criterion', 'tick', 'the README names the new header', '--note', 'read it again']);
    const verify = scene(root, ['verify']);
    writeFileSync(join(root, 'token.js'), 'export const cache = new Map([["v", 2]]);\n');
    loop(root, ['step', 'done']);
    const status = scene(root, ['status']);
    loop(root, ['signal', 'done']);
    stop(root);
    return { verify, status, explain: scene(root, ['explain']), list: playList() };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const MINUTE_MS = 60_000;

/** Loops of three sessions, begun at other times. */
function playList(): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loop-list-')));
  try {
    startOthers(root);
    return scene(root, ['list']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function startOthers(root: string): void {
  process.env['XDG_STATE_HOME'] = stateFolder(root);
  const runs = [
    ['c07e1d55', 1575, 'Remove the old exporter', { type: 'cancel', reason: 'not this week' }],
    ['9b1e4f0e', 190, 'Mend the flaky upload test', { type: 'pause', reason: 'lunch' }],
    ['3f2a9c1e', 6.3, 'Add --dry-run to the export', { type: 'signal', isDone: false }],
  ] as const;
  for (const [id, minutes, spec, end] of runs) {
    const at = Date.now() - minutes * MINUTE_MS;
    const sessionId = `session-${id}`;
    const started = startRun(
      { root, sessionId },
      {
        type: 'start',
        at,
        runId: `${id}-1111-4222-8333-444455556666`,
        session: sessionId,
        frameId: 'outer',
        spec,
        shape: 'tool',
        criteria: [{ name: 'tests pass', check: { command: 'node --test', by: 'user' }, by: 'user' }],
      },
    );
    if (started.status !== 'started') throw new Error(`The loop of the picture is ${started.status}.`);
    const { opened } = started;
    opened.submit({ type: 'stop', at: at + MINUTE_MS, fingerprints: [] });
    opened.submit({ ...end, at: at + 2 * MINUTE_MS });
    opened.close();
  }
}

const SPEC =
  'POST /api/auth/token answers in p95 under 100 ms. No new dependencies, the public API stays. ' +
  'All tests pass and lint is clean. Done when merged to main.';

function prepare(root: string): void {
  execFileSync('git', ['init', '--quiet', root]);
  mkdirSync(join(root, 'test'));
  writeFileSync(join(root, 'token.js'), 'export const cache = new Map();\n');
  writeFileSync(
    join(root, 'test/token.test.js'),
    "import { test } from 'node:test';\nimport '../token.js';\ntest('a token is cached', () => {});\n",
  );
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
  loop(root, [
    'start',
    SPEC,
    '--check',
    'tests pass=node --test --test-reporter=dot',
    '--check',
    'p95 under 100 ms=test -f bench.json || { echo "no bench.json: run the bench first"; exit 1; }',
    '--criteria',
    'the README names the new header',
    '--steps',
    'measure the endpoint; cache the signing keys; run the bench again',
  ]);
}

function loop(root: string, args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(process.execPath, [LOOP, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      XDG_STATE_HOME: stateFolder(root),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      CLAUDE_CODE_SESSION_ID: SESSION,
      LOOP_COMMAND: 'loop',
      FORCE_COLOR: '1',
      COLUMNS: String(COLUMNS),
    },
  });
  if (error) throw error;
  return stderr + stdout;
}

/** Where the start is remembered: out of git's sight. */
function stateFolder(root: string): string {
  return join(root, '.git', 'state');
}

/** Records a stop as the stop hook does. */
function stop(root: string): void {
  process.env['XDG_STATE_HOME'] = stateFolder(root);
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status !== 'open') throw new Error(`The loop of the picture is ${opened.status}.`);
  opened.submit({ type: 'stop', at: Date.now(), fingerprints: [] });
  opened.close();
}

function scene(root: string, args: readonly string[]): Scene {
  return { command: `loop ${args.join(' ')}`, printed: normalised(loop(root, args)) };
}

/** Replaces ids, times and durations, which differ from run to run. */
function normalised(printed: string): string {
  return printed
    .replaceAll(/(Loop\u001b\[22m )[0-9a-f]{8}/g, '$13f2a9c1e')
    .replaceAll(/-[0-9a-f]{12}(?=\.log)/g, '-3f2a9c1e5b7d')
    .replaceAll(/\d{4}-\d{2}-\d{2}(?<gap>\s)\d{2}:\d{2}:\d{2}/g, '2026-01-05$<gap>09:30:00')
    .replaceAll(/(silent for: )[\d.]+s/g, '$10.8s')
    .replaceAll(/(\u001b\[2m)(?:\d+m )?\d+(?:\.\d)?s(\u001b\[22m) +/g, '$10.4s$2  ')
    .replaceAll(/^(\u001b\[2mTime\u001b\[22m +).*$/gm, '$12m 10s');
}
