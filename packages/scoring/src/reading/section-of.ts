import { sectionWords } from '../lexicon/sections.ts';
import type { Section } from './sentence.ts';

/** Longer than this, a line isn't a heading or a lead-in but says something itself. */
const longestLead = 70;

/** Names the section that a heading, label or lead-in opens, if its words say so. */
export function sectionOf(lead: string): Section | undefined {
  if (lead.length > longestLead) return undefined;
  return sectionWords.find(([, words]) => words.isIn(lead))?.[0];
}
