/** The languages that have word lists; anything else is read as English. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'zh', 'ja', 'ko'] as const;

/** A language that has word lists. */
export type Language = (typeof languages)[number];

/** Little words that nearly every sentence of a language has; words shared by languages are left out. */
const littleWords: Readonly<Record<string, string>> = {
  en: 'the an and or of to in is are it this that with for be should must please on not no new when can you make i we our all from',
  de: 'ohne kein keine der die das und oder ist sind nicht mit für ein eine einen im den dem des soll sollen muss müssen bitte auf wenn werden wird zu wir es von nach bei als mal ich',
  fr: 'sans le la les et ou est sont pas avec pour un une des du dans doit doivent il elle ce cette sur qui que ne plus au aux en je nous',
  es: 'sin el la los las y es son no con para un una del al en debe deben hay que por se su cuando lo tiene más está este esta',
  pt: 'sem o os e ou é são não com para um uma do da dos das no na em deve devem que por se quando mais está tá esse essa pra ao',
  it: 'senza il lo la gli le e o è sono non con per un una del della dei delle nel nella deve devono che si quando più questo questa di da al',
  nl: 'zonder geen je een de het een en of is zijn niet met voor in op moet moeten er als die dat van naar bij maar worden wordt te je we',
  pl: 'bez i w na z nie jest są się że to ma oraz po bez dla ten ta od jak przez musi muszą tylko gdy',
};

const sets = Object.entries(littleWords).map(
  ([code, words]) => [code as Language, new Set(words.split(' '))] as const,
);

/** Names the language of a text by its script or its little words; English when neither decides. */
export function languageOf(text: string): Language {
  return clearest(text, 'en', 0);
}

/** Names the language of a sentence in a text; that of the text, unless the sentence is clearly in another. */
export function languageWithin(sentence: string, ofText: Language): Language {
  return clearest(sentence, ofText, 1);
}

function clearest(text: string, fallback: Language, lead: number): Language {
  const script = scriptOf(text);
  if (script !== undefined) return script;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{1,14}/gu) ?? [];
  let best: Language = fallback;
  let most = countOf(words, fallback) + bonus(text, fallback) + lead;
  for (const [code, set] of sets) {
    const count = words.filter((word) => set.has(word)).length + bonus(text, code);
    if (count > most) {
      best = code;
      most = count;
    }
  }
  return best;
}

/** Letters that one language has and its neighbours don't. */
const ownLetters: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /[ßäöü]/iu,
  fr: /[èêëîïœùç]|\b[ldjnsqc]['’]\p{L}/iu,
  es: /[ñ¿¡]|ción\b/iu,
  pt: /[ãõ]|ção\b/iu,
  it: /[ìòù]|zione\b/iu,
  nl: /\bij|ij\b|aa[nrt]/iu,
  pl: /[łżźśćńęą]/iu,
};

function bonus(text: string, language: Language): number {
  return ownLetters[language]?.test(text) === true ? 1 : 0;
}

function countOf(words: readonly string[], language: Language): number {
  const set = sets.find(([code]) => code === language)?.[1];
  return words.filter((word) => set?.has(word) === true).length;
}

/** A script counts when a sentence is written in it; one foreign name is not enough. */
function scriptOf(text: string): Language | undefined {
  const letters = count(text, /\p{L}/gu);
  const share = (pattern: RegExp): boolean => count(text, pattern) * 5 > letters && letters > 0;
  if (share(/\p{Script=Hangul}/gu)) return 'ko';
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)) return 'ja';
  if (share(/\p{Script=Han}/gu)) return /[\u3041-\u30ff]/u.test(text) ? 'ja' : 'zh';
  if (share(/\p{Script=Cyrillic}/gu)) return 'ru';
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
