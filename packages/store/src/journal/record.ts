import { decodeText, parseJson } from '../disk/decode-text.ts';
import { sha256 } from '../disk/sha256.ts';

/** The version of a record's body. Bodies of any other version are ignored and counted. */
export const RECORD_VERSION = 1;

/** Readers skip longer records and writers refuse them; it bounds what one damaged line can cost. */
export const MAX_RECORD_BYTES = 256 * 1024;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const HASH_LENGTH = 12;

/** What stands in the journal for one command. */
export interface RecordBody {
  readonly v: typeof RECORD_VERSION;
  /** 72 random bits: how a writer knows its own record, and a reader one that it has seen. */
  readonly n: string;
  /** The end of the log that the writer had read when it decided. */
  readonly at: number;
  /** The command. */
  readonly c: unknown;
  /** The events that it led to, if nobody got in between. */
  readonly e: readonly unknown[];
  /** The decision in short, for people who read the journal. */
  readonly d?: unknown;
  /** Names what the command was read from; of several records with one source only the first counts. */
  readonly s?: string;
}

/** One whole record, and the offset of the newline that begins it. */
export interface PlacedRecord {
  readonly start: number;
  readonly body: RecordBody;
}

export interface Scan {
  readonly records: readonly PlacedRecord[];
  /** Lines that aren't records: torn, damaged, forged, or of another version. */
  readonly ignored: number;
  /** Where to read on: the last newline seen, so that a line that is still being written is read again. */
  readonly resume: number;
}

/**
 * Frames a body: `"\n" + sha256(json)[0..12] + " " + json + "\n"`. The leading newline ends whatever a
 * killed writer left, so that a torn record costs only itself.
 */
export function encodeRecord(body: RecordBody): Buffer {
  const json = Buffer.from(JSON.stringify(body));
  return Buffer.concat([Buffer.from(`\n${digest(json)} `), json, Buffer.from('\n')]);
}

/**
 * Finds every whole record in a stretch of a journal. Total: any bytes in, never throws, one pass.
 * `base` is the offset of the first byte, which must be a newline or is skipped up to the next one.
 */
export function scanRecords(bytes: Buffer, base: number): Scan {
  const records: PlacedRecord[] = [];
  let ignored = 0;
  let lead = bytes.indexOf(NEWLINE);
  if (lead === -1) return { records, ignored: 0, resume: base };
  // Without its leading newline the first line is no record, whatever it says.
  if (lead > 0) ignored += 1;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, lead + 1);
    if (end === -1) return { records, ignored, resume: base + lead };
    if (end > lead + 1) {
      const body = decodeRecord(bytes.subarray(lead + 1, end));
      if (body === undefined) ignored += 1;
      else records.push({ start: base + lead, body });
    }
    lead = end;
  }
}

/** The body of one line without its newlines, or undefined when the line isn't a whole record of ours. */
export function decodeRecord(line: Buffer): RecordBody | undefined {
  if (line.length <= HASH_LENGTH + 1 || line.length > MAX_RECORD_BYTES || line[HASH_LENGTH] !== SPACE)
    return undefined;
  const json = line.subarray(HASH_LENGTH + 1);
  if (line.toString('latin1', 0, HASH_LENGTH) !== digest(json)) return undefined;
  const text = decodeText(json);
  return text === undefined ? undefined : toBody(parseJson(text));
}

function toBody(value: unknown): RecordBody | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, n, at, c, e, d, s } = value as Partial<Record<keyof RecordBody, unknown>>;
  if (v !== RECORD_VERSION || typeof n !== 'string' || !NONCE.test(n)) return undefined;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0 || !Array.isArray(e)) return undefined;
  if (s !== undefined && typeof s !== 'string') return undefined;
  return s === undefined ? { v, n, at, c, e, d } : { v, n, at, c, e, d, s };
}

const NONCE = /^[A-Za-z0-9_-]{12}$/;

/** The last digest: a record is read back right after it was framed. */
let latest: { readonly json: Buffer; readonly digest: string } | undefined;

function digest(json: Buffer): string {
  if (latest === undefined || !latest.json.equals(json))
    latest = { json, digest: sha256(json).slice(0, HASH_LENGTH) };
  return latest.digest;
}
