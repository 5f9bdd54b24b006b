import { type CommandOf, maskSecrets, type Run } from '@loopwright/core';
import type { HookInput } from '../hook-input.ts';
import type { Ports, SessionRun } from '../ports.ts';
import { retryTime } from '../text/retry-time.ts';

type Failure = CommandOf<'failure'>;

/** The client's names for API errors, by what helps against them. */
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
 * Tells the run of an API error. The client itself has tried again already. `said` is what the client told the
 * user, which is the only place where the end of a limit is named.
 */
export function failureCommand(name: string, details: string, at: number, said = details): Failure {
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'unknown') : 'unknown';
  const text = [name || 'API error', details.slice(0, 10_000)].filter(Boolean).join(': ');
  const reason = maskSecrets(text).slice(0, 300);
  const retryAt = retryTime(`${details}\n${said}`, at);
  return { type: 'failure', at, kind, reason, ...(retryAt !== undefined && { retryAt }) };
}

/**
 * The API error that ended the last turn and that nobody was told of: `claude -p` leaves at once after one and
 * kills the hook that it has just started. Without it the turn would look as if the client had overridden us.
 */
export function missedFailure({ run }: SessionRun, input: HookInput, ports: Ports): Failure | undefined {
  if (run.status !== 'active') return undefined;
  const error = ports.readApiError(input.transcriptPath);
  return error && error.at >= run.updatedAt ? failureCommand(error.name, error.text, ports.now()) : undefined;
}

/** The API error over which a run rests, with its kind in front, as core writes it down. */
export function failureOf({ status, ending }: Run): string | undefined {
  const isFailure =
    status === 'paused' && /^(?:transient|rate-limit|blocking|unknown): /.test(ending?.detail ?? '');
  return isFailure ? ending?.detail : undefined;
}
