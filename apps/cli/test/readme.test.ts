import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareEnv, createProject, LOOP } from './support/project.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the examples of the README run as they stand, one after the other', () => {
  const project = createProject({ git: true });
  const bin = join(project.path, '../bin');
  mkdirSync(bin);
  symlinkSync(LOOP, join(bin, 'loop'));
  const env = bareEnv(project.path);
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
  expect(blocks).toHaveLength(3);
  const printed = execFileSync('sh', ['-e', '-c', blocks.join('\n')], {
    cwd: project.path,
    env: { ...env, PATH: `${bin}:${env['PATH']}`, CLAUDE_CODE_SESSION_ID: project.session },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(printed).toContain('Next: loop verify\n');
  expect(printed).toMatch(/✓ proved +Claude's +tests pass/);
  expect(printed).toMatch(/“ claimed +Claude's +README updated/);
});
