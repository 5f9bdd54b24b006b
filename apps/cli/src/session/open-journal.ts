import { openAppendLog, openNumberedLog, type Log, type Refusal } from '@loopwright/store';

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
