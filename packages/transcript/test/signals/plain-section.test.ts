import { describe, expect, test } from 'vitest';
import { LOOP_MARKERS, prepareMarkers } from '../../src/signals/markers.ts';
import { isPlainSection } from '../../src/signals/plain-section.ts';

const isPlain = (section: string): boolean => isPlainSection(prepareMarkers(LOOP_MARKERS), section);
const SIGNAL = '<loop-done>COMPLETE</loop-done>';

describe('a section needs no parser', () => {
  test.each([
    ['that is a signal alone', SIGNAL],
    ['with white space behind its lines', `${SIGNAL} \t\nDone.  `],
    ['of prose and a signal', `All tests pass.\n${SIGNAL}`],
    ['of prose in another script', `Всё готово.\n${SIGNAL}`],
    ['with the markers of a status block', '---LOOP_STATUS---\nNEXT: a\n---END_STATUS---'],
    ['that ends with blank lines', `${SIGNAL}\n\n \n`],
    ['that is a block of our own', '<loop-complete>\n- a `b` [c]\n1. d\n</loop-complete>'],
    ['that begins with the end of one', '</loop-complete>\n# a'],
    ['without a line', ''],
  ])('%s', (_, section) => {
    expect(isPlain(section)).toBe(true);
  });
});

describe('a section needs the parser', () => {
  test.each([
    ['with code', `Run \`a\`.\n${SIGNAL}`],
    ['with a tag', `a <b>\n${SIGNAL}`],
    ['with a link', `See [a].\n${SIGNAL}`],
    ['with struck text', `~a\n${SIGNAL}`],
    ['with a list', `- a\n${SIGNAL}`],
    ['with a number first', `1. a\n${SIGNAL}`],
    ['with a heading', `# a\n${SIGNAL}`],
    ['with an indented line', `    a\n${SIGNAL}`],
    ['with a rule', `---\n${SIGNAL}`],
    ['with text behind a blank line', `${SIGNAL}\n\n ${SIGNAL}`],
    ['with code below a block of our own', '<loop-complete>\na\n\n    NEXT: b'],
    ['with another tag in a block of our own', '<loop-complete>\n<b>\n</loop-complete>'],
    ['with a list above a block of our own', '- a\n<loop-complete>\nb'],
    ['with a list below a signal', `${SIGNAL}\n- a`],
    ['with a block of our own below prose', 'Done.\n<loop-complete>\n- a\n</loop-complete>'],
  ])('%s', (_, section) => {
    expect(isPlain(section)).toBe(false);
  });
});

test.each([
  ['ABYZabyz\u0080é字', true],
  ['@[`{/:\u007f0"(', false],
])('a line that begins with one of %j is prose: %j', (characters, isProse) => {
  for (const character of characters) expect(isPlain(character), character).toBe(isProse);
});
