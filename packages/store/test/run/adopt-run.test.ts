import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adoptRun } from '../../src/run/adopt-run.ts';
import { findAdoptable, listAdoptable, refusedAtStop } from '../../src/run/find-adoptable.ts';
import { openRun } from '../../src/run/open-run.ts';
import { runPath } from '../../src/presence.ts';
import { importEdits } from '../../src/views/import-edits.ts';
import { projectViews } from '../../src/views/project-views.ts';
import { readTrace } from '../../src/run/list-runs.ts';
import { git, hasGit } from '../support/git.ts';
import { ruleOf, SESSION, projectWithLoop, startLoop, stopCommand } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

const state = {
  spec: 'Fix the build',
  criteria: ['tests pass', 'lint clean'],
  criteriaStatus: { 'tests pass': false, 'lint clean': true },
  exit_signal: false,
  steps: ['one', 'two'],
  completedSteps: ['one'],
  remainingSteps: ['two'],
  iteration: 2,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 0, lastUnmet: 'tests pass' },
};
const idle = '---\nactive: true\nmode: loop\niteration: 3\nmax_iterations: 7\n---\nGo on until it works';

function handWritten(root: string, text: string = JSON.stringify(state), name = '.loop/state.json'): string {
  const path = join(root, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** The hand-written files that were adopted. */
function keptIn(root: string): unknown[] {
  const folder = join(root, '.loop', 'archive', 'aside');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown);
}

const now = (): number => Date.now();
const adopt = (root: string, sessionId = SESSION, by: 'stop' | 'user' = 'stop', at = now()) =>
  adoptRun({ root, sessionId, runId: 'run-1', at, by });

describe('a hand-written state.json', () => {
  it('becomes the run of the first session that stops there, with seed 000’s answer', () => {
    const root = tempFolder();
    handWritten(root);
    const adopted = adopt(root);
    if (adopted.status !== 'adopted') throw new Error(adopted.status);
    const { opened } = adopted;
    expect(opened.run.frames[0]).toMatchObject({ spec: 'Fix the build', iteration: 2 });
    const submitted = opened.submit(stopCommand({ at: now() }));
    expect(submitted).toMatchObject({
      decision: {
        verdict: { kind: 'block', missing: [{ kind: 'criterion', name: 'tests pass' }, { kind: 'claim' }] },
      },
    });
    projectViews(opened, now());
    expect(JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8'))).toMatchObject({
      iteration: 3,
    });
    expect(keptIn(root)).toEqual([state]);
  });

  it('is a view from then on: deleting the journal ends the loop, and its views are not adopted', () => {
    const root = tempFolder();
    handWritten(root);
    const adopted = adopt(root);
    if (adopted.status !== 'adopted') throw new Error(adopted.status);
    projectViews(adopted.opened, now());
    rmSync(runPath(root, SESSION));
    expect(adopt(root).status).toBe('nothing');
    const left = JSON.parse(readFileSync(join(root, '.loop', 'state.json'), 'utf8'));
    handWritten(root, JSON.stringify({ ...left, iteration: 4 }));
    expect(adopt(root).status).toBe('nothing');
  });

  it('written again after the end of the last loop is a new loop, even with the same spec', () => {
    const { root, opened } = projectWithLoop();
    opened.submit({ type: 'cancel', at: now() });
    projectViews(opened, now());
    handWritten(root, JSON.stringify({ ...state, spec: 'Make the tests pass' }));
    expect(adopt(root, 'another').status).toBe('adopted');
  });

  it('written again after the end of this session’s loop is a new loop, and the old one is archived', () => {
    const { root, opened } = projectWithLoop();
    opened.submit({ type: 'cancel', at: now() });
    projectViews(opened, now());
    handWritten(root);
    const adopted = adopt(root);
    expect(adopted.status === 'adopted' && adopted.opened.run.frames[0]?.spec).toBe('Fix the build');
    expect(existsSync(join(root, '.loop', 'archive', 'run-1'))).toBe(true);
    expect(keptIn(root)).toEqual([state]);
  });

  it.each(['paused', 'stuck'])('does not get around a run of this session that is %s', (status) => {
    const { root, opened } = projectWithLoop({ ttlMs: status === 'stuck' ? 1 : 1e9, at: now() - 5000 });
    if (status === 'stuck') opened.submit(stopCommand({ at: now() }));
    else opened.submit({ type: 'pause', at: now() });
    expect(opened.run.status).toBe(status);
    projectViews(opened, now());
    handWritten(root, JSON.stringify({ ...state, spec: 'Make the tests pass' }));
    expect(adopt(root).status).toBe('nothing');
    expect(adopt(root, 'another').status).toBe('nothing');
  });

  it('is no prey of another session while its run is alive', () => {
    const { root } = projectWithLoop();
    expect(adopt(root, 'another').status).toBe('nothing');
    handWritten(root, JSON.stringify({ ...state, spec: 'Make the tests pass' }));
    expect(adopt(root, 'another').status).toBe('nothing');
  });

  it.each<[string, (path: string) => void]>([
    [
      'is older than two hours',
      (path) => utimesSync(path, (now() - 7_300_000) / 1000, (now() - 7_300_000) / 1000),
    ],
    ['claims to be from the future', (path) => utimesSync(path, now() / 1000 + 3600, now() / 1000 + 3600)],
    ['has another name too', (path) => linkSync(path, `${path}.other`)],
    [
      'lies in a folder open to the world by a link',
      (path) => {
        rmSync(path);
        symlinkSync('/etc/passwd', path);
      },
    ],
    ['is completed', (path) => writeFileSync(path, JSON.stringify({ ...state, status: 'completed' }))],
    ['is cancelled', (path) => writeFileSync(path, JSON.stringify({ ...state, status: 'cancelled' }))],
  ])('traps nobody when it %s', (_what, change) => {
    const root = tempFolder();
    change(handWritten(root));
    expect(adopt(root).status).toBe('nothing');
    expect(existsSync(runPath(root, SESSION))).toBe(false);
  });

  it('blocks no session when it came with a clone, with any times', { skip: !hasGit }, () => {
    const root = tempFolder();
    git(root, 'init', '-q');
    handWritten(root);
    git(root, 'add', '-f', '.loop/state.json');
    expect(adopt(root).status).toBe('nothing');
    expect(findAdoptable({ root, at: now() }, 'user')).toBeDefined();
    git(root, 'rm', '-q', '--cached', '.loop/state.json');
    expect(adopt(root).status).toBe('adopted');
  });

  it('blocks no session when the repository can’t be asked', { skip: !hasGit }, () => {
    const root = tempFolder();
    git(root, 'init', '-q');
    handWritten(root);
    writeFileSync(join(root, '.git', 'index'), 'nonsense');
    expect(adopt(root).status).toBe('nothing');
    const other = tempFolder();
    handWritten(other);
    mkdirSync(join(other, '.hg'));
    expect(adopt(other).status).toBe('nothing');
  });

  it('can be adopted by its user at any age', () => {
    const root = tempFolder();
    const path = handWritten(root);
    utimesSync(path, 1e9, 1e9);
    expect(adopt(root, SESSION, 'user').status).toBe('adopted');
  });

  it('blocks no session once .loop is removed', () => {
    for (const name of ['.loop/state.json', '.claude/idle-loop.local.md']) {
      const root = tempFolder();
      handWritten(root, name.endsWith('.md') ? idle : JSON.stringify(state), name);
      const adopted = adopt(root);
      if (adopted.status !== 'adopted') throw new Error(name);
      projectViews(adopted.opened, now());
      rmSync(join(root, '.loop'), { recursive: true });
      expect(openRun({ root, sessionId: SESSION }).status).toBe('none');
      expect(adopt(root).status).toBe('nothing');
      expect(existsSync(join(root, '.loop'))).toBe(false);
    }
  });

  it('is adopted from a folder that a umask of 002 made, which is closed on the way', () => {
    const root = tempFolder();
    handWritten(root);
    chmodSync(join(root, '.loop'), 0o775);
    expect(adopt(root).status).toBe('adopted');
    expect(openRun({ root, sessionId: SESSION }).status).toBe('open');
  });
});

