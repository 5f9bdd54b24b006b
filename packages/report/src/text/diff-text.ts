import { countOf } from '@loopwright/core';
import type { ChangedFile, DiffReport } from '../model/report-model.ts';

/** The diff stat of an iteration in short, such as `3 files +40 −12`. */
export function diffText({ source, fileCount, countedFiles, added, removed }: DiffReport): string {
  if (fileCount === 0) return source === 'names' ? 'not known' : 'no file';
  const files = countOf(fileCount, 'file');
  if (countedFiles === 0) return `${files}, lines not known`;
  const lines = linesText({ added, removed });
  return countedFiles === fileCount ? `${files} ${lines}` : `${files}, ${countedFiles} of them ${lines}`;
}

/** The lines of a file: `+3 −1`, or that they are not known. */
export function linesText({ added, removed }: Pick<ChangedFile, 'added' | 'removed'>): string {
  return added === undefined || removed === undefined ? 'lines not known' : `+${added} −${removed}`;
}

/** The source of the figures, and the changes that they leave out. */
export const DIFF_SOURCES: Readonly<Record<DiffReport['source'], string>> = {
  commit: 'As the iteration was committed.',
  edits:
    'Added up over the edits and commands that the client recorded: a line that was changed twice counts twice.',
  names:
    'The journal names edited files only. No transcript of this time was found, so nothing else is known.',
};
