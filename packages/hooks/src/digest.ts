import { sha256 } from '@loopwright/store';

/** A short digest, to compare two texts. */
export function digest(text: string): string {
  return sha256(text).slice(0, 16);
}
