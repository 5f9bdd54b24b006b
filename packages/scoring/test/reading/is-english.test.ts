import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isEnglish } from '../../src/reading/is-english.ts';
import { parseLabelledSpecs } from '../evaluation/labelled-spec.ts';

const textsOf = (name: string) =>
  parseLabelledSpecs(readFileSync(new URL(`../fixtures/${name}.jsonl`, import.meta.url), 'utf8')).map(
    ({ text }) => text,
  );

describe('isEnglish', () => {
  it.each(['rated-dev', 'rated-held-out', 'written-dev', 'written-held-out', 'written-unseen'])(
    'knows each text of %s',
    (name) => {
      expect(textsOf(name).filter((text) => !isEnglish(text))).toEqual([]);
    },
  );

  it('knows that a text is in one of eleven other languages', () => {
    expect(textsOf('other-languages').filter((text) => isEnglish(text))).toEqual([]);
  });

  it.each([
    ['', true],
    ['Fix auth', true],
    ['landing page', true],
    ['rename utils folder', true],
    ['`npm test`', true],
    ['implement CSV import for contacts', true],
    ['Suche schneller machen', false],
    ['corrige el bug del login', false],
    ['Refactoriza src/auth.ts para usar el middleware', false],
    ['修复登录', false],
  ])('of "%s" it says %s', (text, answer) => {
    expect(isEnglish(text)).toBe(answer);
  });
});
