/** The reason that somebody gave, in words or by flag; undefined when there is none. */
export function reasonOf(request: {
  readonly words: readonly string[];
  readonly flags: { readonly reason?: string };
}): string | undefined {
  const words = request.words.join(' ').trim();
  return request.flags.reason ?? (words === '' ? undefined : words);
}
