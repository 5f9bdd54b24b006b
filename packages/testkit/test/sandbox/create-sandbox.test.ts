import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, runInSandbox, type ProjectOptions, type Sandbox } from '../../src/index.ts';

async function open(options: ProjectOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(sandbox.remove);
  return sandbox;
}

test('nothing of our own environment reaches a command but PATH', async () => {
  process.env['A_SECRET_OF_OURS'] = 'hush';
  onTestFinished(() => {
    delete process.env['A_SECRET_OF_OURS'];
  });
  const sandbox = await open();

  const { stdout } = await runInSandbox({ sandbox, command: ['node', '-p', 'JSON.stringify(process.env)'] });

  const environment = JSON.parse(stdout) as Record<string, string>;
  expect(environment).toMatchObject({ HOME: sandbox.home });
  expect(environment).not.toHaveProperty('A_SECRET_OF_OURS');
  expect(environment).not.toHaveProperty('ANTHROPIC_API_KEY');
  expect(environment['PATH']).not.toContain('node_modules');
});

test('a project may have any name, files, settings and a history of its own', async () => {
  const name = `it's "odd" 🙂 $(x)`;
  const sandbox = await open({
    name,
    git: 'committed',
    files: { 'deep/er/file.txt': 'x' },
    settings: { env: { A: '1' } },
  });

  expect(sandbox.project.path.endsWith(`/${name}`)).toBe(true);
  expect(await sandbox.project.read('deep/er/file.txt')).toBe('x');
  expect(JSON.parse(await sandbox.project.read('.claude/settings.json'))).toEqual({ env: { A: '1' } });
  expect(await sandbox.project.git('log', '--format=%an %s')).toBe('Sandbox Start\n');
  expect(await sandbox.project.git('status', '--porcelain')).toBe('');
});

test('a second project shares the home and nothing else', async () => {
  const sandbox = await open({ files: { 'a.txt': 'a' } });
  const other = await sandbox.createProject({ files: { 'b.txt': 'b' } });

  expect(other.path).not.toBe(sandbox.project.path);
  expect(await readdir(other.path)).toEqual(['b.txt']);
});

test.skipIf(!existsSync('/proc/self/environ'))(
  'removing a sandbox ends what was left running in it',
  async () => {
    const sandbox = await createSandbox();
    // A session of its own, as the client starts hooks and background commands.
    const source = `const child = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }); console.log(child.pid); child.unref()`;
    const { stdout } = await runInSandbox({ sandbox, command: ['node', '-e', source] });
    const stateOf = async (): Promise<string> =>
      (await readFile(`/proc/${stdout.trim()}/status`, 'utf8').catch(() => 'State:\tgone')).match(
        /State:\t(\w+)/,
      )?.[1] ?? '';
    // It runs or sleeps: on a busy machine it may still be starting.
    expect(await stateOf()).toMatch(/^[RSD]$/);

    await sandbox.remove();

    await expect.poll(stateOf).toMatch(/gone|Z|X/);
    expect(existsSync(sandbox.home)).toBe(false);
  },
);
