import { basename, join } from 'node:path';
import { type Entry, lastAssistantText, parseEntries } from '@loopwright/transcript';
import { readTail, type Tail } from '@loopwright/transcript/node';
import { type ApiError, lastApiError } from '../api-error.ts';

/** Read first: enough for most turns, and a sixteenth of the full tail. */
const NEAR_BYTES = 16 * 1024;

/** Claude's last message in the transcript. The transcript lags, so `undefined` proves nothing. */
export function readLastMessage(transcriptPath: string, sessionId: string): string | undefined {
  const near = readTail(transcriptPath, { maxBytes: NEAR_BYTES });
  if (!near) return undefined;
  const entries = parseEntries(near.lines);
  const text = lastAssistantText(entries, { sessionId });
  // A message has several lines. It is whole if another message precedes it, or if the whole file was read.
  const isWhole = near.start === 0 || messageIds(entries, sessionId).size > 1;
  if (text !== undefined && isWhole) return text;
  const far = readTail(transcriptPath);
  return far && lastAssistantText(parseEntries(far.lines), { sessionId });
}

function messageIds(entries: readonly Entry[], sessionId: string): ReadonlySet<string | undefined> {
  const said = entries
    .filter((entry) => entry.type === 'assistant')
    .filter((entry) => isOf(entry, sessionId));
  return new Set(said.map(({ messageId }) => messageId));
}

/** True if the end of the transcript shows a tool call of the session itself since then. */
export function ranTools(transcriptPath: string, sessionId: string, since: number): boolean {
  const tail = readTail(transcriptPath, { maxBytes: NEAR_BYTES });
  return parseEntries(tail?.lines ?? []).some(
    (entry) =>
      entry.type === 'assistant' &&
      isOf(entry, sessionId) &&
      entry.toolUses.length > 0 &&
      Date.parse(entry.timestamp ?? '') >= since,
  );
}

function isOf(entry: Entry, sessionId: string): boolean {
  return entry.chain !== 'side' && (entry.sessionId ?? sessionId) === sessionId;
}

/** The transcript of a session, or of one of its agents. */
export function transcriptOf(transcriptPath: string, agentId: string | undefined): string {
  if (transcriptPath === '' || agentId === undefined) return transcriptPath;
  return join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents', `agent-${basename(agentId)}.jsonl`);
}

/** The client writes the results of a batch up to 100 ms after it starts the hook. No turn waits for that hook. */
const MAX_WAIT_MS = 250;
const PAUSE_MS = 25;

/** Whether these calls failed, by their ids, as far as the transcript says so in time. */
export function readFailures(transcriptPath: string, ids: readonly string[]): ReadonlyMap<string, boolean> {
  const failures = new Map<string, boolean>();
  if (transcriptPath === '' || ids.length === 0) return failures;
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const tail = tailOf(transcriptPath);
    if (!tail) return failures;
    for (const entry of parseEntries(tail.lines.filter((line) => line.includes('"tool_result"')))) {
      if (entry.type !== 'user') continue;
      for (const { toolUseId = '', isError } of entry.toolResults) {
        if (ids.includes(toolUseId)) failures.set(toolUseId, isError);
      }
    }
    if (failures.size === ids.length || waitedMs >= MAX_WAIT_MS) return failures;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** A transcript that can't be read says nothing about a call. */
function tailOf(transcriptPath: string): Tail | undefined {
  try {
    return readTail(transcriptPath);
  } catch {
    return undefined;
  }
}

/** The API error at the end of the transcript. */
export function readApiError(transcriptPath: string): ApiError | undefined {
  const tail = readTail(transcriptPath);
  return tail && lastApiError(tail.lines);
}
