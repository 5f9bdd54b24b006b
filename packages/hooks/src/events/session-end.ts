import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { TurnPorts } from '../ports.ts';
import { missedFailure } from './failure-command.ts';
import { promptCommand } from './prompt-command.ts';

/** Records the cost of the session, and an API error or an overridden block at its end. */
export function handleSessionEnd(input: HookInput, ports: TurnPorts): Answer {
  const session = ports.openRun();
  if (!session) return SILENT;
  const failure = missedFailure(session, input, ports);
  const usage = session.countUsage(input.transcriptPath);
  const submission = session.submit(
    failure ?? { ...promptCommand(session, 'session', input, ports), ...(usage && { spent: usage.spent }) },
  );
  if (submission.status !== 'recorded') return SILENT;
  usage?.tidy(submission.run);
  session.project();
  return SILENT;
}
