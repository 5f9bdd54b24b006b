/** Keeps the end of an output, whatever its length. */
export interface OutputTail {
  add(chunk: Uint8Array): void;
  /** The last bytes, no more than were asked for. */
  bytes(): Uint8Array;
}

/** Creates a tail that never holds much more than it gives. */
export function createTail(maxBytes: number): OutputTail {
  const chunks: Uint8Array[] = [];
  let held = 0;
  return {
    add(chunk) {
      // A copy of what is kept, so that a small end doesn't hold a large buffer.
      const kept = chunk.length > maxBytes ? chunk.slice(chunk.length - maxBytes) : chunk;
      chunks.push(kept);
      held += kept.length;
      for (let first = chunks[0]; first && held - first.length >= maxBytes; first = chunks[0]) {
        held -= first.length;
        chunks.shift();
      }
    },
    bytes() {
      const all = Buffer.concat(chunks);
      return all.subarray(Math.max(0, all.length - maxBytes));
    },
  };
}
