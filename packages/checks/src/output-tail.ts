/** Keeps the end of an output of any length. */
export interface OutputTail {
  add(chunk: Uint8Array): void;
  /** The last bytes, at most `maxBytes`. */
  bytes(): Uint8Array;
}

/** Creates a tail that stores little more than `maxBytes`. */
export function createTail(maxBytes: number): OutputTail {
  const chunks: Uint8Array[] = [];
  let stored = 0;
  return {
    add(chunk) {
      // Copy the end: a slice of a large buffer would keep all of it in memory.
      const end = chunk.length > maxBytes ? chunk.slice(chunk.length - maxBytes) : chunk;
      chunks.push(end);
      stored += end.length;
      for (let first = chunks[0]; first && stored - first.length >= maxBytes; first = chunks[0]) {
        stored -= first.length;
        chunks.shift();
      }
    },
    bytes() {
      const all = Buffer.concat(chunks);
      return all.subarray(Math.max(0, all.length - maxBytes));
    },
  };
}
