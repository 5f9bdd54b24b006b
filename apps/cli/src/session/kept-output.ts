import { readEvidence, REFUSAL_REASONS } from '@loopwright/store';

/** Returns the stored output of a check by its evidence id, or undefined if it is unreadable. */
export function keptOutput(root: string, id: string): string | undefined {
  try {
    const found = readEvidence(root, id);
    // An output of just that one word isn't worth telling apart.
    return Object.hasOwn(REFUSAL_REASONS, found) ? undefined : found;
  } catch {
    // The id is invalid: the record was written by hand.
    return undefined;
  }
}
