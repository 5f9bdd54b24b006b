import { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../src/run/list-runs.ts';
import { projectWithLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('the trace of a loop', () => {
  it('is the loop in the view of another session', () => {
    const { root } = projectWithLoop();
    expect(readTrace(root)?.frames[0]).toMatchObject({
      spec: 'Make the tests pass',
      steps: [{ name: 'write it' }, { name: 'try it' }],
    });
  });

  it('is undefined for a hand-written file, which has its own announcement, and reading it writes nothing', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'));
    chmodSync(join(root, '.loop'), 0o700);
    writeFileSync(join(root, '.loop', 'state.json'), '{"spec":"x","criteria":["a"],"status":"in_progress"}');
    expect(readTrace(root)).toBeUndefined();
    expect(readTrace(tempFolder())).toBeUndefined();
    expect(readdirSync(join(root, '.loop'))).toEqual(['state.json']);
  });

  it('is not looked for behind a link', () => {
    const { root } = projectWithLoop();
    renameSync(join(root, '.loop'), join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.loop'));
    expect(readTrace(root)).toBeUndefined();
  });
});
