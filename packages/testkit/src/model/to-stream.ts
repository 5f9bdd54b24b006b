import type { WireBlock, WireMessage } from './to-message.ts';

/** One server-sent event of a streamed answer. */
export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The events that stream a message, in the API's order. Text comes in several deltas, so that a
 * client that forgets to join them is caught; the final output tokens stand only in `message_delta`.
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
  const { empty, deltas } = pieces(block);
  return [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function pieces(block: WireBlock): { readonly empty: unknown; readonly deltas: readonly unknown[] } {
  switch (block.type) {
    case 'text':
      return {
        empty: { type: 'text', text: '' },
        deltas: inParts(block.text).map((text) => ({ type: 'text_delta', text })),
      };
    case 'thinking':
      return {
        empty: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        empty: { type: 'tool_use', id: block.id, name: block.name, input: {} },
        deltas: inParts(JSON.stringify(block.input)).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      };
  }
}

function inParts(text: string): readonly string[] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')].filter(
    (part) => part !== '',
  );
}
