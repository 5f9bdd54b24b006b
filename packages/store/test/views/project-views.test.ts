import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { toCriteriaState } from '@loopwright/core';
import { describe, expect, it } from 'vitest';
import { readGuarded } from '../../src/disk/open-guarded.ts';
import { importContent, importEdits, MAX_VIEW_BYTES } from '../../src/views/import-edits.ts';
import { projectViews, VIEW_NAMES } from '../../src/views/project-views.ts';
import type { OpenRun } from '../../src/run/open-run.ts';
import { NOW, openLoop, ruleOf, projectWithLoop, startLoop, stopCommand, work } from '../support/loop.ts';
import { saveSnapshot } from '../support/save-snapshot.ts';

const loop = (root: string, name: string): string => join(root, '.loop', name);
const json = (root: string, name = 'state.json') => JSON.parse(readFileSync(loop(root, name), 'utf8'));

function edit(root: string, change: (state: Record<string, unknown>) => void): void {
  const state = json(root);
  change(state);
  writeFileSync(loop(root, 'state.json'), JSON.stringify(state));
}

/** Nothing but the names of the design may ever lie in the folder. */
function strangers(root: string): string[] {
  const known = new Set<string>([...VIEW_NAMES, '.gitignore', 'runs', 'archive', 'evidence', 'views.json']);
  return readdirSync(join(root, '.loop')).filter((name) => !known.has(name));
}

describe('projecting a run', () => {
  it('shows it in the schema of seed 000, readable only by its user', () => {
    const { root, opened } = projectWithLoop();
    expect(json(root)).toEqual(toCriteriaState(opened.run));
    expect(json(root, 'stack.json')).toMatchObject({ schema: 1, event: 'STATE', run_id: 'run-1' });
    expect(readFileSync(loop(root, 'PROGRESS.md'), 'utf8')).toContain('Make the tests pass');
    expect(existsSync(loop(root, 'workflow-state.json'))).toBe(false);
    expect(lstatSync(loop(root, 'state.json')).mode & 0o777).toBe(0o600);
    expect(strangers(root)).toEqual([]);
  });

  it('shows a workflow in the schema of seed 002', () => {
    const { root } = projectWithLoop({ stage: 'executing' });
    expect(json(root, 'workflow-state.json')).toMatchObject({
      version: 1,
      stage: 'executing',
      task: 'Make the tests pass',
    });
  });

  it('builds every view again that was deleted', () => {
    const { root, opened } = projectWithLoop();
    work(opened);
    opened.submit(stopCommand());
    projectViews(opened, NOW);
    const before = VIEW_NAMES.filter((name) => existsSync(loop(root, name))).map((name) => [
      name,
      readFileSync(loop(root, name), 'utf8'),
    ]);
    for (const [name] of before) rmSync(loop(root, name ?? ''));
    work(opened);
    opened.submit(stopCommand({ message: 'another' }));
    projectViews(opened, NOW);
    expect(before.map(([name]) => existsSync(loop(root, name ?? '')))).not.toContain(false);
    const lines = readFileSync(loop(root, 'iterations.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).iteration);
    expect(lines).toEqual([0, 1]);
  });

  it('leaves a view alone that says the same already', () => {
    const { root, opened } = projectWithLoop();
    const before = statSync(loop(root, 'state.json'), { bigint: true });
    projectViews(opened, NOW);
    expect(statSync(loop(root, 'state.json'), { bigint: true }).ino).toBe(before.ino);
  });

  it.each<[string, (path: string, victim: string) => void]>([
    ['a link out', (path, victim) => symlinkSync(victim, path)],
    ['a dangling link', (path) => symlinkSync('/nowhere/x', path)],
    ['a folder', (path) => mkdirSync(join(path, 'full'), { recursive: true })],
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    [
      'a sparse file of 3 GB',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 3e9);
      },
    ],
    ['binary', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00]))],
    ['JSON of another kind', (path) => writeFileSync(path, '[1]')],
  ])('puts state.json in place of %s, keeps that aside, and touches no victim', (_what, make) => {
    const { root, opened } = projectWithLoop();
    const victim = join(root, 'victim');
    writeFileSync(victim, 'mine');
    rmSync(loop(root, 'state.json'));
    make(loop(root, 'state.json'), victim);
    const { kept, failed } = projectViews(opened, NOW);
    expect(failed).toEqual([]);
    expect(json(root)).toEqual(toCriteriaState(opened.run));
    expect(kept).toHaveLength(1);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(strangers(root)).toEqual([]);
  });

  it('replaces a link at a read-only view instead of following it', () => {
    const { root, opened } = projectWithLoop();
    const victim = join(root, 'victim');
    writeFileSync(victim, 'mine');
    rmSync(loop(root, 'PROGRESS.md'));
    symlinkSync(victim, loop(root, 'PROGRESS.md'));
    projectViews(opened, NOW);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(lstatSync(loop(root, 'PROGRESS.md')).isFile()).toBe(true);
  });

  it('says which views could not be written, and the run goes on', () => {
    const { root, opened } = projectWithLoop();
    rmSync(loop(root, 'PROGRESS.md'));
    mkdirSync(join(loop(root, 'PROGRESS.md'), 'full'), { recursive: true });
    const { failed } = projectViews(opened, NOW);
    expect(failed).toEqual(['PROGRESS.md']);
    expect(ruleOf(opened.submit(stopCommand()))).toBe('continue');
  });

  it('writes nothing into a folder that is gone', () => {
    const { root, opened } = projectWithLoop();
    rmSync(join(root, '.loop'), { recursive: true });
    expect(projectViews(opened, NOW).failed).toEqual(VIEW_NAMES);
    expect(existsSync(join(root, '.loop'))).toBe(false);
  });

  it('projects again what another process put on record meanwhile', () => {
    const { root, opened } = projectWithLoop();
    const other = openLoop(root);
    other.submit({ type: 'criterion', at: NOW, action: 'tick', name: 'lint clean', basis: 'observation' });
    projectViews(opened, NOW);
    expect(json(root).criteriaStatus['lint clean']).toBe(true);
  });
});

