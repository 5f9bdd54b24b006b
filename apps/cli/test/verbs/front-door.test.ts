import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createProject } from '../support/in-process.ts';
import { type Project } from '../support/project.ts';

const SPEC = 'make the login tests pass';

describe('loop start in a plain terminal', () => {
  test('shows the same start for loop run and for the prompt of Claude Code, and starts nothing', async () => {
    const project = createProject();
    const { code, stderr } = await project.loop(
      ['start', SPEC, '--check', 'tests=npm test', '--budget', '5', '--minutes', '30'],
      { session: null },
    );
    expect(code).toBe(64);
    expect(stderr).toContain(`/loop:start ${SPEC} --check 'tests=npm test' --budget 5 --minutes 30`);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `Next: loop run '${SPEC}' --check 'tests=npm test' --budget 5 --minutes 30`,
    );
    expect(existsSync(project.at('.loop'))).toBe(false);
  });

  test('keeps a spec file a spec file', async () => {
    const { stderr } = await createProject().loop(['start', '--spec-file', 'SPEC.md'], { session: null });
    expect(stderr).toContain('Next: loop run --spec-file SPEC.md\n');
  });
});

describe('an unfinished loop of another session', () => {
  const flags = ['start', SPEC, '--check', 'tests=npm test'];

  async function left(): Promise<Project> {
    const project = createProject();
    await project.loop(flags, { session: 'another' });
    await project.loop(['pause'], { session: 'another' });
    return project;
  }

  test('is named before a second one starts, with continue, fresh and status', async () => {
    const project = await left();
    const { code, stderr } = await project.loop(flags, { by: 'user' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/[0-9a-f]{8} {2}paused {5}make the login tests pass/);
    const ways = [/loop continue --run [0-9a-f]{8}/, /loop start --fresh/, /loop status --run [0-9a-f]{8}/];
    for (const way of ways) expect(stderr).toMatch(way);
    expect((await project.loop([...flags, '--fresh'], { by: 'user' })).code).toBe(0);
    expect((await project.loop(['status'], { session: 'another' })).stdout).toContain('paused');
  });

  test('asks nobody where nobody can answer', async () => {
    const project = await left();
    expect((await project.loop(flags, { env: { LOOP_HEADLESS: '1' } })).code).toBe(0);
  });

  test('that is at work is named, and holds nothing up', async () => {
    const project = createProject();
    await project.loop(flags, { session: 'another' });
    const { code, stdout } = await project.loop(flags);
    expect(code).toBe(0);
    expect(stdout.replaceAll('\n', ' ')).toContain('Another session works on a loop here, too:');
  });
});

describe('a hand-written loop', () => {
  const stack = {
    schema: 1,
    event: 'STATE',
    run_id: 'by-hand',
    updated_at: '2026-01-02T03:04:05Z',
    stack: [{ id: 'a', mode: 'loop', iter: 1, max: 10 }],
  };

  test.each([
    ['.loop/stack.json', JSON.stringify(stack)],
    ['.loop/state.json', JSON.stringify({ spec: SPEC, criteria: ['c'], status: 'in_progress' })],
    // Without a folder of loops beside it.
    ['.claude/idle-loop.local.md', `---\nactive: true\nmode: loop\niteration: 1\n---\n${SPEC}\n`],
  ])('is adopted by loop continue: %s', async (path, text) => {
    const project = createProject();
    project.write(path, text);
    const { code, stdout, stderr } = await project.loop(['continue']);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('[LOOP] Iteration');
    expect((await project.json('status')).run?.status).toBe('active');
  });

  test('is never a view that an earlier loop left', async () => {
    const project = createProject();
    await project.loop(['start', SPEC, '--check', 'tests=npm test'], { session: 'another' });
    await project.loop(['cancel', 'enough'], { session: 'another' });
    expect((await project.loop(['continue'])).code).toBe(7);
  });

  test.each([
    ['.loop/state.json', '{,}', '.loop/state.json: '],
    ['.loop/state.json', JSON.stringify({ spec: 5, iteration: 1 }), '.loop/state.json: spec: '],
    ['.loop/stack.json', '{}', '.loop/stack.json: '],
  ])('that can’t start names the field and the reason: %s %s', async (path, text, line) => {
    const project = createProject();
    project.write(path, text);
    const { code, stderr } = await project.loop(['continue']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(line)]);
  });
});
