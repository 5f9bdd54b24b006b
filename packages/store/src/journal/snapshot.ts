import type { Run } from '@loopwright/core';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import type { Log } from '../log/log.ts';
import type { Program } from './loop-program.ts';

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

/** A folded run and its position in the log. It only saves time. */
export interface Snapshot {
  readonly run: Run;
  readonly position: number;
  readonly count: number;
  readonly ignored: number;
  readonly sources: readonly string[];
}

/** What a snapshot is written with: the program and the log that it belongs to. */
type Wire = { readonly [field in keyof Snapshot | 'program' | 'log' | 'tail']?: unknown };

/**
 * Reads the snapshot if it is whole, from this version of the code and from this log, and if the log before its
 * position is unchanged; undefined otherwise. Never throws.
 */
export function readSnapshot(
  log: Log,
  path: string,
  { version, parseRun }: Pick<Program, 'version' | 'parseRun'>,
): Snapshot | undefined {
  const content = readGuarded(path, MAX_SNAPSHOT_BYTES);
  if (typeof content === 'string') return undefined;
  const [digest, json = ''] = (decodeText(content.bytes) ?? '').split('\n', 2);
  // The digest shows torn and changed content.
  const wire = sha256(json) === digest ? (parseJson(json) as Wire | null | undefined) : undefined;
  const { position, count, ignored, sources } = wire ?? {};
  const run = wire?.program === version ? parseRun(wire.run) : undefined;
  if (run === undefined || !isCount(position) || !isCount(count) || !isCount(ignored)) return undefined;
  if (!Array.isArray(sources) || !sources.every((source) => typeof source === 'string')) return undefined;
  try {
    if (wire?.log !== log.identity() || wire.tail !== log.tail(position)) return undefined;
  } catch {
    return undefined;
  }
  return { run, position, count, ignored, sources };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The content of a snapshot's file; undefined if its log is gone or it is too large. Throws the errors of the log. */
export function formatSnapshot(log: Log, snapshot: Snapshot, program: string): string | undefined {
  const tail = log.tail(snapshot.position);
  if (tail === undefined || !log.isCurrent()) return undefined;
  const json = JSON.stringify({ ...snapshot, program, log: log.identity(), tail });
  const content = `${sha256(json)}\n${json}`;
  return content.length > MAX_SNAPSHOT_BYTES ? undefined : content;
}
