import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';

/** Takes down that the session is over, so that a block which nothing followed is known as overridden. */
export function handleSessionEnd(_input: HookInput, ports: Ports): Answer {
  const session = ports.environment.isDisabled ? undefined : ports.openRun();
  const submission = session?.submit({ type: 'prompt', at: ports.now(), source: 'session' });
  if (submission?.status === 'recorded') session?.project();
  return SILENT;
}
