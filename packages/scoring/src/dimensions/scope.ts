import type { Language } from '../lexicon/language.ts';
import { behaviour, building, direction, openEnded, vague } from '../lexicon/outcome.ts';
import { emphasis, everywhere, kinds, littleAbroad, locative, part, placeless } from '../lexicon/scope.ts';
import { call, endpoint, file, identifier, member, ownProgram } from '../lexicon/places.ts';
import { command } from '../lexicon/success.ts';
import type { Sentence, Span } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import type { Range } from '../lexicon/phrases.ts';
import { quote } from './quote.ts';
import { ownClauses, requestOf } from './request.ts';

/** Scores the place of the work: a file, endpoint or function (2), a part of the product (1), or anywhere (0). */
export function scoreScope(sentences: readonly Sentence[]): Finding {
  const sentencesAsked = requestOf(sentences);
  const clausesPerSentence = sentencesAsked.map((sentence) => ownClauses(sentence));
  const request = clausesPerSentence.some((clauses) => clauses.length > 0)
    ? clausesPerSentence
    : sentencesAsked.map((sentence) => [sentence]);
  const places = request.flatMap((clauses, index) => clauses.flatMap((clause) => placesIn(clause, index)));
  if (places.length > 0) return { level: 2, quotes: places };
  const naming = sentencesAsked[0]?.form === 'title' ? 2 : 1;
  for (const [index, clauses] of request.entries()) {
    const found = clauses
      .map((clause) => partIn(clause, index < naming))
      .find((answer): answer is Quote | 'everywhere' => answer !== 'nowhere');
    if (found === undefined) continue;
    return found === 'everywhere' ? { level: 0, quotes: [] } : { level: 1, quotes: [found] };
  }
  return { level: 0, quotes: [] };
}

/** The first sentences name the topic; later ones name a place only after "in" or as a list. */
const opening = 2;

function placesIn(sentence: Sentence, index: number): readonly Quote[] {
  const spans = [
    ...sentence.codes.filter(({ text }) => !command.test(text) || ownProgram.test(text)),
    ...bareSpans(sentence),
  ];
  return spans
    .filter((span) => isPlace(sentence, span) && !isAnyOf(sentence, span))
    .filter(
      (span) =>
        index < opening ||
        sentence.section === 'scope' ||
        isListed(sentence, span) ||
        isLocated(sentence, span),
    )
    .map(({ start, end }) => quote(sentence, start, end));
}

function isPlace(sentence: Sentence, { text, start, end }: Span): boolean {
  if (isExtensionOnly(text)) return false;
  if (
    ownProgram.test(text) ||
    matchesWhole(file, text) ||
    endpoint.test(text) ||
    call.test(text) ||
    member.test(text)
  )
    return true;
  if (!identifier.test(text)) return false;
  const isCode = sentence.codes.some((code) => code.start === start);
  if (isCode && actedOn.test(sentence.words.slice(Math.max(0, start - 24), start))) return true;
  const near = `${sentence.words.slice(Math.max(0, start - 24), start)} ${sentence.words.slice(end, end + 20)}`;
  return kinds[sentence.language].isIn(near) || kinds.en.isIn(near);
}

/** "Rename `getUser`" can only mean something in the code. */
const actedOn =
  /\b(?:rename|delete|remove|extract|inline|split|refactor|rewrite|deprecate)\s(?:the\s)?(?:unused\s|old\s|legacy\s)?$/iu;

/** "No package.json", "every .vue file": a kind of file, not a file. */
function isAnyOf({ words }: Sentence, span: Span): boolean {
  return /\b(?:no|every|any|all|each)\s$/iu.test(words.slice(Math.max(0, span.start - 8), span.start));
}

/** `.js` names a kind of file, not a file. */
function isExtensionOnly(text: string): boolean {
  return /^\*?\.\w{1,6}$/u.test(text);
}

function matchesWhole(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  return found !== null && found[0].length >= text.replace(/:\d{1,6}(?:[-:]\d{1,6})?$/u, '').length - 1;
}

/** Chat messages name files without code marks. */
function bareSpans({ words }: Sentence): readonly Span[] {
  return [file, endpoint, call].flatMap((pattern) =>
    [...words.matchAll(new RegExp(pattern, `${pattern.flags}g`))]
      .filter((found) => found[0].length > 3)
      .map((found) => ({ text: found[0].trim(), start: found.index, end: found.index + found[0].length })),
  );
}

function isListed({ form, words }: Sentence, span: Span): boolean {
  return form === 'item' && !/\p{L}{3}/u.test(words.slice(0, span.start));
}

function isLocated({ words }: Sentence, span: Span): boolean {
  return locative.test(words.slice(Math.max(0, span.start - 30), span.start));
}

/** The part of the product that a sentence names, if any. */
function partIn(sentence: Sentence, mayName: boolean): Quote | 'everywhere' | 'nowhere' {
  const { words, language } = sentence;
  const whole = everywhere[language].findIn(words);
  const parts = part[language]
    .findIn(words)
    .filter((found) => !whole.some((other) => other.start <= found.start && other.end >= found.end));
  if (emphasis.test(words) && (whole.length > 0 || /\beverywhere\b/iu.test(words))) return 'everywhere';
  const first = parts[0];
  if (first !== undefined) return quote(sentence, first.start, first.end);
  const rest = mayName ? namesIn(words, language) : [];
  if (whole.length > 0) {
    // "the inventory system": a word in front narrows "system" down
    const narrowed = rest.find((name) => whole.some((other) => narrows(words.slice(name.end, other.start))));
    return narrowed === undefined ? 'everywhere' : quote(sentence, narrowed.start, narrowed.end);
  }
  const name = rest[0];
  return name === undefined ? 'nowhere' : quote(sentence, name.start, name.end);
}

/** "The inventory system", "voice chat in our app": true when these words link the name to the whole. */
function narrows(between: string): boolean {
  return /^\s$|^\s(?:\w{2,14}\s)?(?:of|in|on|for|inside|within)\s(?:the\s|our\s|my\s|this\s)?$/iu.test(
    between,
  );
}

function allOf(pattern: RegExp, words: string): readonly Range[] {
  return [...words.matchAll(pattern)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** Words that are neither grammar nor quality words: they name something. */
function namesIn(words: string, language: Language): readonly Range[] {
  if (language !== 'en') return namesAbroad(words, language);
  return allOf(/[\p{L}][\p{L}\p{N}-]{2,40}/gu, words).filter(({ start, end }) => {
    const word = words.slice(start, end).toLowerCase();
    return !placeless.has(word) && !placeless.has(word.replace(/(?:ing|ed|s|ly)$/u, ''));
  });
}

/** In other languages an unknown word may be a verb, so only long words count, and only in scripts with spaces. */
function namesAbroad(words: string, language: Language): readonly Range[] {
  if (language === 'zh' || language === 'ja' || language === 'ko') return [];
  const known = [direction, vague, building, behaviour, openEnded].flatMap((list) =>
    list[language].findIn(words),
  );
  return allOf(language === 'de' ? /\p{Lu}\p{L}{4,40}/gu : /\p{L}{5,40}/gu, words).filter(
    ({ start, end }) =>
      !known.some((other) => other.start <= start && other.end >= end) &&
      !littleAbroad.test(words.slice(start, end)),
  );
}
