import { startRun, writeEvidence, type OpenRun } from '@loopwright/store';
import type { HistoryBuilder } from '../../../../../packages/report/test/support/history-builder.ts';

/** Writes a built history as a real journal with its outputs, command by command, and gives its path. */
export function writeJournal(root: string, history: HistoryBuilder, sessionId: string): string {
  const [first, ...rest] = history.steps.map(({ record }) => record.command);
  if (first?.type !== 'start') throw new Error('expected a start');
  const started = startRun({ root, sessionId }, { ...first, session: sessionId });
  if (started.status !== 'started') throw new Error(`not started: ${started.status}`);
  const { opened } = started;
  for (const [id, output] of history.tails) writeEvidence(root, id, output);
  for (const command of rest) submit(opened, command);
  opened.close();
  return opened.path;
}

/** Puts one more command on record. */
export function submit(opened: OpenRun, command: Parameters<OpenRun['submit']>[0]): void {
  const { status } = opened.submit(command);
  if (status !== 'recorded') throw new Error(`${command.type} was ${status}`);
}
