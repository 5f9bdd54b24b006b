import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case.ts';

/** A case with the name of its file. */
export interface FiledCase extends Case {
  readonly family: string;
}

const CORPUS = join(import.meta.dirname, '../../corpus');
const EXPECTED = ['end', 'go on', 'let go'];

/** Reads the corpus in the order of its files. Throws on a case without a unique name, a reason or an expectation. */
export function loadCorpus(): readonly FiledCase[] {
  const cases = readdirSync(CORPUS)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((file) =>
      (JSON.parse(readFileSync(join(CORPUS, file), 'utf8')) as Case[]).map((one) => ({
        ...one,
        family: file.slice(0, -'.json'.length),
      })),
    );
  const names = new Set<string>();
  for (const { family, name, why, expect } of cases) {
    const isWhole = typeof name === 'string' && name !== '' && why && EXPECTED.includes(expect);
    if (!isWhole || names.has(name)) throw new Error(`${family}: “${name}” is incomplete or there twice.`);
    names.add(name);
  }
  return cases;
}