describe('other hand-written loops', () => {
  it('workflow-state.json of seed 002 is adopted', () => {
    const root = tempFolder();
    const at = new Date(now()).toISOString();
    const workflow = {
      version: 1,
      stage: 'executing',
      task: 'Ship it',
      spec_score: 7,
      fit_score: 35,
      shape_chosen: 'tool',
      started_at: at,
      last_updated: at,
      recall_surfaced: [],
      reviews: {},
    };
    handWritten(root, JSON.stringify(workflow), '.loop/workflow-state.json');
    const adopted = adopt(root);
    expect(adopted.status === 'adopted' && adopted.opened.run.frames[0]?.workflow?.stage).toBe('executing');
  });

  it('a workflow of version 2 is left untouched', () => {
    const root = tempFolder();
    const path = handWritten(
      root,
      '{"version":2,"stage":"executing","task":"x"}',
      '.loop/workflow-state.json',
    );
    expect(adopt(root).status).toBe('nothing');
    expect(existsSync(path)).toBe(true);
  });

  it('.claude/idle-loop.local.md of seed 004 is adopted', () => {
    const root = tempFolder();
    handWritten(root, idle, '.claude/idle-loop.local.md');
    const adopted = adopt(root);
    if (adopted.status !== 'adopted') throw new Error(adopted.status);
    expect(adopted.opened.run.frames[0]).toMatchObject({
      mode: 'loop',
      iteration: 3,
      limits: { iterations: 7 },
      spec: 'Go on until it works',
    });
  });

  it.each(['---\nactive: false\n---\n', 'no front matter'])(
    'an idle loop that says %j is left alone',
    (text) => {
      const root = tempFolder();
      handWritten(root, text, '.claude/idle-loop.local.md');
      expect(adopt(root).status).toBe('nothing');
      expect(existsSync(join(root, '.loop'))).toBe(false);
    },
  );

  it('of several the newest is adopted', () => {
    const root = tempFolder();
    const older = handWritten(root, idle, '.claude/idle-loop.local.md');
    utimesSync(older, now() / 1000 - 100, now() / 1000 - 100);
    handWritten(root);
    expect(findAdoptable({ root, at: now() }, 'stop')?.name).toBe('state.json');
  });
});

