import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '../process/isolation.ts';
import { type HookRun, hookRuns } from './hook-runs.ts';
import { isResult, type ResultMessage, type StreamMessage } from './stream-message.ts';

/** Everything that the client shows to the outside. */
export interface ClaudeView {
  readonly messages: readonly StreamMessage[];
  /** Every run of every hook, in order of their starts. */
  readonly hooks: readonly HookRun[];
  /** The runs of the hooks of one event. */
  readonly hooksOf: (event: string) => readonly HookRun[];
  /** Notices for the user that are not Claude's words, e.g. `Stop says: …`. */
  readonly notices: readonly string[];
  /** Claude's own words to the user, one entry for each text block; subagents not included. */
  readonly spoken: readonly string[];
  /** One for each turn; a turn that a finished background task started has its own. */
  readonly results: readonly ResultMessage[];
  /** The last of them. */
  readonly result: ResultMessage | undefined;
  readonly sessionId: string;
}

/** A run of the client that has ended. */
export interface ClaudeRun extends ClaudeView {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isolation: Isolation;
  /** The session's transcript file, if it exists. */
  readonly transcriptPath: () => Promise<string | undefined>;
  /** Its parsed lines; empty without a file. */
  readonly transcript: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Sums up the messages of a run so far for a test. */
export function viewOf(messages: readonly StreamMessage[]): ClaudeView {
  const hooks = hookRuns(messages);
  const results = messages.filter(isResult);
  return {
    messages,
    hooks,
    hooksOf: (event) => hooks.filter((hook) => hook.event === event),
    notices: messages
      .filter(({ subtype }) => subtype === 'informational')
      .map((message) => String(message['content'])),
    spoken: messages.flatMap(textsOf),
    results,
    result: results.at(-1),
    sessionId: String(messages.findLast((message) => 'session_id' in message)?.['session_id'] ?? ''),
  };
}

/** Finds the transcript of a session in a home, for any project folder. */
export async function findTranscript(home: string, sessionId: string): Promise<string | undefined> {
  const projects = join(home, '.claude', 'projects');
  const files = await readdir(projects, { recursive: true }).catch(() => []);
  const found = files.find((file) => file.endsWith(`${sessionId}.jsonl`));
  return found === undefined ? undefined : join(projects, found);
}

/** The parsed lines of a JSONL file. */
export async function readJsonLines(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function textsOf(message: StreamMessage): readonly string[] {
  if (message.type !== 'assistant' || message['parent_tool_use_id'] !== null) return [];
  const { content } = message['message'] as { readonly content: readonly { type: string; text?: string }[] };
  return content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
}
