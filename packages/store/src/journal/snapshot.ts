import { decodeText, parseJson } from '../disk/decode-text.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { replaceFile } from '../disk/replace-file.ts';
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
  const body = once(bytes);
  const value = body && parseJson(decodeText(body) ?? '');
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

/** Replaces the snapshot, whole or not at all. A failure only costs time. */
export function writeSnapshot<Run>(log: Log, snapshot: Snapshot<Run>, rules: SnapshotRules<Run>): void {
  try {
    const tail = log.tail(snapshot.position);
    if (tail === undefined || !log.isCurrent()) return;
    const wire: Wire = { ...snapshot, program: rules.version, log: log.identity(), tail };
    const bytes = twice(JSON.stringify(wire));
    if (bytes.length <= MAX_SNAPSHOT_BYTES) replaceFile(rules.path, bytes);
  } catch {
    // The next opening folds more records.
  }
}

/**
 * Repeats a text, so that comparing the halves detects torn, cut or changed content. In a cold engine this is much
 * cheaper than a digest. For content that can be rebuilt.
 */
export function twice(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, bytes]);
}

/** The repeated text as bytes; undefined for different halves or an empty file. */
export function once(bytes: Buffer): Buffer | undefined {
  const half = bytes.subarray(0, bytes.length / 2);
  return half.length > 0 && half.equals(bytes.subarray(half.length)) ? half : undefined;
}
