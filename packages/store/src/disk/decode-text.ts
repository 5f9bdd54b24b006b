import { readGuarded } from './open-guarded.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes without a byte order mark, or undefined when they aren't UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The value of a JSON text, or undefined when it isn't one; no reviver, nothing merged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the text of a plain file of ours; undefined if it can't be read or isn't UTF-8. */
export function readText(path: string, maxBytes: number): string | undefined {
  const content = readGuarded(path, maxBytes);
  return typeof content === 'string' ? undefined : decodeText(content.bytes);
}

/** Reads the JSON of a plain file of ours; undefined if it can't be read or isn't JSON. */
export function readJson(path: string, maxBytes: number): unknown {
  return parseJson(readText(path, maxBytes) ?? '');
}
