import { join } from 'node:path';
import { maskSecrets } from '@loopwright/core';
import { checkFolder, makePrivateFolder } from './disk/folders.ts';
import { readGuarded } from './disk/open-guarded.ts';
import { replaceFile } from './disk/replace-file.ts';
import { StoreError } from './errors.ts';
import { ignoreLoopFolder } from './run/make-loop-folder.ts';

/** The limit of a stored output; only its end is stored. */
export const MAX_EVIDENCE_BYTES = 64 * 1024;

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Writes the end of a check's output to `.loop/evidence/<id>.log`, usual secrets masked, and gives its path. Throws
 * `StoreError` for an id that isn't a plain name, and when the disk refuses.
 */
export function writeEvidence(root: string, id: string, output: string | Uint8Array): string {
  const path = evidencePath(root, id);
  const loop = join(root, '.loop');
  if (checkFolder(loop) !== 'ok') throw new StoreError('unsafe-path', `${loop} is not a folder to write to.`);
  // Another branch may have brought its own `.gitignore` since the start, and outputs may hold secrets.
  ignoreLoopFolder(root);
  makePrivateFolder(join(loop, 'evidence'));
  // Masked before it is cut, so that a cut leaves no half of a secret.
  const text = typeof output === 'string' ? output : Buffer.from(output).toString();
  const bytes = Buffer.from(maskSecrets(text));
  replaceFile(path, bytes.subarray(Math.max(0, bytes.length - MAX_EVIDENCE_BYTES)));
  return path;
}

/** Reads the stored end of a check's output; undefined if it is gone or can't be trusted, and for an id of no output. */
export function readEvidence(root: string, id: string): string | undefined {
  if (!ID.test(id)) return undefined;
  const content = readGuarded(evidencePath(root, id), MAX_EVIDENCE_BYTES);
  return typeof content === 'string' ? undefined : content.bytes.toString();
}

function evidencePath(root: string, id: string): string {
  if (!ID.test(id))
    throw new StoreError(
      'bad-argument',
      `Evidence is named by plain letters and digits, not ${JSON.stringify(id.slice(0, 40))}.`,
    );
  return join(root, '.loop', 'evidence', `${id}.log`);
}
