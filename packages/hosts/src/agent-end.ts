import type { ProgramEnd } from '@loopwright/checks';
import { type CommandOf, maskSecrets, sanitizeLine } from '@loopwright/core';
import type { Facts } from './facts.ts';

/** How an agent is ended: first alone, so that it can still end its turn and report its cost. */
export const INTERRUPT_CLIENT = { signal: 'SIGINT', graceMs: 5000 } as const;

/** Why an agent failed. */
export type AgentFailure = Pick<CommandOf<'failure'>, 'kind' | 'reason' | 'retryAt'>;

/** How the program of an agent ended. `output` is what it wrote to standard error. */
export interface AgentExit extends Omit<ProgramEnd, 'stdout'> {
  /** We ended it because it printed nothing for too long. */
  readonly isSilent?: boolean;
}

/** The meaning of an agent's end: a turn for the stop table, or a failure. */
export type Outcome =
  | { readonly kind: 'turn'; readonly message: string | undefined }
  | { readonly kind: 'failure'; readonly failure: AgentFailure };

/** Classifies the end of an agent. An unknown end is a failure that is not retried. */
export function classifyEnd(
  exit: AgentExit,
  { end, text, retryAt }: Pick<Facts, 'end' | 'text' | 'retryAt'>,
): Outcome {
  if (exit.failure !== undefined)
    return failed('blocking', `the client could not be started: ${exit.failure}`);
  if (exit.hasFlooded) return failed('unknown', 'the client printed a line of more than 64 MB');
  if (exit.isTimedOut) return failed('transient', 'the client did not end in time');
  if (exit.isSilent) return afterSilence(exit.output, retryAt);
  switch (end?.kind) {
    case undefined:
      return withoutEnd(exit);
    case 'done':
      return { kind: 'turn', message: text };
    case 'cut':
      return { kind: 'turn', message: undefined };
    case 'failed':
      return failed(end.failure.kind, end.failure.reason, end.failure.retryAt ?? retryAt);
  }
}

/** Some agents retry a rate limit without a word on standard output; on standard error they may say so. */
function afterSilence(output: string, retryAt: number | undefined): Outcome {
  const said = lastLine(output);
  const kind = LIMITED.test(said) ? 'rate-limit' : 'transient';
  return failed(kind, said ? `the client was silent for too long: ${said}` : SILENT, retryAt);
}

const SILENT = 'the client was silent for too long, as some are while they wait for a rate limit';

function withoutEnd({ exitCode, signal, output }: AgentExit): Outcome {
  const killed = signal ?? (exitCode !== null && exitCode > 128 ? `signal ${exitCode - 128}` : undefined);
  if (killed !== undefined) return failed('transient', `the client was killed by ${killed}`);
  const said = lastLine(output);
  const left = `the client left with exit code ${exitCode ?? 'none'} and no result`;
  return failed('unknown', said ? `${left}: ${said}` : left);
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

/** The failure behind an error of the API: by its status, else by its words. */
export function apiFailure(reason: string, status = 0): AgentFailure {
  return { kind: status === 0 ? kindByWords(reason) : kindByStatus(status), reason };
}

function kindByStatus(status: number): AgentFailure['kind'] {
  if (status === 429) return 'rate-limit';
  return status >= 500 || status === 408 ? 'transient' : 'blocking';
}

const LIMITED = /\b(?:429|rate.?limit|usage limit|quota|too many requests|resource.?exhausted)\b/i;
const PASSING = /\b(?:5\d\d|408|overloaded|timed? ?out|disconnected|connection|unavailable|ECONN\w+)\b/i;
const REFUSED = /\b(?:40[0134]|unauthori[sz]ed|forbidden|api key|log ?in|authenticat\w+)\b/i;

function kindByWords(reason: string): AgentFailure['kind'] {
  if (LIMITED.test(reason)) return 'rate-limit';
  if (REFUSED.test(reason)) return 'blocking';
  return PASSING.test(reason) ? 'transient' : 'unknown';
}

function failed(kind: AgentFailure['kind'], text: string, retryAt?: number): Outcome {
  // The head alone: a client may write megabytes.
  const reason = sanitizeLine(maskSecrets(text.slice(0, 10_000)), 300);
  return { kind: 'failure', failure: { kind, reason, ...(retryAt !== undefined && { retryAt }) } };
}
