import { readEvidence, REFUSAL_REASONS } from '@loopwright/store';

/** What is kept of a check's output, by the id of its evidence; undefined where it can't be read. */
export function keptOutput(root: string, id: string): string | undefined {
  try {
    const found = readEvidence(root, id);
    // An output of just that one word isn't worth telling apart.
    return Object.hasOwn(REFUSAL_REASONS, found) ? undefined : found;
  } catch {
    // An id that is no plain name, from a record that somebody wrote by hand.
    return undefined;
  }
}
