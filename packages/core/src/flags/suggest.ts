/** Gives the candidate that was probably meant: a beginning of it, or a few slips away from it. */
export function suggest(typed: string, candidates: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  if (word.length >= 2) {
    const begun = candidates.filter((one) => one.startsWith(word));
    if (begun.length === 1) return begun[0];
  }
  const allowed = Math.max(1, Math.floor(Math.min(word.length, 12) / 3));
  return candidates
    .map((candidate) => ({ candidate, slips: countSlips(word, candidate.toLowerCase()) }))
    .filter(({ slips }) => slips <= allowed)
    .sort((one, other) => one.slips - other.slips)[0]?.candidate;
}

/** Ends an error message with a suggestion, or with a full stop. */
export function meantText(meant: string | undefined): string {
  return meant === undefined ? '.' : `; did you mean ${meant}?`;
}

/** Counts the letters to add, drop, change or swap with their neighbour until one word is the other. */
export function countSlips(from: string, to: string): number {
  // Longer differences are no typos. The limit also bounds the work on hostile input.
  if (Math.abs(from.length - to.length) > 8) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
