import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, summaryMarkdown, toCriteriaState } from '@loopwright/core';

/** What came of writing the artifacts. */
export type Artifacts = { readonly folder: string } | { readonly failure: string };

/**
 * Writes what CI keeps of a run: `state.json`, `iterations.jsonl` with the receipts of this run alone, and `summary.md`.
 * Never throws: the journal is the truth, and these are copies.
 */
export function writeArtifacts(root: string, run: Run, folder: string): Artifacts {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'state.json'), `${JSON.stringify(toCriteriaState(run), null, 2)}\n`);
    writeFileSync(join(folder, 'iterations.jsonl'), receiptsOf(root, run));
    writeFileSync(join(folder, 'summary.md'), summaryMarkdown(run));
    return { folder };
  } catch (error) {
    return { failure: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** The lines of the project's receipts that are about this run. */
function receiptsOf(root: string, run: Run): string {
  const frames = new Set([...run.frames, ...run.closed].map(({ id }) => id));
  return linesOf(join(root, '.loop', 'iterations.jsonl'))
    .filter((line) => frames.has(frameIn(line)))
    .map((line) => `${line}\n`)
    .join('');
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    // No stop was decided yet.
    return [];
  }
}

function frameIn(line: string): string {
  try {
    const { frame } = JSON.parse(line) as { readonly frame?: unknown };
    return typeof frame === 'string' ? frame : '';
  } catch {
    return '';
  }
}
