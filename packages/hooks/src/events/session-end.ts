import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { CommonPorts } from '../ports.ts';
import { missedFailure, promptCommand, submitWithUsage } from './submit.ts';

/** Records the end of the session and its cost, and an API error or an overridden block before it. */
export function handleSessionEnd(input: HookInput, ports: CommonPorts): Answer {
  const session = ports.openRun();
  if (!session) return SILENT;
  const failure = missedFailure(session, input, ports);
  const submission = failure
    ? session.submit(failure)
    : submitWithUsage(session, promptCommand(session, 'end', input, ports), input.transcriptPath);
  if (submission.status === 'recorded') session.project();
  return SILENT;
}
