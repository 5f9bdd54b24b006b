import { openAppendLog, openNumberedLog, type Log, type Refusal } from '@loopwright/store';

/**
 * Opens the log of a journal at any path: a file, or the folder of numbered files beside it. Returns the
 * reason if it can't.
 */
export function openJournalLog(path: string): Log | Refusal {
  const log = openAppendLog(path);
  if (typeof log !== 'string') return log;
  const numbered = openNumberedLog(path.replace(/\.jsonl$/, ''));
  return typeof numbered === 'string' ? log : numbered;
}