describe('a view that a killed writer left', () => {
  const workflow = { stage: 'executing' as const };

  it.each([
    ['state.json', {}],
    ['workflow-state.json', workflow],
  ])('%s after the mark of its end is no new loop, and the next stop writes it anew', (name, plan) => {
    const root = tempFolder();
    const opened = startLoop(root, plan);
    opened.submit(stopCommand());
    projectViews(opened, now());
    const path = join(root, '.loop', name);
    const before = readFileSync(path, 'utf8');
    opened.submit({ type: 'cancel', at: now() });
    projectViews(opened, now());
    const after = readFileSync(path, 'utf8');
    expect(after).not.toBe(before);
    // Killed between the mark and the view.
    writeFileSync(path, before);
    expect(adopt(root).status).toBe('nothing');
    expect(adopt(root, 'another').status).toBe('nothing');
    expect(readTrace(root)).toBeUndefined();
    projectViews(opened, now());
    expect(readFileSync(path, 'utf8')).toBe(after);
    expect(existsSync(join(root, '.loop', 'archive', 'aside'))).toBe(false);
  });

  it('state.json from before an end that is on record tells of no active loop', () => {
    const { root, opened } = projectWithLoop();
    projectViews(opened, now());
    expect(readTrace(root)?.id).toBe('run-1');
    opened.submit({ type: 'cancel', at: now() });
    expect(readTrace(root)).toBeUndefined();
  });

  it('stack.json without a mark beside it names a run of ours, so it is no new loop', () => {
    const { root } = projectWithLoop({ at: now() });
    for (const name of ['views.json', 'state.json']) rmSync(join(root, '.loop', name));
    expect(existsSync(join(root, '.loop', 'stack.json'))).toBe(true);
    expect(adopt(root, 'another').status).toBe('nothing');
  });
});

