import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A case of a corpus: the input in one file, the expected result in another beside it. */
export interface FixturePair {
  readonly name: string;
  readonly input: string;
  /** Reads the expected result; fails without a file. */
  expected(): Readonly<Record<string, unknown>>;
  /** Replaces parts of the expected file if `UPDATE=1` asks for it. */
  update(actual: Readonly<Record<string, unknown>>): void;
}

const isUpdating = process.env['UPDATE'] === '1';

/** The pairs in a folder under `test/fixtures`, by the extension of their inputs. */
export function fixturePairs(folder: string, extension: string): readonly FixturePair[] {
  const root = join(import.meta.dirname, 'fixtures', folder);
  return readdirSync(root)
    .filter((file) => file.endsWith(extension))
    .sort()
    .map((file) => {
      const name = file.slice(0, -extension.length);
      const path = join(root, `${name}.json`);
      const expected = (): Record<string, unknown> =>
        isUpdating && !existsSync(path)
          ? {}
          : (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
      return {
        name,
        input: readFileSync(join(root, file), 'utf8'),
        expected,
        update: (actual) => {
          if (isUpdating)
            writeFileSync(path, `${JSON.stringify({ ...expected(), ...actual }, undefined, 2)}\n`);
        },
      };
    });
}
