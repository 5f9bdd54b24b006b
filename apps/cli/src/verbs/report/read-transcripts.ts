import type { RunHistory } from '@loopwright/report';
import { sha256, transcriptPathOf } from '@loopwright/store';
import { isMainAssistant, parseEntries } from '@loopwright/transcript/quick';
import { readTail } from '@loopwright/transcript/node';

/** The journal keeps a digest of each last message. The transcripts still have the words, at least for a while. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Claude's last words before the stops of a run, by their digests, from the transcripts of every session that had the
 * run, as far as they are left. Never throws.
 */
export function readTranscripts(root: string, steps: RunHistory['steps']): ReadonlyMap<string, string> {
  const wanted = new Set<string>();
  const sessions = new Set<string>();
  for (const { run, record } of steps) {
    if (run) sessions.add(run.session);
    if (record.command.type === 'stop' && record.command.message !== undefined)
      wanted.add(record.command.message);
  }
  const said = new Map<string, string>();
  for (const session of wanted.size > 0 ? sessions : []) {
    const entries = parseEntries(readLines(transcriptPathOf(process.env, root, session)));
    for (const text of messagesOf(entries)) {
      const digest = sha256(text).slice(0, 16);
      if (wanted.has(digest)) said.set(digest, text);
    }
  }
  return said;
}

/** Every message of Claude in a transcript, whole and by its blocks: a client hands on one or the other. */
function messagesOf(entries: ReturnType<typeof parseEntries>): readonly string[] {
  const byMessage = new Map<string, string[]>();
  for (const [index, entry] of entries.entries()) {
    if (!isMainAssistant(entry) || entry.texts.length === 0) continue;
    const id = entry.messageId ?? String(index);
    byMessage.set(id, [...(byMessage.get(id) ?? []), ...entry.texts]);
  }
  return [...byMessage.values()].flatMap((texts) => [...texts, texts.join('\n\n')]);
}

function readLines(path: string): readonly string[] {
  try {
    return readTail(path, { maxBytes: MAX_BYTES })?.lines ?? [];
  } catch {
    return [];
  }
}
