import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';
import { createLoop as createBuiltLoop } from '../support/project.ts';

const TERMINAL = { session: null } as const;

test('lists the loops of the project with age, cost and ending, and all of the machine by project', async () => {
  const one = await createLoop(['--criteria', 'docs updated; tests pass']);
  const other = await createLoop([]);
  await one.loop(['criterion', 'tick', 'docs updated']);
  await other.loop(['cancel']);

  const here = await one.loop(['list'], TERMINAL);
  expect(here.code).toBe(0);
  expect(here.stdout).toMatch(
    /^Loop      State   Age  Iteration  Met  Cost   Spec\n[0-9a-f]{8}  active +\d+s       1\/10  1\/2  \$0\.00  Do the work\n/,
  );
  expect(here.stdout).toMatch(/Next: loop status --run [0-9a-f]{8}\n$/);

  const { runs } = await one.json('list', ['--all'], TERMINAL);
  const projects = runs.map(({ project }) => project);
  expect(projects).toContain(one.path);
  expect(runs.find(({ project }) => project === one.path)).toMatchObject({
    state: 'active',
    status: 'active',
    frames: [{ criteria: [{ name: 'docs updated' }, { name: 'tests pass' }], limits: { iterations: 10 } }],
  });
  expect(runs.find(({ project }) => project === other.path)).toMatchObject({
    state: 'cancelled',
    ending: { kind: 'cancelled' },
  });
  const all = await one.loop(['list', '--all'], TERMINAL);
  expect(all.stdout).toContain(other.path);
});

test('a paused loop says by what, and a project that is gone is left out', async () => {
  const project = await createLoop([]);
  await project.loop(['pause', 'lunch']);
  expect((await project.loop(['list'], TERMINAL)).stdout).toMatch(/  paused  .*  lunch · Do the work/);
  const gone = await createLoop([]);
  rmSync(gone.path, { recursive: true });
  const { runs } = await project.json('list', ['--all'], TERMINAL);
  expect(runs.map((run) => run.project)).not.toContain(gone.path);
});

test('a copied loop is counted and not shown', async () => {
  const project = await createBuiltLoop([]);
  const elsewhere = mkdtempSync(join(tmpdir(), 'loop-state-'));
  const found = await project.json('list', [], { ...TERMINAL, env: { XDG_STATE_HOME: elsewhere } });
  expect(found).toMatchObject({ runs: [], foreign: 1 });
  const { stdout } = await project.loop(['list'], { ...TERMINAL, env: { XDG_STATE_HOME: elsewhere } });
  expect(stdout).not.toContain('Do the work');
  expect(stdout).toContain('Left alone: 1 loop');
  rmSync(elsewhere, { recursive: true });
});

test('where nothing was started it says so and creates nothing', async () => {
  const project = createProject();
  const { code, stdout } = await project.loop(['list'], TERMINAL);
  expect([code, stdout]).toEqual([
    0,
    'No loop was started here.\n\nNext: loop list --all  # for those of other projects\n',
  ]);
  expect(readdirSync(project.path)).toEqual([]);
});
