import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** One for each turn; a turn that a finished background task started has its own. */
  readonly results: readonly ResultMessage[];
  /** The last of them. */
  readonly result: ResultMessage | undefined;
  readonly sessionId: string;
}

type TranscriptLines = readonly Readonly<Record<string, unknown>>[];

/** A run of the client that has ended. */
export interface ClaudeRun extends ClaudeView {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The parsed lines of the session's transcript; empty without a file. */
  readonly transcript: () => Promise<TranscriptLines>;
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
    results,
    result: results.at(-1),
    sessionId: String(messages.findLast((message) => 'session_id' in message)?.['session_id'] ?? ''),
  };
}

/** Reads the transcript of a session in a home, for any project folder. */
export async function readTranscript(home: string, sessionId: string): Promise<TranscriptLines> {
  const projects = join(home, '.claude', 'projects');
  const files = await readdir(projects, { recursive: true }).catch(() => []);
  const found = files.find((file) => file.endsWith(`${sessionId}.jsonl`));
  if (found === undefined) return [];
  const lines = (await readFile(join(projects, found), 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
