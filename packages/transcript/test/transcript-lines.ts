/** The parts of an assistant line that a test cares about. */
export interface AssistantLine {
  readonly id?: string;
  readonly requestId?: string;
  readonly uuid?: string;
  readonly model?: string;
  readonly usage?: unknown;
  readonly content?: unknown;
  readonly isSidechain?: boolean;
}

/** A line of a transcript as the client writes it for one block of an assistant's message. */
export function assistantLine(line: AssistantLine): string {
  return JSON.stringify({
    type: 'assistant',
    isSidechain: line.isSidechain ?? false,
    uuid: line.uuid,
    requestId: line.requestId,
    message: {
      id: line.id,
      role: 'assistant',
      model: line.model ?? 'claude-opus-5-5',
      content: line.content ?? [{ type: 'text', text: 'x' }],
      usage: line.usage,
    },
  });
}

/** A line with a tool's answer. */
export function toolResultLine(toolUseId: string, content: unknown, isError: unknown): string {
  return JSON.stringify({
    type: 'user',
    isSidechain: false,
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: toolUseId, content, is_error: isError }],
    },
  });
}
