import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLoop, createProject } from '../support/project.ts';

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
    [['--watch', '--format', 'md'], '--watch serves HTML'],
    [['--out', '-', '--json'], 'both need standard output'],
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
