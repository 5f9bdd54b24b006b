import { asObject, objectField, stringField, type UntrustedObject } from '@loopwright/transcript/quick';
import { apiFailure } from './agent-end.ts';
import type { TurnEnd } from './facts.ts';

/** The fields that we use of the client's last message, `result`. */
export interface ClientResult {
  /** Claude's last message; undefined if the turn was cut short. */
  readonly text: string | undefined;
  /** The answer in the requested schema; undefined without one. */
  readonly structured: unknown;
  readonly subtype: string;
  readonly end: TurnEnd;
  /** The cost of the whole session, subagents included. */
  readonly usd: number;
  readonly tokens: number;
  /** The models that answered. */
  readonly models: readonly string[];
}

/** Reads the client's `result` message. Every field is checked, since other versions may leave fields out. */
export function parseClientResult(message: UntrustedObject): ClientResult {
  const usage = objectField(message, 'modelUsage') ?? {};
  const subtype = stringField(message, 'subtype') ?? '';
  return {
    text: stringField(message, 'result'),
    structured: message['structured_output'],
    subtype,
    end: endOf(message, subtype),
    usd: amountOf(message['total_cost_usd']),
    models: Object.keys(usage),
    tokens: Object.values(usage).reduce<number>((sum, one) => sum + tokensOf(asObject(one)), 0),
  };
}

/** Turns that the client cut short at a limit that the user set. These are not failures. */
const CUT_SHORT = new Set(['error_max_turns', 'error_max_budget_usd']);

function endOf(message: UntrustedObject, subtype: string): TurnEnd {
  if (CUT_SHORT.has(subtype)) return { kind: 'cut' };
  if (message['is_error'] !== true && subtype === 'success') return { kind: 'done' };
  const { api_error_status: status, errors } = message;
  const named = Array.isArray(errors) ? errors.filter((one) => typeof one === 'string').join('; ') : '';
  const reason = stringField(message, 'result') || named || subtype || 'the client failed';
  if (typeof status === 'number') return { kind: 'failed', failure: apiFailure(reason, status) };
  // An API error without a status is a broken connection.
  const kind = message['terminal_reason'] === 'api_error' ? 'transient' : 'unknown';
  return { kind: 'failed', failure: { kind, reason } };
}

const TOKEN_FIELDS = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];

function tokensOf(usage: UntrustedObject = {}): number {
  return TOKEN_FIELDS.reduce((sum, field) => sum + amountOf(usage[field]), 0);
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
