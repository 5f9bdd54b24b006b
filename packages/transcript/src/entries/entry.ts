import type { TokenCounts } from '../usage/token-counts.ts';

/** The fields that every line of a transcript may have. */
interface EntryBase {
  readonly uuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly timestamp: string | undefined;
  /** The conversation of the line; `unknown` if it names none. */
  readonly chain: 'main' | 'side' | 'unknown';
  /** Written by the client itself, not by Claude or the user. */
  readonly isMeta: boolean;
}

/** A tool that Claude called. */
export interface ToolUse {
  readonly id: string | undefined;
  readonly name: string;
  /** As Claude wrote it, not validated. */
  readonly input: unknown;
}

/** The answer of a tool. */
export interface ToolResult {
  readonly toolUseId: string | undefined;
  readonly isError: boolean;
  readonly text: string;
}

/** The usage of one message, as the line reports it. */
export interface ReportedUsage {
  readonly tokens: TokenCounts;
  readonly speed: 'standard' | 'fast';
}

/** The usage of another model that Claude asked during a message. */
export interface AdvisorUsage extends ReportedUsage {
  readonly model: string | undefined;
}

/** One content block of a message of Claude's: the client writes a line for each. */
export interface AssistantEntry extends EntryBase {
  readonly type: 'assistant';
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly model: string | undefined;
  readonly isApiError: boolean;
  /** The said text: text blocks only, no thinking. */
  readonly texts: readonly string[];
  readonly toolUses: readonly ToolUse[];
  readonly usage: ReportedUsage | undefined;
  /** In the order of the calls. The message's own usage doesn't contain it. */
  readonly advisors: readonly AdvisorUsage[];
}

/** A prompt, or answers of tools. */
export interface UserEntry extends EntryBase {
  readonly type: 'user';
  readonly isCompactSummary: boolean;
  /** Who opened a turn with it: a person who typed it now, or others, such as a queue or the client; else undefined. */
  readonly opener: 'typed' | 'other' | undefined;
  readonly texts: readonly string[];
  readonly toolResults: readonly ToolResult[];
}

/** Any other line: attachments, titles, snapshots, and kinds that don't exist yet. */
export interface OtherEntry extends EntryBase {
  readonly type: 'other';
  /** The type as the line names it. */
  readonly lineType: string;
}

/** One line of a transcript. */
export type Entry = AssistantEntry | UserEntry | OtherEntry;
