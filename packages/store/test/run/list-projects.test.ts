import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listProjects, rememberStart } from '../../src/run/state-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('names each project once, and leaves out marks that name none', () => {
  const state = tempFolder();
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = state;
  const env = { HOME: state, XDG_STATE_HOME: state };
  try {
    expect(listProjects(env)).toEqual([]);
    for (const run of ['run-1', 'run-2']) rememberStart('/srv/one', run);
    rememberStart('/srv/two', 'run-3');
    const starts = join(state, 'loopwright', 'starts');
    writeFileSync(join(starts, 'a'.repeat(32)), '');
    writeFileSync(join(starts, 'b'.repeat(32)), 'not/absolute');
    writeFileSync(join(starts, 'c'.repeat(32)), `/${'x'.repeat(5000)}`);
    writeFileSync(join(starts, 'no-mark'), '/srv/three');
    expect(listProjects(env).toSorted()).toEqual(['/srv/one', '/srv/two']);
    rmSync(starts, { recursive: true });
    expect(listProjects(env)).toEqual([]);
  } finally {
    process.env['XDG_STATE_HOME'] = before;
  }
});
