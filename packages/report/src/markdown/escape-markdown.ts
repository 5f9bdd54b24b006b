import { sanitizeLine } from '@loopwright/core';

/**
 * Where GitHub links a plain text: `@user`, `#12`, `https://…` and `www.…`. A comment between the two parts keeps
 * them apart and can't be seen.
 */
const LINKED = /(?<=[@#])(?=\w)|(?<=:)(?=\/\/)|(?<=www)(?=\.)/i;

/** Punctuation that Markdown or HTML gives a meaning somewhere within a line, and the dot of a numbered list. */
const MEANT = /[!#$&(-+\-/:<=>@[-`{-~]|(?<=\d)\./g;

/** Makes a text inert in GitHub Flavored Markdown, on one line, also in a cell of a table and within `<code>`. */
export function escapeMarkdown(text: string, maxLength = 100): string {
  return sanitizeLine(text, maxLength)
    .split(LINKED)
    .map((part) => part.replaceAll(MEANT, String.raw`\$&`))
    .join('<!-- -->');
}
