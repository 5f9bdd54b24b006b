import type { Run } from '@loopwright/core';
import { parseJson, readText } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';
import type { Log } from '../log/log.ts';

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

/** A folded run and its position in the log. It only saves time. */
export interface Snapshot {
  readonly run: Run;
  readonly position: number;
  readonly count: number;
  readonly ignored: number;
  readonly sources: readonly string[];
}

/** A snapshot, and what it belongs to. */
interface SnapshotFile extends Snapshot {
  readonly program: string;
  readonly log: string;
  readonly tail: string;
}

/**
 * Reads the snapshot if it is whole, from this version of the code and from this log, and if the log before its
 * position is unchanged; undefined otherwise. Never throws.
 */
export function readSnapshot(log: Log, path: string, version: string): Snapshot | undefined {
  const [digest, json = ''] = (readText(path, MAX_SNAPSHOT_BYTES) ?? '').split('\n', 2);
  // Torn and changed content has another digest. With its own, it is what this version wrote, and no schema is needed.
  if (sha256(json) !== digest) return undefined;
  try {
    const file = parseJson(json) as SnapshotFile;
    const isOfLog = file.log === log.identity() && file.tail === log.tail(file.position);
    return isOfLog && file.program === version ? file : undefined;
  } catch {
    return undefined;
  }
}

/** The content of a snapshot's file; undefined if its log is gone or it is too large. Throws the errors of the log. */
export function formatSnapshot(log: Log, snapshot: Snapshot, program: string): string | undefined {
  const tail = log.tail(snapshot.position);
  if (tail === undefined || !log.isCurrent()) return undefined;
  const json = JSON.stringify({ ...snapshot, program, log: log.identity(), tail });
  const content = `${sha256(json)}\n${json}`;
  return content.length > MAX_SNAPSHOT_BYTES ? undefined : content;
}
