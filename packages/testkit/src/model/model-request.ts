/**
 * The purpose of a request: the conversation with the user, a subagent's conversation, the summary of
 * a compaction, or another errand of the client.
 */
export type RequestKind = 'main' | 'subagent' | 'summary' | 'errand';

/** One request of the client to the model, with the parts that tests use. */
export interface ModelRequest {
  /** 1 for the first request that the server got, of any kind. */
  readonly number: number;
  readonly kind: RequestKind;
  readonly sessionId: string;
  /** The subagent that asks; absent in the main conversation. */
  readonly agentId?: string;
  /** The requested model. */
  readonly model: string;
  /** The system prompt, its blocks joined. */
  readonly system: string;
  /** Names of the offered tools. */
  readonly tools: readonly string[];
  /** Every text of the conversation so far, tool results and system reminders included. */
  readonly texts: readonly RequestText[];
  /** All texts since the model's last answer: prompts, tool results, hook feedback, reminders. */
  readonly newTexts: readonly string[];
  /** The request's parsed JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One text of a conversation with its role. */
export interface RequestText {
  readonly role: string;
  readonly text: string;
}

/** Reads a request to `/v1/messages`; a missing field reads as empty, so that no request is lost. */
export function parseModelRequest(
  number: number,
  headers: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): ModelRequest {
  const messages = asList(body['messages']).map(asRecord);
  const texts = messages.flatMap((message) =>
    textsOf(message['content']).map((text) => ({ role: String(message['role']), text })),
  );
  const lastSpoken = messages.findLastIndex((message) => message['role'] === 'assistant');
  const system = textsOf(body['system']).join('\n');
  const agentId = headers['x-claude-code-agent-id'];
  const newTexts = messages.slice(lastSpoken + 1).flatMap((message) => textsOf(message['content']));
  const tools = asList(body['tools']).map((tool) => String(asRecord(tool)['name']));
  return {
    number,
    kind: requestKind({ newTexts, tools, agentId }),
    sessionId: headers['x-claude-code-session-id'] ?? '',
    ...(agentId === undefined ? {} : { agentId }),
    model: String(body['model']),
    system,
    tools,
    texts,
    newTexts,
    body,
  };
}

/** Separates the client's own errands from the conversation, so that they don't use up its replies. */
function requestKind({
  newTexts,
  tools,
  agentId,
}: Pick<ModelRequest, 'newTexts' | 'tools'> & { readonly agentId: string | undefined }): RequestKind {
  if (newTexts.at(-1)?.includes('Your task is to create a detailed summary')) return 'summary';
  if (agentId !== undefined) return 'subagent';
  return tools.length === 0 ? 'errand' : 'main';
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return asList(content).flatMap((block) => {
    const { type, text, content: inner } = asRecord(block);
    if (type === 'text') return [String(text)];
    return type === 'tool_result' ? [textsOf(inner).join('\n')] : [];
  });
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
