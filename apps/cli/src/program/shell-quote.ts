/** Quotes a word so that a POSIX shell gives it back as it is; plain words stay plain. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
