/** Keeps the end of an output of any length. */
export interface OutputTail {
  add(chunk: Uint8Array): void;
  /** The last bytes, at most `maxBytes`. */
  bytes(): Uint8Array;
}

/** Creates a tail of at most `maxBytes`. */
export function createTail(maxBytes: number): OutputTail {
  let stored = Buffer.alloc(0);
  return {
    add(chunk) {
      stored = Buffer.concat([stored, chunk]).subarray(-maxBytes);
    },
    bytes: () => stored,
  };
}
