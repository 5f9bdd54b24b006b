import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionScript } from '../../../src/verbs/completion/completion-script.ts';
import { verbs } from '../../../src/verbs/verbs.ts';
import { expectFile } from '../../support/expect-file.ts';
import { createLoop, LOOP } from '../../support/project.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What bash offers after these words. */
function offered(...words: string[]): string[] {
  return offeredAt({ cwd: tempFolder(), env: process.env }, ...words);
}

/** The same in a folder, with an environment. */
function offeredAt(
  at: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ...words: string[]
): string[] {
  const script = join(tempFolder(), 'loop.bash');
  writeFileSync(script, completionScript('bash'));
  const list = ['loop', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `source "${script}"; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _loop; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', asked], at).toString().split('\n').filter(Boolean);
}

test('bash offers verbs, then the words that can follow each', () => {
  expect(offered('')).toEqual(Object.keys(verbs));
  expect(offered('verif')).toEqual(['verify']);
  expect(offered('step', 'd')).toEqual(['done']);
  expect(offered('start', '--bu')).toEqual(['--budget']);
  expect(offered('start', '--shape', 't')).toEqual(['tool', 'tool-review']);
  expect(offered('criterion', '--basis', 'e')).toEqual(['execution']);
  expect(offered('help', 'ver')).toEqual(['verify']);
  expect(offered('status', '--js')).toEqual(['--json']);
});

test('bash offers ids and criteria, and runs nothing that stands in a name', async () => {
  const hostile = 'x $(touch owned) `touch owned`';
  const { path } = await createLoop(['--criteria', `tests pass; ${hostile}`]);
  const bin = tempFolder();
  writeFileSync(join(bin, 'loop'), `#!/bin/sh\nexec '${process.execPath}' '${LOOP}' "$@"\n`, { mode: 0o755 });
  const at = { cwd: path, env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } };
  expect(offeredAt(at, 'verify', 'te')).toEqual(['tests\\ pass']);
  expect(offeredAt(at, 'criterion', 'tick', 'x')).toEqual([
    'x\\ \\$\\(touch\\ owned\\)\\ \\`touch\\ owned\\`',
  ]);
  expect(offeredAt(at, 'status', '--run', '')).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  expect(existsSync(join(path, 'owned'))).toBe(false);
});

test.each(['bash', 'zsh', 'fish'] as const)('the script for %s matches the table of verbs', (shell) => {
  expectFile(`completion.${shell}`, `${completionScript(shell)}\n`);
});
