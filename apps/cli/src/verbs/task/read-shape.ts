import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../../program/cli-error.ts';
import { parseShape, type ParsedShape } from './parse-shape.ts';

/** Where the shape of the work is written down. */
export const SHAPE_PATH = '.loop/shape/SHAPE.md';

/** A larger file is not read. */
const MAX_BYTES = 256 * 1024;

/** A sample `SHAPE.md`. */
const EXAMPLE: readonly string[] = [
  '## Criteria',
  '- tests pass: `npm test`',
  '- the README describes the flag',
  '## mustNot',
  '- change the public API',
  '## Verification',
  '- execution output: npm test on a clean checkout',
];

/** Reads the project's `SHAPE.md`. Throws `CliError` if it can't. */
export function readShape(root: string): ParsedShape {
  const path = join(root, SHAPE_PATH);
  try {
    const found = lstatSync(path);
    if (!found.isFile()) throw new Error('it is no plain file');
    if (found.size > MAX_BYTES) throw new Error('it is larger than 256 KiB');
    return parseShape(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CliError({
      message: isGone
        ? `There is no ${SHAPE_PATH} yet.`
        : `${SHAPE_PATH} could not be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
      details: EXAMPLE,
      next: { words: ['task', 'plan'], when: 'once it is written' },
      cause,
    });
  }
}
