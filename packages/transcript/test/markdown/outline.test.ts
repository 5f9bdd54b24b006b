import { describe, expect, test } from 'vitest';
import { outlineOf, type Section } from '../../src/markdown/outline.ts';

/** The sections of a text, found by going from the start of one to the start of the next. */
function sections(text: string): readonly Section[] {
  const outline = outlineOf(text);
  const found: Section[] = [];
  for (let place = outline.start; place < text.length; place = found.at(-1)?.end ?? text.length) {
    found.push(outline.sectionAt(place));
  }
  return found;
}

describe('an outline', () => {
  test('gives the same section for each of its places', () => {
    const text = '\ufeffa\nb\n\n- c\n  - d\n\n> e\nf\n# g';
    const outline = outlineOf(text);
    const all = sections(text);
    expect(all.map(({ start, end, depth }) => [text.slice(start, end), depth])).toEqual([
      ['a\nb\n\n', 0],
      ['- c\n  - d\n\n', 2],
      ['> e\nf\n', 1],
      ['# g', 0],
    ]);
    for (const section of all) {
      for (let place = section.start; place < section.end; place += 1) {
        expect(outline.sectionAt(place), `${place}`).toEqual(section);
      }
    }
  });

  test('cuts at no line that is indented, by spaces or by a tab', () => {
    expect(sections('# a\n # b\n\tc\n# d')).toHaveLength(2);
  });

  test('leaves out a byte order mark and front matter', () => {
    expect(outlineOf('a').start).toBe(0);
    expect(outlineOf('\ufeffa').start).toBe(1);
    expect(outlineOf('---\na: b\n---\nc').start).toBe(12);
    expect(sections('---\na: b\n---\nc')).toHaveLength(2);
  });

  test('has one section for a text that has no place to cut, and for none at all', () => {
    expect(sections('a\nb')).toEqual([{ start: 0, end: 3, depth: 0 }]);
    expect(outlineOf('').sectionAt(0)).toMatchObject({ start: 0, depth: 0 });
  });

  test('knows a depth up to the limit, and does not report a deeper one as less', () => {
    expect(sections(`${'> '.repeat(200)}a`)[0]?.depth).toBe(200);
    expect(sections(`${'> '.repeat(300)}a`)[0]?.depth).toBe(254);
  });
});
