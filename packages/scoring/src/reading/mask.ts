import type { Span } from './sentence.ts';

/** Text with code, quotations and addresses blanked out, and the list of the blanked parts. */
export interface Masked {
  readonly words: string;
  readonly codes: readonly Span[];
  readonly quotations: readonly Span[];
}

/** Stands for a character that isn't the writer's own word; no letter, digit or space. */
export const blank = '\uFFFC';

const code = /(`{1,2})([^`\n]{1,300})\1/gu;
const address = /\bhttps?:\/\/[^\s<>)\]]{1,500}/giu;
const quotation =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』/gu;

/** Blanks out inline code, addresses and quotations; offsets don't change. */
export function mask(text: string): Masked {
  const codes: Span[] = [];
  const quotations: Span[] = [];
  const words = text
    .replace(code, (whole: string, ticks: string, inner: string, start: number) => {
      codes.push({ text: inner.trim(), start, end: start + whole.length });
      return blankOut(whole);
    })
    .replace(address, blankOut)
    .replace(quotation, (whole: string, start: number) => {
      quotations.push({ text: whole.slice(1, -1), start, end: start + whole.length });
      return blankOut(whole);
    });
  return { words, codes, quotations };
}

function blankOut(whole: string): string {
  return blank.repeat(whole.length);
}
