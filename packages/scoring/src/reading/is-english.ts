import { building, direction } from '../lexicon/outcome.ts';
import { isIn } from '../lexicon/phrases.ts';
import { placeless } from '../lexicon/scope.ts';

/** Code, paths and addresses are the same in every language. */
const code = /```[^`]{0,9999}```|`[^`\n]{1,300}`|\S{0,200}[/_.=]\w\S{0,200}/gu;

/** Says whether a text is English: whether at least one of four words is a common word of English requests. */
export function isEnglish(text: string): boolean {
  const words = text.replaceAll(code, ' ').match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const known = words.filter((word) => placeless.has(word.toLowerCase())).length;
  // A few words may be names and terms of the trade: "rename utils folder".
  if (words.length < 3 && /^\p{ASCII}*$/u.test(text)) return true;
  return known * 4 >= words.length || (words.length < 5 && isIn([building, ...direction], text));
}
