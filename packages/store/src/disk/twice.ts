/**
 * Bytes that are written twice, one after the other: what was torn, cut or changed afterwards is told by comparing the
 * halves, which costs nothing in an engine that is cold. For what can be dropped and made anew.
 */
export function twice(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, bytes]);
}

/** The text that was written twice, as bytes; undefined when the halves differ or there is nothing. */
export function once(bytes: Buffer): Buffer | undefined {
  const half = bytes.subarray(0, bytes.length / 2);
  return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
}
