import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { receiptOf, type Receipt } from '@loopwright/core';
import { createExclusively } from '../disk/create-file.ts';
import { closeQuietly, openGuarded } from '../disk/open-guarded.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenRun } from '../run/open-run.ts';

/** A larger file doesn't grow; the journal has the rest. */
const MAX_RECEIPT_BYTES = 64 * 1024 * 1024;

/**
 * Adds a line to `iterations.jsonl` for every iteration that ended here, or rebuilds a missing file from the journal.
 * Returns false when the disk refuses.
 */
export function appendReceipts(opened: OpenRun): boolean {
  const path = join(opened.root, '.loop', 'iterations.jsonl');
  const receipts = opened
    .takeAnswered()
    .flatMap(({ before, decision, run }) => (run && receiptOf(before, decision, run)) ?? []);
  if (receipts.length === 0) return true;
  const file = openGuarded(path, { access: 'append', maxBytes: MAX_RECEIPT_BYTES });
  try {
    if (file === 'absent') return createExclusively(path, linesOf(allReceipts(opened.journal)));
    if (typeof file === 'string') return false;
    const bytes = Buffer.from(linesOf(receipts));
    return writeSync(file.fd, bytes) === bytes.length;
  } catch {
    return false;
  } finally {
    if (typeof file !== 'string') closeQuietly(file.fd);
  }
}

/** The commands that can end an iteration; only these are decided again. */
const ENDS: ReadonlySet<string> = new Set(['stop', 'pause', 'cancel', 'pop', 'failure', 'prompt']);

/** The receipts of all recorded iterations. Decides again, because the journal stores only the verdict. */
function* allReceipts(journal: Journal): Generator<Receipt> {
  for (const { before, run, record, decision } of journal.history()) {
    if (run === undefined || !ENDS.has(record.command.type)) continue;
    const receipt = receiptOf(before, decision ?? journal.program.decide(before, record.command), run);
    if (receipt !== undefined) yield receipt;
  }
}

function linesOf(receipts: Iterable<Receipt>): string {
  return [...receipts].map((receipt) => `${JSON.stringify(receipt)}\n`).join('');
}
