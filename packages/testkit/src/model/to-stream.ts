import type { WireBlock, WireMessage } from './to-message.ts';

/** One server-sent event of a streamed answer. */
export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The events that stream a message, in the API's order, with each block in one piece. The final output tokens stand only
 * in `message_delta`.
 */
export function toStream(message: WireMessage): readonly StreamEvent[] {
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } },
    },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: message.usage,
    },
    { type: 'message_stop' },
  ];
}

/** One event as it stands on the wire. */
export function toWire(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function blockEvents(block: WireBlock, index: number): readonly StreamEvent[] {
  const { empty, deltas } = piecesOf(block);
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** The fields of a block that begin empty, and the deltas that fill them. */
function piecesOf(block: WireBlock): { readonly empty: object; readonly deltas: readonly object[] } {
  switch (block.type) {
    case 'text':
      return { empty: { text: '' }, deltas: [{ type: 'text_delta', text: block.text }] };
    case 'thinking':
      return {
        empty: { thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        empty: { input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      };
  }
}