function imported(opened: OpenRun): string {
  return importEdits(opened, NOW + 500).status;
}

describe('an edit of state.json', () => {
  it('counts before the decision that follows it', () => {
    const { root, opened } = projectWithLoop();
    edit(root, (state) => {
      state['criteriaStatus'] = { 'tests pass': true, 'lint clean': true };
      state['exit_signal'] = true;
    });
    expect(imported(opened)).toBe('imported');
    expect(ruleOf(opened.submit(stopCommand()))).toBe('done');
    projectViews(opened, NOW);
    expect(json(root)).toMatchObject({
      status: 'completed',
      criteriaStatus: { 'tests pass': true, 'lint clean': true },
    });
  });

  it('is recorded once, even if it is read many times', () => {
    const { root, opened } = projectWithLoop();
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': false }));
    expect(imported(opened)).toBe('imported');
    const { records } = opened.journal.counts;
    imported(opened);
    const other = openLoop(root);
    imported(other);
    expect(openLoop(root).journal.counts.records).toBe(records);
  });

  it('is compared with the view that was written last, not with later changes', () => {
    const { root, opened } = projectWithLoop();
    work(opened);
    opened.submit(stopCommand());
    opened.submit({ type: 'criterion', at: NOW, action: 'tick', name: 'lint clean', basis: 'observation' });
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': false }));
    projectViews(opened, NOW);
    expect(json(root)).toMatchObject({
      iteration: 1,
      criteriaStatus: { 'tests pass': true, 'lint clean': true },
    });
  });

  it('is compared with the view that it was made in, even if the next one was written meanwhile', () => {
    const { root, opened } = projectWithLoop();
    const stale = json(root);
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': false }));
    projectViews(opened, NOW);
    stale.criteriaStatus['lint clean'] = true;
    writeFileSync(loop(root, 'state.json'), JSON.stringify(stale));
    projectViews(opened, NOW);
    expect(json(root).criteriaStatus).toEqual({ 'tests pass': true, 'lint clean': true });
  });

  it('counts when it writes an older view of the same iteration again', () => {
    const { root, opened } = projectWithLoop();
    const path = loop(root, 'state.json');
    const before = readFileSync(path);
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': false }));
    projectViews(opened, NOW);
    writeFileSync(path, before);
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    projectViews(opened, NOW);
    expect(json(root).criteriaStatus).toEqual({ 'tests pass': false, 'lint clean': false });
  });

  it('is not taken back by a reader that was overtaken by the next edit', () => {
    const { root, opened } = projectWithLoop();
    const path = loop(root, 'state.json');
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': false }));
    const first = readGuarded(path, MAX_VIEW_BYTES);
    if (typeof first === 'string') throw new Error(first);
    edit(root, (state) => (state['criteriaStatus'] = { 'tests pass': true, 'lint clean': true }));
    projectViews(opened, NOW);
    expect(importContent(opened, NOW, { path, content: first, shown: undefined }).status).toBe('nothing');
    projectViews(opened, NOW);
    expect(json(root).criteriaStatus).toEqual({ 'tests pass': true, 'lint clean': true });
  });

  it('never advances the iteration in a view that is stale', () => {
    const { root, opened } = projectWithLoop();
    work(opened);
    opened.submit(stopCommand());
    edit(root, (state) => (state['iteration'] = 1));
    imported(opened);
    work(opened);
    opened.submit(stopCommand({ message: 'another' }));
    expect(opened.run.frames[0]?.iteration).toBe(2);
  });

  it('is none in an older view that a slower writer left', () => {
    const { root, opened } = projectWithLoop();
    const old = readFileSync(loop(root, 'state.json'));
    rmSync(loop(root, 'views.json'));
    work(opened);
    opened.submit(stopCommand());
    projectViews(opened, NOW);
    writeFileSync(loop(root, 'state.json'), old);
    expect(imported(opened)).toBe('nothing');
  });

  it('is found after a snapshot has forgotten the view that was edited', () => {
    const { root, opened } = projectWithLoop();
    const old = json(root);
    opened.submit({ type: 'criterion', at: NOW, action: 'tick', name: 'lint clean', basis: 'observation' });
    for (let index = 0; index < 120; index += 1) work(opened, NOW + index);
    saveSnapshot(opened.journal);
    writeFileSync(
      loop(root, 'state.json'),
      JSON.stringify({ ...old, criteriaStatus: { ...old.criteriaStatus, 'tests pass': true } }),
    );
    const later = openLoop(root);
    projectViews(later, NOW);
    expect(json(root).criteriaStatus).toEqual({ 'tests pass': true, 'lint clean': true });
  });

  it('that is broken moves to the archive and the view is restored', () => {
    const { root, opened } = projectWithLoop();
    writeFileSync(loop(root, 'state.json'), '{"spec": "Make the');
    expect(imported(opened)).toBe('not-ours');
    const { kept } = projectViews(opened, NOW);
    expect(readFileSync(kept[0] ?? '', 'utf8')).toBe('{"spec": "Make the');
    expect(json(root).spec).toBe('Make the tests pass');
  });

  it('about another loop is not mixed into this one', () => {
    const { root, opened } = projectWithLoop();
    writeFileSync(
      loop(root, 'state.json'),
      JSON.stringify({ spec: 'Another', criteria: ['x'], criteriaStatus: { x: true } }),
    );
    expect(imported(opened)).toBe('not-ours');
    expect(projectViews(opened, NOW).kept).toHaveLength(1);
    expect(opened.run.frames[0]?.criteria.map(({ name }) => name)).toEqual(['tests pass', 'lint clean']);
  });

  it('is not seen in the view of another run of the same project', () => {
    const { root, opened } = projectWithLoop();
    startLoop(root, { session: 'other', runId: 'run-2', spec: 'Another' });
    expect(json(root).spec).toBe('Another');
    expect(imported(opened)).toBe('nothing');
    expect(projectViews(opened, NOW).kept).toEqual([]);
    expect(json(root).spec).toBe('Make the tests pass');
  });

  it('of workflow-state.json moves to the archive before the view is restored', () => {
    const { root, opened } = projectWithLoop({ stage: 'executing' });
    writeFileSync(loop(root, 'workflow-state.json'), '{"mine": true}');
    const { kept } = projectViews(opened, NOW);
    expect(readFileSync(kept[0] ?? '', 'utf8')).toBe('{"mine": true}');
    opened.submit({ type: 'stage', at: NOW, stage: 'review' });
    expect(projectViews(opened, NOW).kept).toEqual([]);
    expect(json(root, 'workflow-state.json').stage).toBe('review');
  });
});

