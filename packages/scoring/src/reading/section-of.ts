import { sectionWords } from '../lexicon/sections.ts';
import type { Section } from './sentence.ts';

/** A longer line is a statement, not a heading or a lead-in. */
const longestLead = 70;

/** Names the section that a heading, label or lead-in opens, if its words announce one. */
export function sectionOf(lead: string): Section | undefined {
  if (lead.length > longestLead) return undefined;
  return sectionWords.find(([, words]) => words.isIn(lead))?.[0];
}
