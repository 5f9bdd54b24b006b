/** The cost of one model answer in tokens, split as in the API. */
export interface ReplyUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
}

/** One tool call of a reply. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One block of a reply, as the API writes it. The server adds the ids of tool calls. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | ({ readonly type: 'tool_use' } & ToolCall);

/** Settings that any spoken reply can carry. */
export interface ReplyOptions {
  /** Figures that differ from the default of 100 tokens in and 20 out. */
  readonly usage?: Partial<ReplyUsage>;
  /** Sent first, as a thinking block. */
  readonly thinking?: string;
}

/** An answer with text, tool calls, or both. */
export interface SpokenReply {
  readonly kind: 'spoken';
  readonly blocks: readonly ReplyBlock[];
  readonly usage: ReplyUsage;
}

/** An HTTP error in the API's form. */
export interface FailedReply {
  readonly kind: 'failed';
  readonly status: number;
  readonly errorType: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A connection that dies without an answer. */
export interface BrokenReply {
  readonly kind: 'broken';
}

/** Everything that a script can make the model answer. */
export type Reply = SpokenReply | FailedReply | BrokenReply;

/** An answer in plain text, which ends Claude's turn. */
export function say(text: string, options: ReplyOptions = {}): SpokenReply {
  return spoken([{ type: 'text', text }], options);
}

/** An answer of one tool call without text. */
export function tool(
  name: string,
  input: Readonly<Record<string, unknown>>,
  options: ReplyOptions = {},
): SpokenReply {
  return tools([{ name, input }], options);
}

/** An answer of several tool calls, which the client may run at once. */
export function tools(calls: readonly ToolCall[], options: ReplyOptions = {}): SpokenReply {
  return spoken(calls.map(toBlock), options);
}

/** An answer of text followed by a tool call. */
export function both(text: string, call: ToolCall, options: ReplyOptions = {}): SpokenReply {
  return spoken([{ type: 'text', text }, toBlock(call)], options);
}

/** An HTTP error of the API, with the type that its status has in the API's documentation. */
export function apiError(status: number, message = `scripted error ${status}`): FailedReply {
  return { kind: 'failed', status, errorType: errorTypes[status] ?? 'api_error', message, headers: {} };
}

/** A refusal with status 429. `retryAfterSeconds` goes into the header of that name. */
export function rateLimit({
  message = 'scripted rate limit',
  retryAfterSeconds,
}: { readonly message?: string; readonly retryAfterSeconds?: number } = {}): FailedReply {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { ...apiError(429, message), headers };
}

/** A connection that dies without an answer. */
export function cutOff(): BrokenReply {
  return { kind: 'broken' };
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const DEFAULT_USAGE: ReplyUsage = { input: 100, output: 20, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

function spoken(blocks: readonly ReplyBlock[], { usage, thinking }: ReplyOptions): SpokenReply {
  const thought: readonly ReplyBlock[] =
    thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2NyaXB0ZWQ=' }];
  return { kind: 'spoken', blocks: [...thought, ...blocks], usage: { ...DEFAULT_USAGE, ...usage } };
}

function toBlock(call: ToolCall): ReplyBlock {
  return { type: 'tool_use', ...call };
}
