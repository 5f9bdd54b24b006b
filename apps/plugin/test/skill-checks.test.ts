import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dialogOf, type QuestionName, QUESTIONS } from '@loopwright/core/questions';
import { expect, onTestFinished, test } from 'vitest';

const CONTENT = join(import.meta.dirname, '../content');

/** The checks in the examples of skills and agents, as a reader would copy them. */
const checks = [
  ...new Set(
    globSync('**/*.md', { cwd: CONTENT }).flatMap((file) =>
      checksIn(readFileSync(join(CONTENT, file), 'utf8')),
    ),
  ),
].sort();

function checksIn(file: string): string[] {
  const text = file.replace(/^---\n[\s\S]*?\n---\n/, '');
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
  return [
    ...all(/--check "[^"=]+=([^"]+)"/g),
    ...all(/--verify "([^"]+)"/g),
    // Entries of a SHAPE.md.
    ...all(/^ +- [\w ]+: `([^`]+)`$/gm),
    ...(/## Good checks\n([\s\S]*?)\n##/.exec(text)?.[1] ?? '')
      .split('\n')
      .filter((line) => line.includes('exit with 0'))
      .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].flatMap(([, found]) => found ?? [])),
  ];
}

type Tree = Readonly<Record<string, string>>;
interface Trees {
  readonly holds: Tree;
  readonly fails: Tree;
}

const npm = (name: string, code: number): Tree => ({
  'package.json': JSON.stringify({ scripts: { [name]: `node -e "process.exit(${code})"` } }),
});
const script = (name: string): Trees => ({ holds: npm(name, 0), fails: npm(name, 1) });
const TYPES = { 'tsconfig.json': '{"compilerOptions":{"types":[]},"files":["a.ts"]}' };

/** For each example, a tree where it must pass and one where it must fail. */
const TREES: Readonly<Record<string, Trees>> = {
  'npm test': script('test'),
  'npm test -- auth': script('test'),
  'npm test -- token': script('test'),
  'npm run lint': script('lint'),
  'npx tsc --noEmit': {
    holds: { ...TYPES, 'a.ts': 'export const a: number = 1;' },
    fails: { ...TYPES, 'a.ts': 'export const a: number = "1";' },
  },
  '! grep -rn "TODO" src': { holds: { 'src/a.js': 'done' }, fails: { 'src/a.js': '// TODO' } },
  '! grep -rn "console.log(token" src': {
    holds: { 'src/a.js': 'check(token)' },
    fails: { 'src/a.js': 'console.log(token)' },
  },
  'test -d src/routes && ! grep -rL validate src/routes | grep -q .': {
    holds: { 'src/routes/users.js': 'validate()', 'src/routes/auth.js': 'validate()' },
    fails: { 'src/routes/users.js': 'validate()', 'src/routes/auth.js': 'open()' },
  },
  'grep -q ValidationError src/errors.ts': {
    holds: { 'src/errors.ts': 'class ValidationError {}' },
    fails: { 'src/errors.ts': '' },
  },
  'git diff --exit-code main -- src/index.ts': {
    holds: { 'src/index.ts': 'export {}' },
    fails: { 'src/index.ts': 'export const more = 1' },
  },
};

/** Runs a check in a fresh project whose branch `main` holds an empty public file. */
function exitCode(check: string, tree: Tree): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'loop-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
  symlinkSync(tsc, join(folder, 'node_modules/.bin/tsc'));
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '--initial-branch', 'main');
  write('src/index.ts', 'export {}');
  git('add', 'src');
  git('commit', '--message', 'first');
  if (!('src/index.ts' in tree)) rmSync(join(folder, 'src'), { recursive: true });
  for (const [path, text] of Object.entries(tree)) write(path, text);
  const env = { PATH: process.env['PATH'], HOME: folder };
  return spawnSync('sh', ['-c', check], { cwd: folder, env }).status;
}

test('every example check of a skill has trees to be tried on, and nothing else has', () => {
  expect(checks).toEqual(Object.keys(TREES).sort());
});

test.each(Object.entries(TREES))(
  'the example check %s passes where it holds, and only there',
  (check, trees) => {
    expect(exitCode(check, trees.holds)).toBe(0);
    expect(exitCode(check, trees.fails)).not.toBe(0);
  },
);

test('the example about routes fails where there are none', () => {
  const check = checks.find((one) => one.includes('src/routes')) ?? '';
  expect(exitCode(check, { 'src/other.js': '' })).not.toBe(0);
});

test('Claude finds the plugin’s own questions beside the skill, word for word', () => {
  const [, lines = ''] =
    /```jsonl\n([^]*?)```/.exec(readFileSync(join(CONTENT, 'skills/start/workflow.md'), 'utf8')) ?? [];
  const shown = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  // `loop start` prints the last one itself.
  const { left: _left, ...asked } = QUESTIONS;
  expect(shown).toEqual(Object.keys(asked).map((name) => dialogOf(name as QuestionName)));
});

test.each(globSync('skills/*/SKILL.md', { cwd: CONTENT }))(
  'the client takes no price in %s for a word of the user',
  (file) => {
    // It puts the eleventh word after the command in the place of `$10`.
    expect(readFileSync(join(CONTENT, file), 'utf8')).not.toMatch(/\$\d/);
  },
);
