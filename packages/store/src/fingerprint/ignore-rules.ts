import { compileGlob, matchesGlob, type Casing, type Glob } from './glob.ts';

interface Rule {
  readonly glob: Glob;
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  /** Without a slash inside, a pattern is held against names at any depth. */
  readonly isNameOnly: boolean;
}

/** The patterns of one ignore file, which hold for what lies under its folder. */
export interface RuleList {
  /** The folder of the file, relative to the tree, without a slash at its end; empty for the top. */
  readonly base: string;
  readonly rules: readonly Rule[];
}

/** Ignore files beyond this are cut; nobody writes one by hand. */
export const MAX_IGNORE_BYTES = 1024 * 1024;

/** Reads the lines of a `.gitignore`; lines that git would not understand match nothing. */
export function parseIgnoreFile(text: string, base: string, casing: Casing): RuleList {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line) => parseRule(line.replace(/\r$/, ''), casing) ?? []);
  return { base, rules };
}

function parseRule(line: string, casing: Casing): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  let pattern = trimEnd(line);
  const isNegated = pattern.startsWith('!');
  if (isNegated) pattern = pattern.slice(1);
  const onlyFolders = pattern.endsWith('/');
  if (onlyFolders) pattern = pattern.slice(0, -1);
  const isNameOnly = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  const glob = compileGlob(pattern, casing);
  return glob && { glob, isNegated, onlyFolders, isNameOnly };
}

/** Cuts the spaces at the end that no backslash keeps. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/**
 * Tells whether git would ignore a path whose folders it doesn't ignore. The last pattern of the nearest file
 * that says anything decides, as git has it.
 */
export function isIgnored(path: string, kind: 'file' | 'folder', lists: readonly RuleList[]): boolean {
  for (let index = lists.length - 1; index >= 0; index -= 1) {
    const list = lists[index];
    const rule = list && lastMatch(list, path, kind);
    if (rule) return !rule.isNegated;
  }
  return false;
}

function lastMatch({ base, rules }: RuleList, path: string, kind: 'file' | 'folder'): Rule | undefined {
  const relative = base === '' ? path : path.slice(base.length + 1);
  const name = relative.slice(relative.lastIndexOf('/') + 1);
  return rules.findLast(
    (rule) =>
      (kind === 'folder' || !rule.onlyFolders) && matchesGlob(rule.glob, rule.isNameOnly ? name : relative),
  );
}
