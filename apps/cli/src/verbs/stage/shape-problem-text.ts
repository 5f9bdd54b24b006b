import { CLAIM_BASES, sanitizeLine } from '@loopwright/core';
import type { ShapeProblem } from './parse-shape.ts';

/** Describes a problem of a `SHAPE.md` in one line, with the expected form. */
export function shapeProblemText({ code, line, about }: ShapeProblem): string {
  return `line ${line}: ${WORDS[code](sanitizeLine(about, 80))}`;
}

const WORDS: Readonly<Record<ShapeProblem['code'], (about: string) => string>> = {
  'too-large': (about) => `too much (${about}): 64 KiB and 100 entries a section are the most`,
  'no-section': (about) => `there is no section "## ${about}"`,
  'unknown-section': (about) =>
    `"${about}" is no section; there are Criteria, mustNot, Verification, Approach and Notes`,
  'section-twice': (about) => `the section "${about}" is there twice`,
  'empty-section': (about) => `the section "${about}" is empty; write "- none" where mustNot forbids nothing`,
  outside: (about) => `"${about}" stands outside every section; put it below "## Notes"`,
  'no-entry': (about) => `"${about}" is no entry of the list; an entry begins with "- " at the margin`,
  'bad-name': (about) =>
    `"${about}" can't be taken; one line of 1 to 200 plain characters, and "name: \`command\`" for a check`,
  'name-twice': (about) => `the criterion "${about}" is there twice`,
  'bad-check': (about) => `"${about}" has no check that can be read; write "name: \`command\`"`,
  'bad-basis': (about) => `"${about}" is no way to verify; begin with one of ${CLAIM_BASES.join(', ')}`,
  'other-check': (about) =>
    `"${about}" is proved by another command already; to change it, pause the loop and remove it first`,
};
