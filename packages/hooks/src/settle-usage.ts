import { owesLastTurn } from '@loopwright/core';
import type { CommonPorts, SessionRun } from './ports.ts';

/** Counts the last turn of a run at rest: at its stop the transcript may not have contained that turn. */
export function settleUsage(session: SessionRun, transcriptPath: string, ports: CommonPorts): void {
  if (!owesLastTurn(session.run)) return;
  const usage = session.countUsage(transcriptPath);
  if (!usage) return;
  const { spent } = usage;
  const submission = session.submit({ type: 'prompt', at: ports.now(), source: 'session', spent });
  if (submission.status !== 'recorded') return;
  usage.tidy(submission.run);
  session.project();
}
