import type { Language } from '../lexicon/language.ts';

/** The topic of a part of a spec, taken from its heading or lead-in. */
export type Section =
  | 'ask'
  | 'context'
  | 'requirements'
  | 'constraints'
  | 'excluded'
  | 'guidelines'
  | 'success'
  | 'done'
  | 'scope'
  | 'steps';

/** Where in the Markdown a sentence was found. */
export type Form = 'title' | 'item' | 'prose' | 'table';

/** Inline code or quoted text. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A sentence of the spec with its place, its code and its quotations. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** The text with code, quotations and addresses blanked out, of the same length. */
  readonly words: string;
  readonly codes: readonly Span[];
  readonly quotations: readonly Span[];
  readonly section: Section;
  readonly form: Form;
  readonly language: Language;
  /** Numbers the block (paragraph, list item, heading) the sentence belongs to. */
  readonly block: number;
}
