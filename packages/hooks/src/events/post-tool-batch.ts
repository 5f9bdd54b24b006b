import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';

/** Records Claude's work: tools, edited files, errors. */
export function handlePostToolBatch(input: HookInput, ports: Ports): Answer {
  if (input.toolCalls.length === 0) return SILENT;
  const session = ports.openRun();
  if (session?.run.status !== 'active') return SILENT;
  const failedBefore = session.run.frames.at(-1)?.breaker.failedCall;
  const { edits, errors, denials, denied, failedCall, hasPassed } = ports.readToolFacts(
    input.toolCalls,
    failedBefore,
  );
  const usage = session.countUsage(input.transcriptPath);
  const submission = session.submit({
    type: 'observe',
    at: ports.now(),
    tools: input.toolCalls.length - denials,
    edits: [...edits],
    errors: [...errors],
    denials,
    ...(denied !== undefined && { denied }),
    ...(failedCall !== undefined && { failedCall }),
    ...(hasPassed && { hasPassed }),
    ...(usage && { spent: usage.spent }),
  });
  if (submission.status === 'recorded') usage?.tidy(submission.run);
  return SILENT;
}
