import { type Command, owesLastTurn } from '@loopwright/core';
import type { CommonPorts, SessionRun, Submission } from './ports.ts';

/** Counts usage up to now, and records it with a command. */
export function submitWithUsage(session: SessionRun, command: Command, transcriptPath: string): Submission {
  const usage = session.countUsage(transcriptPath);
  const submission = session.submit({ ...command, ...(usage && { spent: usage.spent }) });
  if (submission.status !== 'unrecorded') usage?.tidy(submission.run);
  return submission;
}

/** Counts the last turn of a run at rest: at its stop the transcript may not have contained that turn. */
export function settleUsage(session: SessionRun, transcriptPath: string, ports: CommonPorts): void {
  if (!owesLastTurn(session.run)) return;
  const submission = submitWithUsage(
    session,
    { type: 'prompt', at: ports.now(), source: 'session' },
    transcriptPath,
  );
  if (submission.status === 'recorded') session.project();
}
