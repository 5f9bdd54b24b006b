import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createLoop, createProject, LOOP } from '../support/project.ts';

const parts = join(dirname(LOOP), 'parts');

/** What Node loads of the command for these words. */
function loadedFor(...words: readonly string[]): readonly string[] {
  const code = `process.argv.splice(1, 0, ${JSON.stringify(LOOP)});
    process.on('exit', () => console.log('\\n' + JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(LOOP)});`;
  const { path } = createProject();
  const output = runNode(['-e', code, '--', ...words], path);
  const files = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as string[];
  return files.map((file) => basename(file)).toSorted();
}

/** The output, whatever the exit code is. */
function runNode(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

test('a verb that Claude calls all the time loads the small part alone', () => {
  for (const verb of ['verify', 'status', 'next', 'step', 'signal', '--version']) {
    expect(loadedFor(verb), verb).toEqual(['loop.cjs', 'quick.cjs']);
  }
  expect(loadedFor('score', 'a wish')).toEqual(['heavy.cjs', 'loop.cjs']);
});

test('the small part has no scorer, no parser of Markdown and no report, and stays small', () => {
  // A larger part slows down every `loop verify`, which has to stay below four times `git status`.
  expect(statSync(join(parts, 'quick.cjs')).size).toBeLessThanOrEqual(393_000);
  const words = ['micromark', '<!doctype html>', 'acceptance rules'];
  const wordsIn = (part: string): readonly string[] => {
    const source = readFileSync(join(parts, part), 'utf8');
    return words.filter((word) => source.includes(word));
  };
  expect(wordsIn('heavy.cjs')).toEqual(words);
  expect(wordsIn('quick.cjs')).toEqual([]);
});

test('a verb is found behind flags, and help from both parts', async () => {
  const project = await createLoop(['make it work']);
  const found = await project.loop(['--session', project.session, 'log']);
  expect(found).toMatchObject({ code: 0, stderr: '' });
  const scored = await project.loop(['--project', project.path, 'score', 'a wish', '--json']);
  expect(JSON.parse(scored.stdout)).toHaveProperty('total');
  const { stdout } = await project.loop(['start', '--help']);
  expect(stdout).toContain('--iterations');
  expect(await project.loop(['verfy'])).toMatchObject({ code: 64, stdout: '' });
});
