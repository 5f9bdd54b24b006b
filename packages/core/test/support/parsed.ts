import type { Parsed } from '../../src/views/json.ts';

/** The value of what was read, where it must have been read. */
export function valueOf<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
