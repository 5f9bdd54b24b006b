import { readProcess } from './read-process.ts';

/** More ancestors than this are a loop in `/proc`. */
const MAX_ANCESTORS = 256;

/**
 * A process and those above it, as far as they can be read. Only the process itself on other systems than Linux.
 * Process 1 counts: in a container it may be the client.
 */
export function* ancestorsOf(id: number): Generator<number> {
  let ancestor = id;
  for (let count = 0; ancestor > 0 && count < MAX_ANCESTORS; count += 1) {
    yield ancestor;
    ancestor = readProcess(ancestor)?.parent ?? 0;
  }
}
