import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLoop, type Project } from '../support/project.ts';

/** A loop whose project stood elsewhere when it started. */
async function moved(): Promise<Project & { readonly cwd: string }> {
  const project = await createLoop(['--check', 'tests=true']);
  const cwd = join(project.path, '..', 'moved');
  renameSync(project.path, cwd);
  return { ...project, cwd };
}

test('a moved loop is left alone until its user takes it over in a terminal', async () => {
  const { loop, cwd } = await moved();
  const before = await loop(['verify'], { cwd });
  expect(before.code).not.toBe(0);
  expect(before.stdout + before.stderr).toContain('Left alone: 1 loop');
  expect((await loop(['status'], { cwd })).stdout).toContain('loop continue --take-over');

  const taken = await loop(['continue', '--take-over', '--iterations', '3'], { cwd, session: null });
  expect(taken.stderr).toBe('');
  expect(taken.code).toBe(0);
  expect((await loop(['verify'], { cwd })).code).toBe(0);
});

test('Claude can not take it over for its user', async () => {
  const { loop, cwd } = await moved();
  const { code, stdout, stderr } = await loop(['continue', '--take-over'], { cwd, env: { CLAUDECODE: '1' } });
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('/loop:continue --take-over');
  expect((await loop(['verify'], { cwd })).code).not.toBe(0);
});
