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
  /** The tool_use id; the server makes one up when it is left out. */
  readonly id?: string;
}

/** One block of a reply. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool'; readonly call: ToolCall };

/** Settings that any spoken reply can carry. */
export interface ReplyOptions {
  /** Figures that differ from the default of 100 tokens in and 20 out. */
  readonly usage?: Partial<ReplyUsage>;
  /** The model that the answer names; the requested one unless given. */
  readonly model?: string;
  /** Sent first, as a thinking block. */
  readonly thinking?: string;
}

/** An answer with text, tool calls, or both. */
export interface SpokenReply {
  readonly kind: 'spoken';
  readonly blocks: readonly ReplyBlock[];
  readonly usage: Partial<ReplyUsage>;
  readonly model?: string;
}

/** An HTTP error in the API's form. */
export interface FailedReply {
  readonly kind: 'failed';
  readonly status: number;
  readonly errorType: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A connection that dies: before the answer, or in the middle of it. */
export interface BrokenReply {
  readonly kind: 'broken';
  /** The part streamed before the connection died; nothing when left out. */
  readonly after?: SpokenReply;
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
  return spoken(
    calls.map((call) => ({ type: 'tool', call })),
    options,
  );
}

/** An answer of text followed by tool calls. */
export function both(
  text: string,
  calls: ToolCall | readonly ToolCall[],
  options: ReplyOptions = {},
): SpokenReply {
  const list = 'name' in calls ? [calls] : calls;
  return spoken([{ type: 'text', text }, ...list.map((call) => ({ type: 'tool', call }) as const)], options);
}

/** An HTTP error of the API, with the type that its status has in the API's documentation. */
export function apiError(status: number, message = `scripted error ${status}`): FailedReply {
  return { kind: 'failed', status, errorType: errorTypes[status] ?? 'api_error', message, headers: {} };
}

/**
 * A refusal with status 429. `retryAfterSeconds` goes into the header of that name,
 * `resetsAt` (seconds since 1970) into the headers that announce the end of a plan's limit.
 */
export function rateLimit(
  options: {
    readonly message?: string;
    readonly retryAfterSeconds?: number;
    readonly resetsAt?: number;
  } = {},
): FailedReply {
  const headers: Record<string, string> = {};
  if (options.retryAfterSeconds !== undefined) headers['retry-after'] = String(options.retryAfterSeconds);
  if (options.resetsAt !== undefined) {
    headers['anthropic-ratelimit-unified-status'] = 'rejected';
    headers['anthropic-ratelimit-unified-reset'] = String(options.resetsAt);
    headers['anthropic-ratelimit-unified-representative-claim'] = 'five_hour';
  }
  return {
    kind: 'failed',
    status: 429,
    errorType: 'rate_limit_error',
    message: options.message ?? 'scripted rate limit',
    headers,
  };
}

/** A connection that dies without an answer, or after part of one was streamed. */
export function cutOff(after?: SpokenReply): BrokenReply {
  return after === undefined ? { kind: 'broken' } : { kind: 'broken', after };
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

function spoken(blocks: readonly ReplyBlock[], options: ReplyOptions): SpokenReply {
  const thought: readonly ReplyBlock[] =
    options.thinking === undefined ? [] : [{ type: 'thinking', thinking: options.thinking }];
  return {
    kind: 'spoken',
    blocks: [...thought, ...blocks],
    usage: options.usage ?? {},
    ...(options.model === undefined ? {} : { model: options.model }),
  };
}