describe('an edit of workflow-state.json of a running workflow', () => {
  it('is told at the next stop: stages move by command', () => {
    const { root, opened } = projectWithLoop({ stage: 'executing' });
    const path = loop(root, 'workflow-state.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"executing"', '"complete"'));
    expect(projectViews(opened, NOW)).toMatchObject({ kept: [expect.anything()], untold: [] });
    expect(json(root, 'workflow-state.json').stage).toBe('executing');
    expect(opened.run.frames[0]?.notes).toEqual([{ kind: 'edit-refused', field: '', reason: 'stages-stay' }]);
  });
});

it('an earlier workflow-state.json, whose mark another writer lost, is no edit', () => {
  const { root, opened } = projectWithLoop({ stage: 'executing' });
  const early = readFileSync(loop(root, 'workflow-state.json'), 'utf8');
  for (let at = NOW + 60_000; at <= NOW + 360_000; at += 60_000) {
    opened.submit({ type: 'task', at, action: 'add', subject: 'A' });
    projectViews(opened, at);
  }
  writeFileSync(loop(root, 'workflow-state.json'), early);
  expect(projectViews(opened, NOW)).toMatchObject({ kept: [] });
  expect(opened.run.frames[0]?.notes).toEqual([]);
});

describe('a run that is over', () => {
  it.each([
    ['a new loop', JSON.stringify({ spec: 'Another', criteria: ['x'], status: 'in_progress' })],
    [
      'the same loop anew',
      JSON.stringify({ spec: 'Make the tests pass', criteria: ['tests pass'], status: 'in_progress' }),
    ],
    ['half a text', '{"spec": "Make'],
  ])('leaves %s alone that somebody writes into state.json', (_what, text) => {
    const { root, opened } = projectWithLoop();
    opened.submit({ type: 'cancel', at: NOW });
    projectViews(opened, NOW);
    expect(json(root).status).toBe('cancelled');
    writeFileSync(loop(root, 'state.json'), text);
    expect(imported(opened)).toBe('left-alone');
    expect(projectViews(opened, NOW)).toMatchObject({ failed: [], kept: [] });
    expect(readFileSync(loop(root, 'state.json'), 'utf8')).toBe(text);
  });
});
