import { sanitizeLine } from '@loopwright/core';

/** As much of an id as people need to tell a few runs apart. */
export function shortId(id: string): string {
  return sanitizeLine(id, 200).slice(0, 8);
}
