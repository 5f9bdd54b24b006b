/**
 * Decodes no named character reference. The reader uses blocks, lines and pieces of text, and `&copy;` changes none of
 * them. The table of the names weighs a third of a parser.
 */
export function decodeNamedCharacterReference(): false {
  return false;
}
