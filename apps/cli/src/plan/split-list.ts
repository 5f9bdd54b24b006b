/** Parts a list at its semicolons; `\;` is a semicolon of the text. Empty entries are left out. */
export function splitList(text: string): string[] {
  return text
    .split(/(?<!\\);/)
    .map((entry) => entry.replaceAll('\\;', ';').trim())
    .filter((entry) => entry !== '');
}
