import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import { readFailures, transcriptOf } from '../edge/transcript.ts';
import type { Ports } from '../ports.ts';
import { submitWithUsage } from './submit.ts';
import { answeredCalls, checkCommands, toolFacts } from '../tool-facts.ts';

/** Records Claude's work: tools, edited files, errors. Writes the views, which a stop that holds Claude then doesn't. */
export function handlePostToolBatch(
  input: HookInput,
  ports: Pick<Ports, 'now' | 'openRun' | 'root'>,
): Answer {
  const { toolCalls, transcriptPath } = input;
  if (toolCalls.length === 0) return SILENT;
  const session = ports.openRun();
  if (session?.run.status !== 'active') return SILENT;
  const frame = session.run.frames.at(-1);
  const ids = toolCalls.flatMap(({ id = '' }) => (id === '' ? [] : id));
  const failures = readFailures(transcriptOf(transcriptPath, input.agentId), ids);
  const facts = toolFacts(answeredCalls(toolCalls, failures), {
    failedBefore: frame?.breaker.failedCall,
    checks: checkCommands(frame),
    root: ports.root,
  });
  const submission = submitWithUsage(session, { type: 'observe', at: ports.now(), ...facts }, transcriptPath);
  if (submission.status === 'recorded') session.project();
  return SILENT;
}