describe('a hand-written file that can’t be taken', () => {
  const at = (): string => new Date(now()).toISOString();
  const stack = (over: object): string =>
    JSON.stringify({
      schema: 1,
      event: 'STATE',
      run_id: 'theirs',
      updated_at: at(),
      stack: [{ id: 'a', mode: 'loop', iter: 3, max: 10 }],
      ...over,
    });
  const refused = (root: string): string | undefined => refusedAtStop({ root, at: now() })?.reason;

  it.each([
    ['.loop/state.json', JSON.stringify({ ...state, criteria: 'tests pass' }), 'expected a list'],
    ['.loop/state.json', JSON.stringify({ ...state, spec: 'x'.repeat(200_000) }), 'is too large'],
    ['.loop/stack.json', stack({ event: 'PAUSED' }), 'expected one of "STATE", "DONE", "ABORT"'],
  ])('is not on offer, and a stop can say why: %s', (name, text, reason) => {
    const root = tempFolder();
    const path = handWritten(root, text, name);
    expect(listAdoptable({ root, at: now() }, 'stop')).toEqual([]);
    expect(adopt(root).status).toBe('nothing');
    expect(refused(root)).toContain(reason);
    utimesSync(path, 1e9, 1e9);
    expect(refused(root)).toBeUndefined();
  });

  it.each(['DONE', 'ABORT'])('is over if its stack says %s: nothing is on offer, nothing to say', (event) => {
    const root = tempFolder();
    handWritten(root, stack({ event }), '.loop/stack.json');
    expect(listAdoptable({ root, at: now() }, 'stop')).toEqual([]);
    expect(refused(root)).toBeUndefined();
  });

  it.each([
    ['.loop/stack.json', stack({ stack: [{ id: 'a', iter: 'three', max: 10 }] }), 'stack[0].iter'],
    ['.loop/state.json', JSON.stringify({ spec: 'x', iteration: 'two' }), 'iteration'],
    [
      '.loop/state.json',
      JSON.stringify({ ...state, circuitBreaker: { stuckCount: 'x', lastUnmet: '' } }),
      'circuitBreaker.stuckCount',
    ],
  ])('for its counters alone is aborted and let go, as seed 004 has it: %s', (name, text, field) => {
    const root = tempFolder();
    handWritten(root, text, name);
    const adopted = adopt(root);
    expect(adopted).toMatchObject({ opened: { run: { ending: { kind: 'aborted', corrupt: { field } } } } });
    if (adopted.status === 'adopted') expect(ruleOf(adopted.opened.submit(stopCommand()))).toBe('ended');
  });
});

it('a name of 300 characters and one called __proto__ are taken, and edits of them count', () => {
  const root = tempFolder();
  const names = ['x'.repeat(300), '__proto__'];
  handWritten(root, JSON.stringify({ spec: 'Fix it', criteria: names, exit_signal: true }));
  const adopted = adopt(root);
  if (adopted.status !== 'adopted') throw new Error(adopted.status);
  const { opened } = adopted;
  projectViews(opened, now());
  const path = join(root, '.loop', 'state.json');
  const view = readFileSync(path, 'utf8');
  expect(Object.entries(JSON.parse(view).criteriaStatus)).toEqual(names.map((name) => [name, false]));
  writeFileSync(path, view.replace('"__proto__": false', '"__proto__": true'));
  importEdits(opened, now());
  const again = openRun({ root, sessionId: SESSION });
  if (again.status !== 'open') throw new Error(again.status);
  expect(again.run.frames[0]?.criteria.map(({ name, tick }) => [name, tick !== undefined])).toEqual([
    [names[0], false],
    ['__proto__', true],
  ]);
});
