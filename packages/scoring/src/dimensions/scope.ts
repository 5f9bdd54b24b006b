import { findIn, isIn } from '../lexicon/phrases.ts';
import { call, endpoint, file, identifier, member } from '../lexicon/places.ts';
import { emphasis, everywhere, kinds, locative, part, placeless } from '../lexicon/scope.ts';
import { command } from '../lexicon/success.ts';
import { isEnglish } from '../reading/is-english.ts';
import { quote, type Sentence } from '../reading/sentence.ts';
import type { Finding, Quote } from '../spec-score.ts';
import { ownClauses } from './request.ts';

/** Scores the place of the work: a file, endpoint or function (2), a part of the product (1), or anywhere (0). */
export function scoreScope(sentences: readonly Sentence[]): Finding {
  const asked = requestOf(sentences);
  const own = asked.map(ownClauses);
  const request = own.some((clauses) => clauses.length > 0) ? own : asked.map((sentence) => [sentence]);
  const places = request.flatMap((clauses, index) => clauses.flatMap((clause) => placesIn(clause, index)));
  if (places.length > 0) return { level: 2, quotes: places };
  // Any word of another language would be a name.
  const isNaming = isEnglish(sentences.map(({ words }) => words).join('\n'));
  const naming = asked[0]?.form === 'title' ? 2 : 1;
  const found = request
    .flatMap((clauses, index) => clauses.map((clause) => partIn(clause, isNaming && index < naming)))
    .find((answer) => answer !== 'nowhere');
  return found === undefined || found === 'everywhere'
    ? { level: 0, quotes: [] }
    : { level: 1, quotes: [found] };
}

/** The sentences that describe the goal. Includes background only if nothing else is left. */
function requestOf(sentences: readonly Sentence[]): readonly Sentence[] {
  const request = sentences.filter(
    ({ section, form }) => form !== 'table' && ['ask', 'scope', 'context'].includes(section),
  );
  const asked = request.filter(({ section }) => section !== 'context');
  return asked.some(({ form }) => form !== 'title') ? asked : request;
}

/** The first sentences name the topic; later ones name a place only after "in" and its like. */
const opening = 2;

function placesIn(sentence: Sentence, index: number): readonly Quote[] {
  const { words, section, codes } = sentence;
  const named = codes.filter(({ text }) => !isIn(command, text));
  // Chat messages name files without code marks.
  const bare = findIn([file, endpoint, call], words);
  return [...named, ...bare]
    .filter((span) => isPlace(sentence, span))
    .filter(({ start }) => {
      const before = words.slice(0, start);
      // "No package.json", "every .vue file": a kind of file, not a file.
      if (/\b(?:no|every|any|all|each)\s$/iu.test(before)) return false;
      if (index < opening || section === 'scope') return true;
      return isIn(locative, before.slice(-30));
    })
    .map(({ start, end }) => quote(sentence, start, end));
}

function isPlace({ words }: Sentence, { text, start, end }: Quote): boolean {
  const name = text.replace(/:\d{1,6}(?:[-:]\d{1,6})?$/u, '');
  if (findIn(file, text).some((found) => found.text.length >= name.length - 1)) return true;
  if (isIn([endpoint, call, member], text)) return true;
  return isIn(identifier, text) && isIn(kinds, words.slice(Math.max(0, start - 24), end + 20));
}

/** The part of the product that a sentence names, if any. */
function partIn(sentence: Sentence, mayName: boolean): Quote | 'everywhere' | 'nowhere' {
  const { words } = sentence;
  // "application/json" is no application.
  const whole = findIn(everywhere, words).filter(({ end }) => words[end] !== '/');
  if (isIn(emphasis, words)) return 'everywhere';
  const [first] = findIn(part, words).filter(
    (found) => !whole.some((other) => other.start <= found.start && other.end >= found.end),
  );
  if (first !== undefined) return quote(sentence, first.start, first.end);
  if (whole.length > 0) return 'everywhere';
  const [name] = mayName ? namesIn(words) : [];
  return name === undefined ? 'nowhere' : quote(sentence, name.start, name.end);
}

/** Words that are neither grammar nor quality words: they name something. */
function namesIn(words: string): readonly Quote[] {
  return findIn(/\p{L}[\p{L}\p{N}-]{2,40}/gu, words).filter(({ text }) => {
    const word = text.toLowerCase();
    return !placeless.has(word) && !placeless.has(word.replace(/(?:ing|ed|s|ly)$/u, ''));
  });
}
