/** A line of a transcript: an answer of the model that used so many input tokens. */
export function reply(id: string, tokens: number): string {
  const usage = {
    input_tokens: tokens,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [{ type: 'text', text: 'x' }],
    usage,
  };
  return `${JSON.stringify({ type: 'assistant', isSidechain: false, sessionId: 's', uuid: id, message })}\n`;
}
