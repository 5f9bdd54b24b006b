import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseEntries } from '../entries/parse-entry.ts';
import { foldUsage, NO_USAGE, type UsageState } from '../usage/fold-usage.ts';
import { cursorAtEnd, type ScanCursor, scanFrom } from './scan-from.ts';

/** The counted usage of a session and the position in each of its transcripts, as plain data. */
export interface UsageMemory {
  readonly usage: UsageState;
  readonly cursors: Readonly<Record<string, ScanCursor>>;
}

/** Nothing read yet. */
export const NO_MEMORY: UsageMemory = { usage: NO_USAGE, cursors: {} };

/** How much one call may read. */
export interface FollowOptions {
  /** No further piece is read after this many bytes; 32 MiB by default. The next call continues. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 33_554_432;
const PIECE_BYTES = 4_194_304;

/**
 * Counts the usage of a session and its agents since the last call, reading only new lines. Usage stays counted if a
 * transcript is cut or replaced, because it was spent.
 */
export function followUsage(
  transcriptPath: string,
  memory: UsageMemory = NO_MEMORY,
  options: FollowOptions = {},
): UsageMemory {
  let { usage } = memory;
  let left = options.maxBytes ?? DEFAULT_MAX_BYTES;
  // Pieces keep their size to the end: a smaller one would take an ordinary line for one that is too long.
  const pieceBytes = Math.min(left, PIECE_BYTES);
  const cursors = new Map(Object.entries(memory.cursors));
  for (const path of transcriptsOf(transcriptPath)) {
    for (let hasMore = true; hasMore && left > 0;) {
      const scan = scanFrom(path, cursors.get(path) ?? 0, { maxBytes: pieceBytes });
      if (scan === undefined) break;
      left -= scan.next.offset - (scan.history === 'appended' ? (cursors.get(path)?.offset ?? 0) : 0);
      usage = foldUsage(usage, parseEntries(scan.lines));
      cursors.set(path, scan.next);
      hasMore = scan.hasMore;
    }
  }
  return { usage, cursors: Object.fromEntries(cursors) };
}

/** An empty memory that starts at the current end of the transcripts. */
export function usageFromNow(transcriptPath: string): UsageMemory {
  const cursors = transcriptsOf(transcriptPath).flatMap((path) => {
    const cursor = cursorAtEnd(path);
    return cursor === undefined ? [] : [[path, cursor] as const];
  });
  return { usage: NO_USAGE, cursors: Object.fromEntries(cursors) };
}

function transcriptsOf(transcriptPath: string): readonly string[] {
  return [transcriptPath, ...subagentTranscripts(transcriptPath)];
}

/** The most files that are listed: beyond it something else than agents filled the folder. */
const MAX_FILES = 1_000;
const AGENT_FILE = /^agent-[\w-]{1,200}\.jsonl$/;

/** The paths of the transcripts of a session's agents, sorted; none if it had none. */
export function subagentTranscripts(transcriptPath: string): readonly string[] {
  const folder = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents');
  try {
    return readdirSync(folder)
      .filter((name) => AGENT_FILE.test(name))
      .sort()
      .slice(0, MAX_FILES)
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
