import type { TokenCounts } from '../usage/token-counts.ts';

/** What every line of a transcript may carry. */
interface EntryBase {
  readonly uuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly timestamp: string | undefined;
  /** Which conversation it belongs to; `unknown` where the line doesn't say. */
  readonly chain: 'main' | 'side' | 'unknown';
  /** Written by the client rather than said by anybody. */
  readonly isMeta: boolean;
}

/** A tool that Claude called. */
export interface ToolUse {
  readonly id: string | undefined;
  readonly name: string;
  /** As Claude wrote it; nobody has looked at it. */
  readonly input: unknown;
}

/** What a tool answered. */
export interface ToolResult {
  readonly toolUseId: string | undefined;
  readonly isError: boolean;
  readonly text: string;
}

/** What one message cost, as the line reports it. */
export interface ReportedUsage {
  readonly tokens: TokenCounts;
  readonly speed: 'standard' | 'fast';
}

/** One content block of a message of Claude's: the client writes a line for each. */
export interface AssistantEntry extends EntryBase {
  readonly type: 'assistant';
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly model: string | undefined;
  readonly isApiError: boolean;
  /** What is said: text blocks only, never thinking. */
  readonly texts: readonly string[];
  readonly toolUses: readonly ToolUse[];
  readonly usage: ReportedUsage | undefined;
}

/** A prompt, or what tools answered. */
export interface UserEntry extends EntryBase {
  readonly type: 'user';
  readonly isCompactSummary: boolean;
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
