import { endLines, sanitizeLine } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import { ranTools } from '../edge/transcript.ts';
import type { HookInput } from '../hook-input.ts';
import type { CommonPorts } from '../ports.ts';
import { failureCommand } from './submit.ts';

/** Lets Claude try once more after a passing API error, which the client retried already. Pauses after any other. */
export function handleStopFailure(input: HookInput, ports: CommonPorts): Answer {
  const session = ports.openRun();
  if (!session) return SILENT;
  const failure = failureCommand(input.error, input.errorDetails, ports, input.lastMessage);
  const canRetry = ports.environment.canWake && failure.kind === 'transient';
  // The hook of the last batch runs beside the session, so its record may still be missing.
  const hasWorked = canRetry && ranTools(input.transcriptPath, input.sessionId, session.run.updatedAt);
  const submission = session.submit({ ...failure, canRetry, ...(hasWorked && { ranTools: true }) });
  if (submission.status !== 'recorded') return SILENT;
  session.project();
  if (!submission.decision.notices.some(({ code }) => code === 'retry'))
    return { kind: 'tell', event: 'StopFailure', message: endLines(session.run).join('\n') };
  const reason = sanitizeLine(failure.reason, 200);
  return {
    kind: 'wake',
    text: `[LOOP] The API failed: ${reason}. The loop is still on. Go on where the turn ended.`,
  };
}
