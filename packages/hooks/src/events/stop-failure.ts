import { announce, type CommandOf } from '@loopwright/core';
import { type Answer, SILENT } from '../answer.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports } from '../ports.ts';

type FailureKind = CommandOf<'failure'>['kind'];

/** The client's names for API errors, by what helps against them. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  rate_limit: 'rate-limit',
  overloaded: 'transient',
  server_error: 'transient',
  timeout: 'transient',
  network_error: 'transient',
  authentication_failed: 'blocking',
  billing_error: 'blocking',
  oauth_org_not_allowed: 'blocking',
  invalid_request: 'blocking',
  model_not_found: 'blocking',
};

/** Pauses the loop over an API error, with the reason and the way back. The client itself has retried already. */
export function handleStopFailure(input: HookInput, ports: Ports): Answer {
  if (ports.environment.isDisabled || input.agentId !== undefined) return SILENT;
  const session = ports.openRun();
  if (!session) return SILENT;
  const kind = Object.hasOwn(KINDS, input.error) ? (KINDS[input.error] ?? 'unknown') : 'unknown';
  const reason = [input.error || 'API error', input.errorDetails].filter(Boolean).join(': ').slice(0, 300);
  const submission = session.submit({ type: 'failure', at: ports.now(), kind, reason });
  if (submission.status !== 'recorded') return SILENT;
  session.project();
  const { run } = session;
  return { kind: 'tell', event: 'StopFailure', message: announce({ kind: 'paused', run, reason }) };
}
