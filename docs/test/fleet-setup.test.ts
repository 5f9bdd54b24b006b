// @module-tag deep
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPrograms } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './support/root.ts';

const ALONE = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc'];
const programs = postgresPrograms();
// Only root can make the network namespaces of two machines.
const canRun =
  programs !== undefined && process.getuid?.() === 0 && spawnSync('unshare', [...ALONE, 'true']).status === 0;

test.skipIf(!canRun)('the printed set-up of a fleet works for an ordinary user', () => {
  const home = mkdtempSync(join(tmpdir(), 'loop-setup-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const script = join(root, 'docs/test/support/fleet-setup.sh');
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    [...ALONE, 'bash', script, root, process.execPath, programs ?? '', home],
    { encoding: 'utf8' },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toContain('The fleet is ready in postgres:///loop?host=/var/run/postgresql.');
  expect(stdout).toMatch(/^one: verified, \$0\.25$/m);
  expect(stdout).toMatch(/one +verified .* https:\/\/git\.example\.org\/app\/pull\/1/);
  expect(stdout).toContain('pushed by Fleet: Make the file `made` hold a line');
});
