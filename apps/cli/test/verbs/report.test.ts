import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRun, sha256 } from '@loopwright/store';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../support/in-process.ts';
import { createLoop as createBuiltLoop } from '../support/project.ts';

describe('loop report', () => {
  test('puts a page of every run into the loop folder and says where', async () => {
    const project = await createLoop(['--criteria', 'a', '--steps', 'one; two']);
    const { code, stdout } = await project.loop(['report']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('.loop/report.html') });
    expect(readFileSync(project.at('.loop/report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('takes runs by the beginning of their ids and another place to write to', async () => {
    const project = await createLoop(['--criteria', 'a']);
    const { run } = await project.json('status');
    const id = String((run as { id?: string } | null)?.id ?? '').slice(0, 6);
    expect(await project.json('report', [id, '--out', 'page.html'])).toMatchObject({ runs: 1, unread: [] });
    expect(existsSync(project.at('page.html'))).toBe(true);
  });

  test('prints Markdown for a pull request, and nothing else', async () => {
    const project = await createLoop(['--criteria', 'a | b']);
    const { code, stdout } = await project.loop(['report', '--format', 'md', '--out', '-']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('| a \\| b |') });
    expect(stdout).toMatch(/^<!-- loopwright-report -->\n### [^]*<\/details>\n$/);
    expect(existsSync(project.at('.loop/report.md'))).toBe(false);
  });

  test('has Claude’s last words beside a verdict, and names neither the home folder nor a secret', async () => {
    const project = await createBuiltLoop(['--check', 'tests=false']);
    const home = project.at('..');
    const message = `I changed both files in ${home}/project.\n\nAll done! <b>ghp_${'aB1'.repeat(12)}</b>`;
    const opened = openRun({ root: project.path, sessionId: project.session });
    if (opened.status !== 'open') throw new Error(opened.status);
    opened.submit({ type: 'stop', at: Date.now(), message: sha256(message).slice(0, 16) });
    opened.close();
    const entry = {
      type: 'assistant',
      sessionId: project.session,
      uuid: 'a',
      isSidechain: false,
      message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: message }] },
    };
    const folder = join(home, '.claude/projects', project.path.replaceAll(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${project.session}.jsonl`), `${JSON.stringify(entry)}\n`);
    await project.loop(['report']);
    const page = readFileSync(project.at('.loop/report.html'), 'utf8');
    expect(page).toContain('~/project.\n\nAll done! &lt;b&gt;[masked]&lt;/b&gt;</blockquote>');
    const { stdout } = await project.loop(['report', '--format', 'md', '--out', '-']);
    expect(stdout).toContain('All done');
    for (const text of [page, stdout]) {
      expect(text).not.toContain(home);
      expect(text).not.toContain('aB1aB1');
    }
  });

  test('opens the page with $BROWSER, and says where nothing can', async () => {
    const project = await createLoop(['--criteria', 'a']);
    project.write('browser.sh', `#!/bin/sh\necho "$1" > '${project.at('opened')}'\n`);
    chmodSync(project.at('browser.sh'), 0o755);
    const opened = await project.loop(['report', '--open'], { env: { BROWSER: project.at('browser.sh') } });
    expect(opened.code).toBe(0);
    await expect.poll(() => existsSync(project.at('opened'))).toBe(true);
    const { code, stdout } = await project.loop(['report', '--open'], { env: { BROWSER: '/nowhere' } });
    expect([code, stdout]).toEqual([0, expect.stringContaining('No program here opens it.')]);
  });

  test('replaces a file of the project only by force', async () => {
    const project = await createLoop(['--criteria', 'a']);
    project.write('index.js', 'mine');
    const refused = await project.loop(['report', '--out', 'index.js']);
    expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no report'),
    });
    expect(readFileSync(project.at('index.js'), 'utf8')).toBe('mine');
    expect((await project.loop(['report', '--out', 'index.js', '--force'])).code).toBe(0);
  });

  test.each([
    [['--watch', '--format', 'md'], '--watch keeps a page in a file'],
    [['--out', '-', '--json'], 'both need standard output'],
    [['--out', '-', '--open'], '--open needs a file'],
  ])('%j is a usage error', async (flags, message) => {
    const project = await createLoop(['--criteria', 'a']);
    const { code, stdout, stderr } = await project.loop(['report', ...flags]);
    expect({ code, text: stdout + stderr }).toMatchObject({
      code: 64,
      text: expect.stringContaining(message),
    });
  });

  test('without a run says so and writes nothing', async () => {
    const project = createProject();
    expect((await project.loop(['report'])).code).toBe(7);
    expect(existsSync(project.at('.loop'))).toBe(false);
  });

  test('an invalid journal gives an error that names it', async () => {
    const project = await createLoop(['--criteria', 'a']);
    project.write('nonsense.jsonl', 'x');
    const { code, stderr } = await project.loop(['report', 'nonsense.jsonl']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('nonsense.jsonl') });
  });
});
