import { asObject, objectField, stringField, type UntrustedObject } from '@loopwright/transcript/quick';

/** The fields that we use of the client's last message, `result`. */
export interface ClientResult {
  /** Claude's last message; undefined if the turn was cut short. */
  readonly text: string | undefined;
  /** The answer in the requested schema; undefined without one. */
  readonly structured: unknown;
  readonly isError: boolean;
  readonly subtype: string;
  /** Why the turn ended, as the client names it. */
  readonly reason: string;
  readonly apiStatus: number | undefined;
  readonly errors: readonly string[];
  /** The cost of the whole session, subagents included. */
  readonly usd: number;
  readonly tokens: number;
  /** The models that answered. */
  readonly models: readonly string[];
}

/** Reads the client's `result` message. Every field is checked, since other versions may leave fields out. */
export function parseClientResult(message: UntrustedObject): ClientResult {
  const { api_error_status: apiStatus, errors } = message;
  const usage = objectField(message, 'modelUsage') ?? {};
  return {
    text: stringField(message, 'result'),
    structured: message['structured_output'],
    isError: message['is_error'] === true,
    subtype: stringField(message, 'subtype') ?? '',
    reason: stringField(message, 'terminal_reason') ?? '',
    apiStatus: typeof apiStatus === 'number' ? apiStatus : undefined,
    errors: Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [],
    usd: amountOf(message['total_cost_usd']),
    models: Object.keys(usage),
    tokens: Object.values(usage).reduce<number>((sum, one) => sum + tokensOf(asObject(one)), 0),
  };
}

const TOKEN_FIELDS = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];

function tokensOf(usage: UntrustedObject = {}): number {
  return TOKEN_FIELDS.reduce((sum, field) => sum + amountOf(usage[field]), 0);
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
