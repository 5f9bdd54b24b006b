import type { ReplyBlock, ReplyUsage, SpokenReply, ToolCall } from './reply.ts';

/** The `usage` object of the Messages API. */
interface WireUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number;
    readonly ephemeral_1h_input_tokens: number;
  };
  readonly service_tier: 'standard';
}

/** One content block as the Messages API writes it. */
export type WireBlock =
  | Exclude<ReplyBlock, { type: 'tool_use' }>
  | ({ readonly type: 'tool_use'; readonly id: string } & ToolCall);

/** A whole answer as the Messages API writes it without streaming. */
export interface WireMessage {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly WireBlock[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly usage: WireUsage;
}

/** Turns a scripted reply into the API's message: ids and figures are filled in, nothing else is added. */
export function toMessage(
  reply: SpokenReply,
  identity: { readonly number: number; readonly requestedModel: string },
): WireMessage {
  const callsTool = reply.blocks.some((block) => block.type === 'tool_use');
  return {
    id: `msg_${padded(identity.number)}`,
    type: 'message',
    role: 'assistant',
    model: identity.requestedModel,
    content: reply.blocks.map((block, index) =>
      block.type === 'tool_use' ? { ...block, id: `toolu_${padded(identity.number)}_${index}` } : block,
    ),
    stop_reason: callsTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: toWireUsage(reply.usage),
  };
}

function toWireUsage(usage: ReplyUsage): WireUsage {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    service_tier: 'standard',
  };
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}
