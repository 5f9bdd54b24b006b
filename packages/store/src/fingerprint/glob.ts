/** One unit of a pattern within a path segment. */
type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly has: (char: string) => boolean };

/** One segment of a pattern; undefined stands for `**`, which takes any number of segments. */
export type Segment = readonly Token[] | undefined;

/** Whether letters differ by case (`core.ignorecase`). */
export type Casing = 'exact' | 'folded';

/** A compiled pattern. */
export interface Glob {
  /** What the path must begin with, up to the first sign that means something. */
  readonly literal: string;
  readonly segments: readonly Segment[];
  readonly casing: Casing;
}

/**
 * Compiles a pattern of a `.gitignore`, or gives undefined for one that can match nothing. No regular
 * expression is built from it: patterns come with the repository, and one that backtracks could hang whoever
 * looks at the tree. Like git, it compares what stands before the first wildcard apart from the rest, so that in
 * `a**` + `/b` the two stars stand at a beginning.
 */
export function compileGlob(pattern: string, casing: Casing): Glob | undefined {
  const bytes = fold(toBytes(pattern), casing);
  const special = bytes.search(/[*?[\\]/);
  const literal = special === -1 ? bytes : bytes.slice(0, special);
  const segments: Segment[] = [];
  for (const text of splitSegments(bytes.slice(literal.length))) {
    if (/^\*{2,}$/.test(text)) {
      segments.push(undefined);
      continue;
    }
    const tokens = compileSegment(text);
    if (tokens === undefined) return undefined;
    segments.push(tokens);
  }
  return { literal, segments, casing };
}

/** True when the whole path matches. Needs time proportional to pattern times path at most. */
export function matchesGlob({ literal, segments, casing }: Glob, path: string): boolean {
  const text = fold(toBytes(path), casing);
  if (!text.startsWith(literal)) return false;
  const parts = text.slice(literal.length).split('/');
  const isDeep = (index: number): boolean => segments[index] === undefined;
  const fits = (index: number, part: number): boolean => {
    const segment = segments[index];
    return segment !== undefined && matchesSegment(segment, parts[part] ?? '');
  };
  // A last `**` means what lies inside: at least one segment.
  const atLeast = isDeep(segments.length - 1) ? 1 : 0;
  return matchesSequence(segments.length, parts.length, isDeep, fits, atLeast);
}

function matchesSegment(tokens: readonly Token[], text: string): boolean {
  const isStar = (index: number): boolean => tokens[index]?.kind === 'star';
  const fits = (index: number, at: number): boolean => {
    const token = tokens[index];
    const char = text[at] ?? '';
    if (token?.kind === 'char') return token.char === char;
    return token?.kind === 'any' || (token?.kind === 'class' && token.has(char));
  };
  return matchesSequence(tokens.length, text.length, isStar, fits, 0);
}

/**
 * Matches a sequence against a pattern with wildcards that take any number of items. Only the last wildcard
 * ever has to be tried again, which is what keeps the time quadratic.
 */
function matchesSequence(
  patternLength: number,
  length: number,
  isWild: (index: number) => boolean,
  fits: (index: number, at: number) => boolean,
  lastTakes: 0 | 1,
): boolean {
  let index = 0;
  let at = 0;
  let wild = -1;
  let taken = 0;
  while (at < length) {
    if (index < patternLength && isWild(index)) {
      wild = index;
      taken = at;
      index += 1;
      if (lastTakes === 1 && index === patternLength) return true;
    } else if (index < patternLength && fits(index, at)) {
      index += 1;
      at += 1;
    } else if (wild >= 0) {
      taken += 1;
      at = taken;
      index = wild + 1;
    } else {
      return false;
    }
  }
  const spare = patternLength - lastTakes;
  while (index < spare && isWild(index)) index += 1;
  return index === patternLength;
}

/** Git compares bytes: `?` is one byte, also in the middle of a letter. */
export function toBytes(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
}

function fold(text: string, casing: Casing): string {
  return casing === 'folded' ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}

function splitSegments(pattern: string): string[] {
  const segments: string[] = [];
  let from = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === '[') at = Math.max(at, classEnd(pattern, at));
    else if (pattern[at] === '/') {
      segments.push(pattern.slice(from, at));
      from = at + 1;
    }
  }
  segments.push(pattern.slice(from));
  return segments;
}

function compileSegment(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') {
      tokens.push({ kind: 'any' });
    } else if (char === '[') {
      const end = classEnd(text, at);
      const has = end === -1 ? undefined : compileClass(text.slice(at + 1, end));
      if (has === undefined) return undefined;
      tokens.push({ kind: 'class', has });
      at = end;
    } else if (char === '\\') {
      at += 1;
      if (at === text.length) return undefined;
      tokens.push({ kind: 'char', char: text[at] ?? '' });
    } else {
      tokens.push({ kind: 'char', char });
    }
  }
  return tokens;
}

/** The place of the bracket that closes a class, or -1. A bracket right after the opening one is a member. */
function classEnd(text: string, open: number): number {
  let at = open + 1;
  if (text[at] === '!' || text[at] === '^') at += 1;
  for (let isFirst = true; at < text.length; at += 1, isFirst = false) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[' && text[at + 1] === ':') {
      const end = text.indexOf(':]', at + 2);
      if (end !== -1) at = end + 1;
    } else if (text[at] === ']' && !isFirst) return at;
  }
  return -1;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

function compileClass(content: string): ((char: string) => boolean) | undefined {
  const isNegated = content[0] === '!' || content[0] === '^';
  const tests: ((char: string) => boolean)[] = [];
  for (let at = isNegated ? 1 : 0; at < content.length;) {
    if (content[at] === '[' && content[at + 1] === ':') {
      const end = content.indexOf(':]', at + 2);
      const named = end === -1 ? undefined : NAMED[content.slice(at + 2, end)];
      if (named === undefined) return undefined;
      tests.push((char) => named.test(char));
      at = end + 2;
      continue;
    }
    const low = memberAt(content, at);
    at = low.next;
    if (content[at] === '-' && at + 1 < content.length) {
      const high = memberAt(content, at + 1);
      at = high.next;
      tests.push((char) => char >= low.char && char <= high.char);
    } else {
      tests.push((char) => char === low.char);
    }
  }
  // A class never stands for the slash between segments.
  return (char) => char !== '' && char !== '/' && tests.some((test) => test(char)) !== isNegated;
}

function memberAt(content: string, at: number): { readonly char: string; readonly next: number } {
  const skip = content[at] === '\\' && at + 1 < content.length ? 1 : 0;
  return { char: content[at + skip] ?? '', next: at + skip + 1 };
}
