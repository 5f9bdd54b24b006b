import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';
import { createLoop as createBuiltLoop, createProject as createBuiltProject } from '../support/project.ts';

describe('outside any project', () => {
  test('without a loop, verbs that look answer and other verbs fail', async () => {
    const project = createProject();
    for (const verb of ['status', 'next']) {
      const { code, stdout } = await project.loop([verb]);
      expect([verb, code, stdout]).toEqual([verb, 0, 'There is no loop here.\n\nNext: loop help start\n']);
    }
    for (const args of [
      ['step', 'done'],
      ['verify'],
      ['signal', 'done'],
      ['pause'],
      ['continue'],
      ['cancel'],
      ['explain'],
      ['log'],
      ['push', 'x'],
      ['pop'],
      ['explain', '--replay'],
    ]) {
      const { code, stderr } = await project.loop(args);
      expect([args[0], code, stderr]).toEqual([
        args[0],
        7,
        expect.stringContaining('There is no loop here.'),
      ]);
    }
    expect(readdirSync(project.path)).toEqual([]);
  });

  test('a removed folder gives an error that says so', async () => {
    const project = createProject();
    const { code, stderr } = await project.loop(['status', '--project', 'nowhere']);
    expect([code, stderr]).toEqual([64, expect.stringContaining('nowhere could not be found')]);
  });
});

describe('a broken .loop', () => {
  test('that is a file is refused by start, and blocks no stop', async () => {
    const project = createProject();
    project.write('.loop', 'not a folder');
    expect((await project.loop(['status'])).code).toBe(0);
    const { code, stderr } = await project.loop(['start', '--force', 'x']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('not a folder')]);
    const { findings } = await project.json('doctor');
    expect(findings).toContainEqual(expect.objectContaining({ subject: '.loop', level: 'broken' }));
  });

  test('that is writable by everybody is not trusted; the error says how to close it', async () => {
    const project = await createLoop(['--steps', 'a']);
    chmodSync(project.at('.loop'), 0o777);
    for (const args of [['status'], ['step', 'done'], ['verify']]) {
      const { code, stderr } = await project.loop(args);
      expect([code, stderr]).toEqual([1, expect.stringContaining('chmod 700')]);
    }
    expect((await project.loop(['doctor'])).stdout).toContain(`chmod 700 '${project.at('.loop')}'`);
    chmodSync(project.at('.loop'), 0o700);
    expect((await project.loop(['step', 'done'])).code).toBe(0);
  });

  test('with a damaged journal is an error that says which file', async () => {
    const project = await createLoop();
    const [name = ''] = readdirSync(project.at('.loop/runs')).filter((one) => one.endsWith('.jsonl'));
    writeFileSync(project.at('.loop/runs', name), 'nothing of ours\n');
    const { code, stderr } = await project.loop(['status']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${name} can't be trusted`)]);
    const { ok, findings } = await project.json('doctor');
    expect(ok).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'journal', level: 'broken' }));
  });

  test('with a torn line continues from the whole records, and the log says so', async () => {
    const project = await createLoop(['--steps', 'a; b']);
    const [name = ''] = readdirSync(project.at('.loop/runs')).filter((one) => one.endsWith('.jsonl'));
    writeFileSync(project.at('.loop/runs', name), '\n{"v":1,"torn', { flag: 'a' });
    expect((await project.loop(['step', 'done'])).code).toBe(0);
    expect((await project.loop(['log'])).stdout).toContain(
      '1 damaged or repeated lines of the journal were left out.',
    );
  });
});

describe('a .loop that git may stage', () => {
  test('is reported by doctor with its remedy, and ignored again after a start', async () => {
    const project = createProject({ git: true });
    mkdirSync(project.at('.loop'), { mode: 0o700 });
    project.write('.loop/.gitignore', '!*\n');
    execFileSync('git', ['add', '-f', '.loop/.gitignore'], { cwd: project.path });
    const found = async () =>
      (await project.json('doctor')).findings.filter(
        ({ subject }: { subject: string }) => subject === 'ignored by git',
      );
    expect(await found()).toEqual([
      expect.objectContaining({ level: 'doubtful', found: expect.stringContaining("doesn't ignore") }),
      expect.objectContaining({ level: 'doubtful', remedy: 'git rm -r --cached .loop' }),
    ]);
    expect((await project.loop(['start', '--force', 'x'])).code).toBe(0);
    expect(await found()).toEqual([expect.objectContaining({ found: 'git follows 1 file in .loop' })]);
  });
});

describe('a project that cannot be written to', () => {
  test('can be read, and a verb that would change it says why it cannot', async () => {
    const project = await createBuiltLoop(['--steps', 'a']);
    // Root may write anywhere, so tests that run as root use another user.
    const uid = process.getuid?.() === 0 ? 65534 : undefined;
    const fresh = createBuiltProject();
    chmodSync(fresh.path, 0o555);
    chmodSync(join(fresh.path, '..'), 0o755);
    const { code, stderr } = await fresh.loop(['start', '--force', 'x'], uid === undefined ? {} : { uid });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Could not make the folder')]);
    const { findings } = await fresh.json('doctor', [], uid === undefined ? {} : { uid });
    expect(findings).toContainEqual(
      expect.objectContaining({ subject: '.loop', found: expect.stringContaining("can't be written to") }),
    );
    if (uid === undefined) {
      chmodSync(project.at('.loop/runs'), 0o500);
      expect((await project.loop(['status'])).code).toBe(0);
      chmodSync(project.at('.loop/runs'), 0o700);
    }
  });
});

describe('odd places', () => {
  test.each([
    'with spaces',
    'with \'quotes\' and "more"',
    'emoji 🙂',
    'line\nbreak',
    '-rf',
    '$(touch pwned)',
  ])('a project called %j is like any other', async (name) => {
    const project = createProject({ name });
    expect((await project.loop(['start', '--force', 'x', '--check', 'a=true'])).code).toBe(0);
    expect((await project.loop(['verify'])).code).toBe(0);
    expect((await project.loop(['status'])).stdout).toContain('✓ proved');
    expect(readdirSync(project.path)).toEqual(['.loop']);
  });

  test('a folder deep below the project finds it', async () => {
    const project = await createLoop(['--steps', 'a']);
    mkdirSync(project.at('a/b/c'), { recursive: true });
    expect((await project.loop(['step', 'done'], { cwd: project.at('a/b/c') })).code).toBe(0);
  });
});
