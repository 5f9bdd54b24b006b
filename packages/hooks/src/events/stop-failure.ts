import { announce } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';
import { failureCommand } from './failure-command.ts';

/** Pauses the loop after an API error, with the reason and the way back. The client has retried already. */
export function handleStopFailure(input: HookInput, ports: Ports): Answer {
  const session = ports.openRun();
  if (!session) return SILENT;
  const failure = failureCommand(input.error, input.errorDetails, ports, input.lastMessage);
  const submission = session.submit(failure);
  if (submission.status !== 'recorded') return SILENT;
  session.project();
  const { run } = session;
  return {
    kind: 'tell',
    event: 'StopFailure',
    message: announce({ kind: 'paused', run, reason: failure.reason }),
  };
}
