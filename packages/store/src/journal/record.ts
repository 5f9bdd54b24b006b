import * as z from 'zod/mini';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { sha256 } from '../disk/digest.ts';

/** Readers skip longer records and writers refuse them. This bounds the cost of a damaged line. */
export const MAX_RECORD_BYTES = 256 * 1024;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const HASH_LENGTH = 12;

/** The journal's entry for one command. Bodies of any other version are ignored and counted. */
const recordBody = /* @__PURE__ */ z.object({
  v: z.literal(1),
  /** 72 random bits that identify the record for its writer and its readers. */
  n: z.string().check(z.regex(/^[A-Za-z0-9_-]{12}$/)),
  /** The end of the log as read by the writer when it decided. */
  at: z.int().check(z.nonnegative()),
  /** The command. */
  c: z.unknown(),
  /** The resulting events, if no other writer appended first. */
  e: z.readonly(z.array(z.unknown())),
  /** The decision in short, for people who read the journal. */
  d: z.optional(z.unknown()),
  /** The source of the command. Of several records with the same source only the first counts. */
  s: z.optional(z.string()),
});

export type RecordBody = Readonly<z.infer<typeof recordBody>>;

/** One whole record, and the offset of the newline that begins it. */
export interface PlacedRecord {
  readonly start: number;
  readonly body: RecordBody;
}

export interface Scan {
  readonly records: readonly PlacedRecord[];
  /** The number of torn, damaged or forged lines and of lines of another version. */
  readonly ignored: number;
  /** Where to continue: the last newline, so that an unfinished line is read again. */
  readonly resume: number;
}

/**
 * Frames a body: `"\n" + sha256(json)[0..12] + " " + json + "\n"`. The leading newline ends the torn record of a
 * killed writer, so that no other record is lost.
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
  // The first line is only a record if it has a leading newline.
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
  return recordBody.safeParse(parseJson(decodeText(json) ?? '')).data;
}

function digest(json: Buffer): string {
  return sha256(json).slice(0, HASH_LENGTH);
}
