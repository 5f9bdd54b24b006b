/** A list, perhaps without its middle. */
export interface Cut<T> {
  /** Everything before the gap, or the whole list if there is no gap. */
  readonly head: readonly T[];
  /** The length of the gap. */
  readonly left: number;
  /** Everything after the gap. */
  readonly tail: readonly T[];
}

/** Keeps the first and the last of a list that is too long to show, and says how much lies between. */
export function keepEnds<T>(list: readonly T[], first: number, last: number): Cut<T> {
  if (list.length <= first + last) return { head: list, left: 0, tail: [] };
  return {
    head: list.slice(0, first),
    left: list.length - first - last,
    tail: list.slice(list.length - last),
  };
}

/** Everything of a list that is shown. */
export function keptOf<T>({ head, tail }: Cut<T>): readonly T[] {
  return tail.length === 0 ? head : [...head, ...tail];
}

/** The same cut of a list of something else. */
export function mapCut<T, U>({ head, left, tail }: Cut<T>, change: (one: T) => U): Cut<U> {
  return { head: head.map(change), left, tail: tail.map(change) };
}
