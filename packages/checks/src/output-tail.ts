/** Keeps the end of an output of any length. */
export interface OutputTail {
  add(chunk: Uint8Array): void;
  /** The last bytes, at most `maxBytes`. */
  bytes(): Uint8Array;
}

/** Creates a tail that stores at most twice `maxBytes`. */
export function createTail(maxBytes: number): OutputTail {
  const stored = Buffer.alloc(2 * maxBytes);
  let length = 0;
  return {
    add(chunk) {
      const end = chunk.subarray(Math.max(0, chunk.length - maxBytes));
      if (length + end.length > stored.length) {
        stored.copyWithin(0, length - maxBytes, length);
        length = maxBytes;
      }
      stored.set(end, length);
      length += end.length;
    },
    bytes: () => Buffer.from(stored.subarray(Math.max(0, length - maxBytes), length)),
  };
}
