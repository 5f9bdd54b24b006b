import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completionScript } from '../../../src/verbs/completion/completion-script.ts';
import { verbs } from '../../../src/verbs/verbs.ts';
import { expectFile } from '../../support/expect-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** What bash offers after these words. */
function offered(...words: string[]): string[] {
  const script = join(tempFolder(), 'loop.bash');
  writeFileSync(script, completionScript('bash'));
  const list = ['loop', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `source "${script}"; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _loop; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', asked]).toString().split('\n').filter(Boolean);
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

test.each(['bash', 'zsh', 'fish'] as const)('the script for %s matches the table of verbs', (shell) => {
  expectFile(`completion.${shell}`, `${completionScript(shell)}\n`);
});
