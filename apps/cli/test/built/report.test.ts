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
