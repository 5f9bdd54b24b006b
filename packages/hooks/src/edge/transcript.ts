import { basename, join } from 'node:path';
import type { StopCommand } from '@loopwright/core';
import { readTail } from '@loopwright/transcript/node';
import {
  type Entry,
  isMainAssistant,
  lastAssistantText,
  parseEntries,
  parseEntry,
  parseObject,
  stringField,
} from '@loopwright/transcript/quick';

/** Claude's last message in the transcript. The transcript lags, so `undefined` proves nothing. */
export function readLastMessage(transcriptPath: string, sessionId: string): string | undefined {
  return lastAssistantText(parseEntries(lastLines(transcriptPath)), { sessionId });
}

/** True if the end of the transcript shows a tool call of the session itself since then. */
export function ranTools(transcriptPath: string, sessionId: string, since: number): boolean {
  const isOwn = (entry: Entry): boolean =>
    entry.chain !== 'side' && (entry.sessionId ?? sessionId) === sessionId;
  return parseEntries(lastLines(transcriptPath)).some(
    (entry) =>
      entry.type === 'assistant' &&
      isOwn(entry) &&
      entry.toolUses.length > 0 &&
      Date.parse(entry.timestamp ?? '') >= since,
  );
}

/** The transcript of a session, or of one of its agents. */
export function transcriptOf(transcriptPath: string, agentId: string | undefined): string {
  if (transcriptPath === '' || agentId === undefined) return transcriptPath;
  return join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents', `agent-${basename(agentId)}.jsonl`);
}

/** The client writes up to 100 ms after it starts the hook, and later on a busy machine. */
const MAX_WAIT_MS = 1000;
const PAUSE_MS = 25;

/** Whether these calls failed, by their ids, as far as the transcript says so in time. */
export function readFailures(transcriptPath: string, ids: readonly string[]): ReadonlyMap<string, boolean> {
  const failures = new Map<string, boolean>();
  if (ids.length === 0) return failures;
  readUntil(transcriptPath, (lines) => {
    for (const entry of parseEntries(lines.filter((line) => line.includes('"tool_result"')))) {
      if (entry.type !== 'user') continue;
      for (const { toolUseId = '', isError } of entry.toolResults) {
        if (ids.includes(toolUseId)) failures.set(toolUseId, isError);
      }
    }
    return failures.size === ids.length;
  });
  return failures;
}

/** Reads the end of a transcript again and again, until that is enough or takes too long. */
function readUntil(transcriptPath: string, isEnough: (lines: readonly string[]) => boolean): void {
  if (transcriptPath === '') return;
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    let lines: readonly string[] | undefined;
    try {
      lines = readTail(transcriptPath)?.lines;
    } catch {
      // A transcript that can't be read says nothing.
    }
    if (!lines || isEnough(lines) || waitedMs >= MAX_WAIT_MS) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

const OWN_COMMAND = /^\s*<command-(?:message|name)>[^]*<command-name>\/loop:/;

/**
 * What the user typed to open this turn, if this message answers it and Claude ran no tool. Undefined for our own
 * commands, for prompts that were queued or that the client made, and for a transcript that is behind.
 */
export function readRemark(transcriptPath: string, message: string): StopCommand['remark'] {
  let remark: StopCommand['remark'];
  readUntil(transcriptPath, (lines) => {
    const entries = parseEntries(lines).filter(({ chain }) => chain !== 'side');
    // The client writes in order: where the answer stands, the prompt and the tools before it stand, too.
    const answer = entries.findLast(isMainAssistant)?.texts.at(-1)?.trim();
    if (!answer || !message.trim().endsWith(answer)) return false;
    const opened = entries.findLastIndex((entry) => entry.type === 'user' && entry.opener !== undefined);
    const opening = entries[opened];
    if (opening?.type !== 'user' || opening.opener !== 'typed') return true;
    const answers = entries.slice(opened + 1).filter(isMainAssistant);
    if (answers.some(({ toolUses }) => toolUses.length > 0)) return true;
    const said = opening.texts.join('\n').trim();
    if (!OWN_COMMAND.test(said)) remark = /[?？]$/.test(said) ? 'question' : 'words';
    return true;
  });
  return remark;
}

/** The API error at the end of the main conversation: the client's name for it, and its message to the user. */
export function readApiError(
  transcriptPath: string,
): { readonly at: number; readonly name: string; readonly text: string } | undefined {
  for (const line of lastLines(transcriptPath).toReversed()) {
    const entry = parseEntry(line);
    if (entry?.type !== 'assistant' || entry.chain === 'side') continue;
    if (!entry.isApiError) return undefined;
    const name = stringField(parseObject(line), 'error') ?? '';
    return { at: Date.parse(entry.timestamp ?? ''), name, text: entry.texts.join(' ') };
  }
  return undefined;
}

const CAP_WORDS = 'consecutive times';

/**
 * True if the client reports since then that it ended the turn over a hook's block. Observed: a warning of the kind
 * `system`, `informational`, which no tool and no message can write.
 */
export function wasCapped(transcriptPath: string, since: number): boolean {
  return lastLines(transcriptPath).some((line) => {
    if (!line.includes(CAP_WORDS)) return false;
    const { type, subtype, level, content, timestamp } = parseObject(line) ?? {};
    const isWarning = type === 'system' && subtype === 'informational' && level === 'warning';
    return isWarning && String(content).includes(CAP_WORDS) && Date.parse(String(timestamp)) >= since;
  });
}

/** The lines at the end of a transcript; none where the client keeps no transcript. */
function lastLines(transcriptPath: string): readonly string[] {
  return transcriptPath === '' ? [] : (readTail(transcriptPath)?.lines ?? []);
}
