import { decodeText, parseJson } from './decode-text.ts';
import { readGuarded } from './open-guarded.ts';

/** Reads the JSON of a plain file of ours; undefined if it can't be read or isn't JSON. */
export function readJson(path: string, maxBytes: number): unknown {
  const content = readGuarded(path, maxBytes);
  return typeof content === 'string' ? undefined : parseJson(decodeText(content.bytes) ?? '');
}
