import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';

const OFF = JSON.stringify({ disableAllHooks: true });
const ON = JSON.stringify({ disableAllHooks: false });
const SAYING = 'All hooks are off, so no session is held to its loop: take disableAllHooks out of';

test.each([
  ['the project', '.claude/settings.json'],
  ['this checkout', '.claude/settings.local.json'],
  ['the user', 'own/settings.json'],
])('all hooks switched off in settings of %s are told by whatever shows the loop', async (_, path) => {
  const project = await createLoop([]);
  const env = { CLAUDE_CONFIG_DIR: join(project.path, 'own') };
  for (const verb of ['status', 'list'])
    expect((await project.loop([verb], { env })).stdout).not.toContain(SAYING);
  project.write(path, OFF);
  await project.loop(['pause'], { env });
  for (const verb of ['status', 'list', 'continue']) {
    const { stdout } = await project.loop([verb], { env });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${SAYING} ${join(project.path, path)}.`);
  }
});

test('a start, and a status without a loop, tell it too', async () => {
  const project = createProject();
  project.write('.claude/settings.json', OFF);
  expect((await project.loop(['status'])).stdout).toContain('All hooks are off');
  const { stdout } = await project.loop(['start', 'Mend it.', '--force'], { by: 'user' });
  expect(stdout).toContain('All hooks are off');
});

test('the nearest settings decide', async () => {
  const project = await createLoop([]);
  project.write('.claude/settings.json', OFF);
  project.write('.claude/settings.local.json', ON);
  expect((await project.loop(['status'])).stdout).not.toContain('All hooks are off');
  project.write('.claude/settings.local.json', '{');
  expect((await project.loop(['status'])).stdout).toContain('All hooks are off');
});
