import { type CommandOf, maskSecrets } from '@loopwright/core';
import type { HookInput } from '../hook-input.ts';
import { readApiError } from '../edge/transcript.ts';
import type { CommonPorts, SessionRun } from '../ports.ts';
import { retryTime } from '../text/retry-time.ts';

type Failure = CommandOf<'failure'>;

/** The kind of each API error, by the client's name for it. */
const KINDS: Readonly<Record<string, Failure['kind']>> = {
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

/**
 * Makes the command for an API error. The client has retried already. `said` is the client's message to the user: only
 * that message names the end of a limit.
 */
export function failureCommand(name: string, details: string, ports: CommonPorts, said = details): Failure {
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'unknown') : 'unknown';
  const text = [name || 'API error', details.slice(0, 10_000)].filter(Boolean).join(': ');
  const reason = maskSecrets(text).slice(0, 300);
  const at = ports.now();
  const retryAt = retryTime(`${details}\n${said}`, at);
  return { type: 'failure', at, kind, reason, ...(retryAt !== undefined && { retryAt }) };
}

/**
 * Finds an API error at the end of the last turn that no hook recorded: after an error `claude -p` exits at once and
 * kills its StopFailure hook. Without this the turn would look overridden.
 */
export function missedFailure(
  { run }: SessionRun,
  input: HookInput,
  ports: CommonPorts,
): Failure | undefined {
  if (run.status !== 'active') return undefined;
  const error = readApiError(input.transcriptPath);
  return error && error.at >= run.updatedAt ? failureCommand(error.name, error.text, ports) : undefined;
}
