import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { BatchPorts } from '../ports.ts';
import { checkCommands } from '../tool-facts.ts';

/** Records Claude's work: tools, edited files, errors. Writes the views, which a stop that holds Claude then doesn't. */
export function handlePostToolBatch(input: HookInput, ports: BatchPorts): Answer {
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
  if (submission.status !== 'recorded') return SILENT;
  usage?.tidy(submission.run);
  session.project();
  return SILENT;
}
