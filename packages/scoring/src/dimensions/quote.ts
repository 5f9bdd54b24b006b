import type { Quote } from '../spec-score.ts';
import type { Sentence } from '../reading/sentence.ts';

/** Quotes a part of a sentence as the spec has it, with offsets into the spec. */
export function quote(sentence: Sentence, start = 0, end = sentence.text.length): Quote {
  const part = sentence.text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  const text = part.trim();
  const from = sentence.start + start + lead;
  return { text, start: from, end: from + text.length };
}
