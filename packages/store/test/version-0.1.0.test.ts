import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listAdoptable } from '../src/run/find-adoptable.ts';
import { rememberStart } from '../src/run/state-folder.ts';
import { projectViews } from '../src/views/project-views.ts';
import { importEdits } from '../src/views/import-edits.ts';
import { NOW, openLoop, startLoop, stopCommand, work } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

// The folders are `.loop` as version 0.1.0 left it: its marks have digests that this version can't compare.

function projectOf(version: 'going-on' | 'ended'): string {
  const root = tempFolder();
  const from = join(import.meta.dirname, 'fixtures/version-0.1.0', version);
  cpSync(from, join(root, '.loop'), { recursive: true });
  for (const folder of ['.loop', '.loop/runs']) chmodSync(join(root, folder), 0o700);
  rememberStart(root, 'run-1');
  return root;
}

const stateOf = (root: string): string => join(root, '.loop/state.json');

it('a run goes on, and its views are replaced without a word', () => {
  const root = projectOf('going-on');
  const opened = openLoop(root);
  work(opened);
  expect(opened.submit(stopCommand())).toMatchObject({ decision: { verdict: { iteration: 4 } } });
  expect(projectViews(opened, NOW)).toMatchObject({ failed: [], kept: [] });
  expect(JSON.parse(readFileSync(stateOf(root), 'utf8'))).toMatchObject({ iteration: 4 });
});

it('an edit of its view counts', () => {
  const root = projectOf('going-on');
  const text = readFileSync(stateOf(root), 'utf8');
  writeFileSync(stateOf(root), text.replace('"lint clean": false', '"lint clean": true'));
  const opened = openLoop(root);
  expect(importEdits(opened, NOW)).toMatchObject({ status: 'imported' });
  expect(opened.run.frames[0]?.criteria[1]).toMatchObject({ tick: {} });
});

it('another session adopts none of its views', () => {
  for (const version of ['going-on', 'ended'] as const)
    expect(listAdoptable({ root: projectOf(version), at: Date.now() }, 'user')).toEqual([]);
});

it('a new loop replaces the views of one that ended, and a loop by hand in their place is adopted', () => {
  const root = projectOf('ended');
  writeFileSync(stateOf(root), '{"spec":"Mend the parser","criteria":["read over"]}');
  expect(listAdoptable({ root, at: Date.now() }, 'user')).toHaveLength(1);
  const other = projectOf('ended');
  const opened = startLoop(other, { session: 'another', runId: 'run-2' });
  expect(projectViews(opened, NOW)).toMatchObject({ failed: [], kept: [] });
  expect(JSON.parse(readFileSync(stateOf(other), 'utf8'))).toMatchObject({ status: 'in_progress' });
});
