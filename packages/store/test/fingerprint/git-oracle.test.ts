import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findGitTree } from '../../src/fingerprint/git-folder.ts';
import { walkTree } from '../../src/fingerprint/walk-tree.ts';
import { git, hasGit } from '../support/git.ts';
import { removeFolder, tempFolder } from '../support/temp-folder.ts';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

function ours(top: string): string[] {
  const env = { HOME: top, XDG_CONFIG_HOME: join(top, '.none') };
  const { entries } = walkTree({
    top,
    git: findGitTree(top),
    env,
    leaveOut: new Set(),
    only: undefined,
    maxEntries: 1e6,
  });
  return entries.map(({ path }) => path).sort();
}

/** Every path that git follows or would offer to add, as far as it is on disk. */
function theirs(top: string): string[] {
  const followed = git(top, 'ls-files', '-z', '-c').split('\0');
  const deleted = new Set(git(top, 'ls-files', '-z', '-d').split('\0'));
  const others = git(top, 'ls-files', '-z', '-o', '--exclude-standard').split('\0');
  const all = [...followed.filter((path) => !deleted.has(path)), ...others].filter((path) => path !== '');
  return [...new Set(all.map((path) => path.replace(/\/$/, '')))].sort();
}

const name = fc.constantFrom(
  'a',
  'b',
  'ab',
  'a.log',
  'b.txt',
  'x y',
  'ü',
  'A',
  '[x]',
  '#c',
  '!d',
  'build',
  'é.log',
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const patternPiece = fc.constantFrom(
  'a',
  'b',
  '*',
  '**',
  '?',
  '*.log',
  'a*',
  '[ab]',
  '[!a]',
  'build',
  'x y',
  '\\#c',
  '\\!d',
  'ü',
  '??',
  '[[:upper:]]',
  '***',
  'a**',
  '*b',
);
const pattern = fc
  .record({
    negated: fc.boolean(),
    rooted: fc.boolean(),
    folder: fc.boolean(),
    pieces: fc.array(patternPiece, { minLength: 1, maxLength: 3 }),
    end: fc.constantFrom('', '', '', ' ', '\\ ', '\r'),
  })
  .map(
    ({ negated, rooted, folder, pieces, end }) =>
      `${negated ? '!' : ''}${rooted ? '/' : ''}${pieces.join('/')}${folder ? '/' : ''}${end}`,
  );
const ignoreFile = fc.record({
  folder: fc.option(path, { nil: '' }),
  patterns: fc.array(pattern, { minLength: 1, maxLength: 5 }),
});

function build(
  top: string,
  files: readonly string[],
  ignores: readonly { folder: string; patterns: readonly string[] }[],
): void {
  const write = (file: string, text: string): void => {
    try {
      mkdirSync(dirname(join(top, file)), { recursive: true });
      writeFileSync(join(top, file), text);
    } catch {
      // A file stands where a folder would have to, or the other way round: the tree is without it.
    }
  };
  for (const file of files) write(file, file);
  for (const { folder, patterns } of ignores) write(join(folder, '.gitignore'), `${patterns.join('\n')}\n`);
}

describe.skipIf(!hasGit)('the list of files that count', () => {
  it('is the list that git gives, over generated trees and ignore files', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
        fc.array(ignoreFile, { maxLength: 3 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        fc.constantFrom('2', '3', '4'),
        (files, ignores, forced, version) => {
          const top = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-oracle-')));
          try {
            git(top, 'init', '-q');
            build(top, files, ignores);
            for (const index of forced) {
              const file = files[index % files.length] ?? '';
              try {
                git(top, '--literal-pathspecs', 'add', '-f', '--', file);
              } catch {
                // It could not be written above.
              }
            }
            git(top, 'update-index', '--index-version', version);
            expect(ours(top)).toEqual(theirs(top));
          } finally {
            removeFolder(top);
          }
        },
      ),
      { numRuns: Number(process.env['ORACLE_RUNS'] ?? 60) },
    );
  });

  it("follows git into info/exclude and the user's own file, links and unusual names", () => {
    const top = tempFolder();
    git(top, 'init', '-q');
    writeFileSync(join(top, '.git', 'info', 'exclude'), 'excluded\n');
    writeFileSync(join(top, '.gitconfig'), '[core]\n\texcludesFile = "~/mine" ; a comment\n');
    writeFileSync(join(top, 'mine'), '*.tmp\n');
    for (const file of ['excluded', 'a.tmp', 'kept', 'with\nnewline', 'with"quote', '-rf', '😀'])
      writeFileSync(join(top, file), '');
    symlinkSync('kept', join(top, 'link'));
    symlinkSync('/nowhere', join(top, 'dangling'));
    mkdirSync(join(top, 'folder'));
    symlinkSync('../folder', join(top, 'folder', 'loop'));
    expect(ours(top)).toEqual(theirs(top));
  });

  it('reads a split index and an index with sha256', () => {
    for (const options of [[], ['--object-format=sha256']]) {
      const top = tempFolder();
      git(top, 'init', '-q', ...options);
      writeFileSync(join(top, '.gitignore'), 'forced*\n');
      for (const file of ['a', 'forced1', 'forced2', 'b']) writeFileSync(join(top, file), file);
      git(top, 'add', '-f', 'a', 'forced1');
      git(top, 'update-index', '--split-index');
      git(top, 'add', '-f', 'forced2');
      expect(ours(top)).toEqual(theirs(top));
    }
  });
});
