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

type Fields = Readonly<Record<string, unknown>>;

/** Reads the client's `result` message. Every field is checked, since other versions may leave fields out. */
export function parseClientResult(message: Fields): ClientResult {
  const { result, api_error_status: apiStatus, errors, structured_output: structured } = message;
  return {
    text: typeof result === 'string' ? result : undefined,
    structured,
    isError: message['is_error'] === true,
    subtype: textOf(message['subtype']),
    reason: textOf(message['terminal_reason']),
    apiStatus: typeof apiStatus === 'number' ? apiStatus : undefined,
    errors: Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [],
    usd: amountOf(message['total_cost_usd']),
    models: Object.keys(fieldsOf(message['modelUsage'])),
    tokens: Object.values(fieldsOf(message['modelUsage'])).reduce<number>(
      (sum, usage) => sum + tokensOf(fieldsOf(usage)),
      0,
    ),
  };
}

const TOKEN_FIELDS = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];

function tokensOf(usage: Fields): number {
  return TOKEN_FIELDS.reduce((sum, field) => sum + amountOf(usage[field]), 0);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** The value if it is an object, else an object without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
