import { decodeText, parseJson } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import type { Log } from '../log/log.ts';

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

/** A folded run and its position in the log. It only saves time. */
export interface Snapshot<Run> {
  readonly run: Run | undefined;
  readonly position: number;
  readonly count: number;
  readonly ignored: number;
  readonly sources: readonly string[];
}

interface Wire extends Omit<Snapshot<unknown>, 'run'> {
  readonly program: string;
  readonly log: string;
  readonly tail: string;
  readonly run: unknown;
}

export interface SnapshotRules<Run> {
  readonly path: string;
  readonly version: string;
  readonly parseRun: (value: unknown) => Run | undefined;
}

/**
 * Reads the snapshot if it is whole, from this version of the code and from this log, and if the log before its
 * position is unchanged; undefined otherwise. Never throws.
 */
export function readSnapshot<Run>(log: Log, rules: SnapshotRules<Run>): Snapshot<Run> | undefined {
  const content = readGuarded(rules.path, MAX_SNAPSHOT_BYTES);
  if (typeof content === 'string') return undefined;
  const wire = decode(content.bytes);
  if (wire === undefined || wire.program !== rules.version) return undefined;
  try {
    if (wire.log !== log.identity() || wire.tail !== log.tail(wire.position)) return undefined;
  } catch {
    return undefined;
  }
  const { position, count, ignored, sources } = wire;
  const run = rules.parseRun(wire.run);
  return run === undefined ? undefined : { run, position, count, ignored, sources };
}

function decode(bytes: Buffer): Wire | undefined {
  const [digest = '', json = ''] = (decodeText(bytes) ?? '').split('\n', 2);
  const value = sha256(json) === digest ? parseJson(json) : undefined;
  return isWire(value) ? value : undefined;
}

function isWire(value: unknown): value is Wire {
  if (typeof value !== 'object' || value === null) return false;
  const { position, count, ignored, sources } = value as Partial<Wire>;
  if (!Array.isArray(sources) || !sources.every((source) => typeof source === 'string')) return false;
  return [position, count, ignored].every(
    (number) => Number.isSafeInteger(number) && (number as number) >= 0,
  );
}

/** The file of a snapshot: a digest, which shows torn and changed content, and JSON. */
export interface SnapshotFile {
  readonly path: string;
  readonly content: string;
}

/** Frames a snapshot for `replaceFile`; undefined if its log is gone or it is too large. Throws the errors of the log. */
export function toSnapshotFile<Run>(
  log: Log,
  snapshot: Snapshot<Run>,
  rules: SnapshotRules<Run>,
): SnapshotFile | undefined {
  const tail = log.tail(snapshot.position);
  if (tail === undefined || !log.isCurrent()) return undefined;
  const json = JSON.stringify({ ...snapshot, program: rules.version, log: log.identity(), tail });
  const content = `${sha256(json)}\n${json}`;
  return content.length > MAX_SNAPSHOT_BYTES ? undefined : { path: rules.path, content };
}
