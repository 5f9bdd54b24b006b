/** Gives the candidate that was probably meant: a beginning of it, or a few slips away from it. */
export function suggest(typed: string, candidates: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const begun = candidates.filter((one) => one.startsWith(word));
  if (word.length >= 2 && begun.length === 1) return begun[0];
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
function countSlips(from: string, to: string): number {
  // Longer differences are no typos. The limit also bounds the work on hostile input.
  if (Math.abs(from.length - to.length) > 8) return Number.POSITIVE_INFINITY;
  const slips: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const before = (row: number, column: number): number => slips[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    slips.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          before(row - 1, column) + 1,
          before(row, column - 1) + 1,
          before(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? before(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return before(from.length, to.length);
}
