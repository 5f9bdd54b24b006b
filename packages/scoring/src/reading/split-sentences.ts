import type { Range } from '../lexicon/phrases.ts';

/** Lines this long were wrapped by an editor; shorter ones were ended by a person. */
const wrappedFrom = 50;

const ending = /[.!?…]{1,5}["'”’)\]*_]{0,3}(?=\s|$)|[。！？]{1,5}|\n/gu;
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|resp|z\.\s?B|d\.\s?h|bzw|usw|u\.a|p\.\s?ej|p\.\s?ex|m\.in|np|tzn|т\.е|т\.д|bv|bijv|nr|fig)$/iu;

/** Cuts a block into sentences; file names, versions and abbreviations stay whole. */
export function splitSentences(words: string): readonly Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const found of words.matchAll(ending)) {
    const end = found.index + found[0].length;
    if (!isEnding(words, start, found.index, found[0])) continue;
    add(ranges, words, start, end);
    start = end;
  }
  add(ranges, words, start, words.length);
  return ranges;
}

function isEnding(words: string, start: number, at: number, mark: string): boolean {
  if (mark === '\n') {
    const lineStart = words.lastIndexOf('\n', at - 1) + 1;
    return at - Math.max(lineStart, start) < wrappedFrom;
  }
  // "go test ./... must pass"
  if (words[at - 1] === '/') return false;
  if (mark !== '.') return true;
  return !abbreviation.test(words.slice(Math.max(start, at - 12), at));
}

function add(ranges: Range[], words: string, start: number, end: number): void {
  const part = words.slice(start, end);
  const lead = part.length - part.trimStart().length;
  const text = part.trim();
  if (text !== '') ranges.push({ start: start + lead, end: start + lead + text.length });
}
