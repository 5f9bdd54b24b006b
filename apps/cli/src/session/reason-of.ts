/** The reason from words or flag, or undefined. */
export function reasonOf(request: {
  readonly words: readonly string[];
  readonly flags: { readonly reason?: string };
}): string | undefined {
  const words = request.words.join(' ').trim();
  return request.flags.reason ?? (words === '' ? undefined : words);
}
