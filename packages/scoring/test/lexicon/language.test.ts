import { describe, expect, it } from 'vitest';
import { languageOf, languageWithin } from '../../src/lexicon/language.ts';

describe('languageOf', () => {
  it.each([
    ['en', 'Please make the search faster.'],
    ['de', 'Bitte die Suche schneller machen.'],
    ['fr', 'Le module est trop lent, il faut le corriger.'],
    ['es', 'El buscador es lento, hay que acelerarlo sin tocar la base.'],
    ['pt', 'A busca está lenta, não dá para usar.'],
    ['it', 'La ricerca è lenta, rendila più veloce.'],
    ['nl', 'De zoekfunctie is traag en moet sneller.'],
    ['pl', 'Wyszukiwarka działa wolno, trzeba ją przyspieszyć.'],
    ['ru', 'Поиск тормозит, ускорьте.'],
    ['zh', '搜索太慢了。'],
    ['ja', '検索が遅いです。'],
    ['ko', '검색이 느려요.'],
    ['en', ''],
  ] as const)('answers %s for "%s"', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it("leaves a short sentence in its text's language", () => {
    expect(languageWithin('Stop as soon as it works.', 'en')).toBe('en');
  });
});
