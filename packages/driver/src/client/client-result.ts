/** What the client says at the end of its turn, as far as we use it. */
export interface ClientResult {
  /** Its last words; undefined where it was cut short. */
  readonly text: string | undefined;
  readonly isError: boolean;
  readonly subtype: string;
  /** Why it ended, in the client's words. */
  readonly reason: string;
  readonly apiStatus: number | undefined;
  readonly errors: readonly string[];
  /** Everything that the session used, subagents included. */
  readonly usd: number;
  readonly tokens: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the client's `result` message. Every field is looked at, since another client may say less. */
export function parseClientResult(message: Fields): ClientResult {
  const { result, api_error_status: apiStatus, errors } = message;
  return {
    text: typeof result === 'string' ? result : undefined,
    isError: message['is_error'] === true,
    subtype: textOf(message['subtype']),
    reason: textOf(message['terminal_reason']),
    apiStatus: typeof apiStatus === 'number' ? apiStatus : undefined,
    errors: Array.isArray(errors) ? errors.filter((one) => typeof one === 'string') : [],
    usd: amountOf(message['total_cost_usd']),
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

/** A value as an object; one without fields where it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
