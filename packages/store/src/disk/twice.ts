/**
 * Repeats a text, so that comparing the halves detects torn, cut or changed content. In a cold engine this is much
 * cheaper than a digest. For content that can be rebuilt.
 */
export function twice(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, bytes]);
}

/** The repeated text as bytes; undefined for different halves or an empty file. */
export function once(bytes: Buffer): Buffer | undefined {
  const half = bytes.subarray(0, bytes.length / 2);
  return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
}
