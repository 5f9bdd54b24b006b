import type { ChangeHistory, RunHistory } from '@loopwright/report';
import { sha256, transcriptPathOf } from '@loopwright/store';
import { type FileChange, fileChanges, isMainAssistant, parseEntries } from '@loopwright/transcript';
import { readTail, subagentTranscripts } from '@loopwright/transcript/node';

/** The journal keeps a digest of each last message. The transcripts still have the words, at least for a while. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What the transcripts of a run tell: Claude's last words by their digests, and the changes of files. */
export interface TranscriptFacts extends Pick<ChangeHistory, 'transcripts' | 'edits'> {
  readonly said: ReadonlyMap<string, string>;
}

/** Reads the transcripts of every session that had the run, as far as they are left. Never throws. */
export function readTranscripts(root: string, steps: RunHistory['steps']): TranscriptFacts {
  const wanted = new Set<string>();
  const sessions = new Set<string>();
  for (const { run, record } of steps) {
    if (run) sessions.add(run.session);
    if (record.command.type === 'stop' && record.command.message !== undefined)
      wanted.add(record.command.message);
  }
  const said = new Map<string, string>();
  const transcripts: ChangeHistory['transcripts'][number][] = [];
  const edits: ChangeHistory['edits'][number][] = [];
  for (const session of sessions) {
    const path = transcriptPathOf(process.env, root, session);
    const lines = readLines(path);
    const entries = parseEntries(lines);
    for (const text of wanted.size > 0 ? messagesOf(entries) : []) {
      const digest = sha256(text).slice(0, 16);
      if (wanted.has(digest)) said.set(digest, text);
    }
    const times = entries.flatMap(({ timestamp }) => timeOf(timestamp) ?? []);
    const [from, to] = [times[0], times.at(-1)];
    if (from !== undefined && to !== undefined) transcripts.push({ from, to });
    for (const own of [lines, ...subagentTranscripts(path).map(readLines)])
      edits.push(...own.flatMap(fileChanges).flatMap(editOf));
  }
  return { said, transcripts, edits: edits.toSorted((one, other) => one.at - other.at) };
}

function editOf({ timestamp, path, lines }: FileChange): ChangeHistory['edits'] {
  const at = timeOf(timestamp);
  return at === undefined ? [] : [{ at, path, lines }];
}

function timeOf(timestamp: string | undefined): number | undefined {
  const at = Date.parse(timestamp ?? '');
  return Number.isNaN(at) ? undefined : at;
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
