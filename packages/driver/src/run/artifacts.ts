import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, summaryMarkdown, toCriteriaState } from '@loopwright/core';
import { parseObject, stringField } from '@loopwright/transcript/quick';

/**
 * Writes copies for CI: `state.json`, `summary.md`, and `iterations.jsonl` with the receipts of this run alone. Gives
 * the reason if they can't be written, and never throws: the journal is the truth.
 */
export function writeArtifacts(root: string, run: Run, folder: string): string | undefined {
  try {
    // A deleted project must not come back as a folder of artifacts.
    statSync(root);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'state.json'), `${JSON.stringify(toCriteriaState(run), null, 2)}\n`);
    writeFileSync(join(folder, 'iterations.jsonl'), receiptsOf(root, run));
    writeFileSync(join(folder, 'summary.md'), summaryMarkdown(run));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The project's receipts that belong to this run. There is no file before the first stop. */
function receiptsOf(root: string, run: Run): string {
  const path = join(root, '.loop', 'iterations.jsonl');
  const frames = new Set([...run.frames, ...run.closed].map(({ id }) => id));
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines
    .filter((line) => frames.has(stringField(parseObject(line), 'frame') ?? ''))
    .map((line) => `${line}\n`)
    .join('');
}
