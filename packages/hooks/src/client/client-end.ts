import { type CommandOf, maskSecrets, sanitizeLine } from '@loopwright/core';
import type { ClientResult } from './client-result.ts';
import type { ProgramEnd } from '@loopwright/checks';

/** How a client is ended: first alone, so that it can still end its turn and report its cost. */
export const INTERRUPT_CLIENT = { signal: 'SIGINT', graceMs: 5000 } as const;

/** How a client ended, with its own report. `output` is what it wrote to standard error. */
export interface ClientEnd extends Omit<ProgramEnd, 'stdout'> {
  readonly result: ClientResult | undefined;
  readonly retryAt: number | undefined;
}

type Failure = Pick<CommandOf<'failure'>, 'kind' | 'reason' | 'retryAt'>;

/** The meaning of a client's end: a turn for the stop table, or a failure. */
export type Outcome =
  | { readonly kind: 'turn'; readonly message: string | undefined }
  | { readonly kind: 'failure'; readonly failure: Failure };

/** Turns that the client cut short at a limit that the user set. These are not failures. */
const CUT_SHORT = new Set(['error_max_turns', 'error_max_budget_usd']);

/** Classifies the end of a client. An unknown end is a failure that is not retried. */
export function classifyEnd(end: ClientEnd): Outcome {
  const { result } = end;
  if (end.failure !== undefined) return failed('blocking', `the client could not be started: ${end.failure}`);
  if (end.hasFlooded) return failed('unknown', 'the client printed a line of more than 64 MB');
  if (end.isTimedOut) return failed('transient', 'the client did not end in time');
  if (!result) return withoutResult(end);
  if (CUT_SHORT.has(result.subtype)) return { kind: 'turn', message: undefined };
  if (!result.isError && result.subtype === 'success') return { kind: 'turn', message: result.text };
  const { text, errors, subtype } = result;
  return failed(kindOf(result), text || errors.join('; ') || subtype || 'the client failed', end.retryAt);
}

function withoutResult({ exitCode, signal, output }: ClientEnd): Outcome {
  const killed = signal ?? (exitCode !== null && exitCode > 128 ? `signal ${exitCode - 128}` : undefined);
  if (killed !== undefined) return failed('transient', `the client was killed by ${killed}`);
  const said = output.trim().split('\n').at(-1);
  const left = `the client left with exit code ${exitCode ?? 'none'} and no result`;
  return failed('unknown', said ? `${left}: ${said}` : left);
}

/** The kind of an API error, by its status. An API error without a status is a broken connection. */
function kindOf({ reason, apiStatus }: ClientResult): Failure['kind'] {
  if (apiStatus === 429) return 'rate-limit';
  if (apiStatus === undefined) return reason === 'api_error' ? 'transient' : 'unknown';
  return apiStatus >= 500 || apiStatus === 408 ? 'transient' : 'blocking';
}

function failed(kind: Failure['kind'], text: string, retryAt?: number): Outcome {
  // The head alone: a client may write megabytes.
  const reason = sanitizeLine(maskSecrets(text.slice(0, 10_000)), 300);
  return { kind: 'failure', failure: { kind, reason, ...(retryAt !== undefined && { retryAt }) } };
}
