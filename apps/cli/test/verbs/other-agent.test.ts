import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLoop } from '../support/in-process.ts';
import type { Project, RunOptions } from '../support/project.ts';

const START = ['--criteria', 'docs', '--check', 'tests=test -f made', '--iterations', '9', '--tokens', '10'];

/** What the user of another agent reads of its run; where Claude Code has a way of its own, it may be named beside. */
async function expectNoClaude(project: Project, line: string, options: RunOptions): Promise<string> {
  const { stdout, stderr } = await project.line(line, options);
  const texts = `${stdout}${stderr}`.replaceAll(/in Claude Code with \/loop:[a-z]+/g, '');
  expect(texts, line).not.toMatch(/Claude|\/loop:/);
  return stdout;
}

test.each([
  ['its user', { session: 'session-1', by: 'user' }],
  ['itself, in its shell', { session: null, env: { LOOP_SESSION: 'session-1', LOOP_ITERATION: 'x' } }],
] as const)('a run of another agent is told to %s without Claude and its commands', async (_who, options) => {
  const project = await createLoop(START, { agent: 'Codex', runs: 'sources' });
  const texts: string[] = [];
  const read = async (...lines: readonly string[]): Promise<void> => {
    for (const line of lines) texts.push(await expectNoClaude(project, line, options));
  };
  const views = [
    'status',
    'next',
    'explain',
    'explain --all',
    'log',
    'list',
    'criterion list',
    'report --md',
  ];
  await read(...views, 'verify', 'criterion add own --check true', 'criterion remove tests --reason x');
  await read('approve', 'config agree', 'continue --budget 5', 'signal done', ...views);
  await read('pause why', ...views, 'cancel', ...views);
  expect(texts.join('\n')).toMatch(/Codex's[^]*loop run --resume/);
  expect(readFileSync(project.at('.loop/summary.md'), 'utf8')).not.toMatch(/Claude|\/loop:/);
});
