/** One line of the client's `stream-json` output. Fields keep the client's names. */
export interface StreamMessage {
  readonly type: string;
  readonly subtype?: string;
  readonly [field: string]: unknown;
}

/** The `result` line of a turn, with the fields that tests use. */
export interface ResultMessage extends StreamMessage {
  readonly type: 'result';
  readonly subtype: string;
  readonly is_error: boolean;
  readonly num_turns: number;
  readonly result?: string;
  readonly terminal_reason?: string;
  readonly total_cost_usd: number;
  readonly session_id: string;
  readonly usage: Readonly<Record<string, unknown>>;
  readonly modelUsage: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Parses one line of output; `undefined` if it isn't a message. */
export function parseStreamMessage(line: string): StreamMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  const value = JSON.parse(line) as { readonly type?: unknown };
  return typeof value.type === 'string' ? { ...value, type: value.type } : undefined;
}

/** True for the line that ends a turn. */
export function isResult(message: StreamMessage): message is ResultMessage {
  return message.type === 'result';
}
