import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';
import { checkCommands } from '../tool-facts.ts';

/** Records Claude's work: tools, edited files, errors. */
export function handlePostToolBatch(input: HookInput, ports: Ports): Answer {
  if (input.toolCalls.length === 0) return SILENT;
  const session = ports.openRun();
  if (session?.run.status !== 'active') return SILENT;
  const frame = session.run.frames.at(-1);
  const facts = ports.readToolFacts(input, {
    failedBefore: frame?.breaker.failedCall,
    checks: checkCommands(frame),
  });
  const usage = session.countUsage(input.transcriptPath);
  const submission = session.submit({
    type: 'observe',
    at: ports.now(),
    ...facts,
    tools: facts.tools ?? input.toolCalls.length,
    ...(usage && { spent: usage.spent }),
  });
  if (submission.status === 'recorded') usage?.tidy(submission.run);
  return SILENT;
}
