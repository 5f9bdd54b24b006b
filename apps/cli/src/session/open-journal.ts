import { openAppendLog, openNumberedLog, type Log } from '@loopwright/store';

type Refusal = Exclude<ReturnType<typeof openAppendLog>, Log>;

/** Why something on disk is not read, for people. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  absent: 'it is not there',
  'not-plain': "it is not a plain file of this user's with one name",
  'too-large': 'it is larger than 8 MiB',
  unreadable: 'it could not be read',
  swapped: 'another file took its place while it was opened',
};

/**
 * Opens the log of a journal, wherever it lies: a file, or a folder of numbered files by the same name without the
 * ending. Says why not where there is none to be read.
 */
export function openJournalLog(path: string): Log | Refusal {
  const log = openAppendLog(path);
  if (typeof log !== 'string') return log;
  const numbered = openNumberedLog(path.replace(/\.jsonl$/, ''));
  return typeof numbered === 'string' ? log : numbered;
}
