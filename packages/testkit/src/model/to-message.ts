import type { ReplyBlock, ReplyUsage, SpokenReply } from './reply.ts';

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
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

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
  const callsTool = reply.blocks.some((block) => block.type === 'tool');
  return {
    id: `msg_${padded(identity.number)}`,
    type: 'message',
    role: 'assistant',
    model: reply.model ?? identity.requestedModel,
    content: reply.blocks.map((block, index) =>
      toWireBlock(block, `toolu_${padded(identity.number)}_${index}`),
    ),
    stop_reason: callsTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: toWireUsage(reply.usage),
  };
}

function toWireBlock(block: ReplyBlock, toolId: string): WireBlock {
  switch (block.type) {
    case 'text':
      return block;
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, signature: 'c2NyaXB0ZWQ=' };
    case 'tool':
      return {
        type: 'tool_use',
        id: block.call.id ?? toolId,
        name: block.call.name,
        input: block.call.input,
      };
  }
}

function toWireUsage(changes: Partial<ReplyUsage>): WireUsage {
  const usage: ReplyUsage = {
    input: 100,
    output: 20,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    ...changes,
  };
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
