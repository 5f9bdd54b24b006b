import type { Entry, ReportedUsage } from '../entries/entry.ts';
import { LONG_PROMPT_TOKENS } from './prices.ts';
import { combineTokens, NO_TOKENS, totalTokens } from './token-counts.ts';

interface Counted extends ReportedUsage {
  readonly model: string;
}

/** Tokens that are priced alike. */
export interface UsageBucket extends Counted {
  readonly prompt: 'short' | 'long';
}

/** A counted message with its counted values. */
export interface CountedMessage extends Counted {
  readonly key: string;
}

/** The usage counted so far, as plain data to store and continue. */
export interface UsageState {
  readonly buckets: readonly UsageBucket[];
  /** The messages counted last, because more lines of theirs may follow. */
  readonly recent: readonly CountedMessage[];
}

/** Nothing counted yet. */
export const NO_USAGE: UsageState = { buckets: [], recent: [] };

/**
 * How many messages are remembered. The lines of one message stand together, but for those of agents that work
 * side by side; this many at once is more than a client runs.
 */
const MAX_RECENT = 256;

/**
 * Adds the usage of entries. Counts each message once, with the largest value of its lines for each count, even if
 * its lines come in several calls.
 */
export function foldUsage(state: UsageState, entries: Iterable<Entry>): UsageState {
  return countMessages(state, Array.from(entries).flatMap(toMessages));
}

/** Adds the usage of messages, each key once with its largest counts. A message without a key is one of its own. */
export function countMessages(state: UsageState, messages: Iterable<CountedMessage>): UsageState {
  const buckets = new Map(state.buckets.map((bucket) => [bucketKey(bucket), bucket]));
  const recent = new Map(state.recent.map((message) => [message.key, message]));

  const add = (message: CountedMessage, sign: 1 | -1): void => {
    const bucket = bucketOf(message);
    const key = bucketKey(bucket);
    const before = buckets.get(key)?.tokens ?? NO_TOKENS;
    buckets.set(key, { ...bucket, tokens: combineTokens(before, message.tokens, (a, b) => a + sign * b) });
  };

  for (const message of messages) {
    const counted = recent.get(message.key);
    const tokens = combineTokens(counted?.tokens ?? NO_TOKENS, message.tokens, Math.max);
    const largest = { ...message, tokens };
    if (counted !== undefined) add(counted, -1);
    add(largest, 1);
    if (message.key === '') continue;
    // Deleted first, so that the map's order is that of the last lines.
    recent.delete(message.key);
    recent.set(message.key, largest);
    if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value ?? '');
  }
  return {
    buckets: [...buckets.values()].filter(({ tokens }) => Object.values(tokens).some((count) => count > 0)),
    recent: [...recent.values()],
  };
}

/** The message of a line, and a message for each advisor that was asked in it. */
function toMessages(entry: Entry): readonly CountedMessage[] {
  if (entry.type !== 'assistant' || entry.usage === undefined) return [];
  // Without any id a line is a message of its own.
  const key = entry.messageId ?? entry.requestId ?? entry.uuid ?? '';
  const advice = entry.advisors.map((usage, index) => ({
    ...usage,
    key: key && `${key}:advisor:${index}`,
    model: usage.model ?? 'unknown',
  }));
  return [{ key, model: entry.model ?? 'unknown', ...entry.usage }, ...advice];
}

function bucketOf({ model, speed, tokens }: CountedMessage): UsageBucket {
  const prompt = totalTokens(tokens) - tokens.output > LONG_PROMPT_TOKENS ? 'long' : 'short';
  return { model, speed, prompt, tokens: NO_TOKENS };
}

function bucketKey({ model, speed, prompt }: UsageBucket): string {
  return JSON.stringify([model, speed, prompt]);
}
