import type { Run } from '@loopwright/core';
import * as z from 'zod/mini';
import { parseJson, readText } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';
import type { Log } from '../log/log.ts';
import type { Program } from './loop-program.ts';

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

const count = (): z.ZodMiniType<number> => z.int().check(z.nonnegative());

/** A folded run and its position in the log, and what they belong to. It only saves time. */
const snapshotFile = /* @__PURE__ */ z.object({
  run: z.unknown(),
  position: count(),
  count: count(),
  ignored: count(),
  sources: z.array(z.string()),
  program: z.string(),
  log: z.string(),
  tail: z.string(),
});

export interface Snapshot extends Omit<z.infer<typeof snapshotFile>, 'program' | 'log' | 'tail'> {
  readonly run: Run;
}

/**
 * Reads the snapshot if it is whole, from this version of the code and from this log, and if the log before its
 * position is unchanged; undefined otherwise. Never throws.
 */
export function readSnapshot(log: Log, path: string, { version, parseRun }: Program): Snapshot | undefined {
  const [digest, json = ''] = (readText(path, MAX_SNAPSHOT_BYTES) ?? '').split('\n', 2);
  // The digest shows torn and changed content.
  const file = sha256(json) === digest ? snapshotFile.safeParse(parseJson(json)).data : undefined;
  const run = file?.program === version ? parseRun(file.run) : undefined;
  if (file === undefined || run === undefined) return undefined;
  try {
    const isOfLog = file.log === log.identity() && file.tail === log.tail(file.position);
    return isOfLog ? { ...file, run } : undefined;
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
