import { isMet } from '../proofs.ts';
import type { Run } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';
import { nextStep } from './words.ts';

/** Writes the status block of seed 003 for the active frame. */
export function statusBlock(run: Run): string {
  const frame = run.frames.at(-1);
  const criteria = Object.fromEntries(
    (frame?.criteria ?? []).map((one) => [sanitizeLine(one.name), isMet(one)]),
  );
  const next = frame && nextStep(frame)?.name;
  return [
    '---LOOP_STATUS---',
    `EXIT_SIGNAL: ${frame?.exitSignal ?? false}`,
    `CRITERIA: ${toSpacedJson(criteria)}`,
    `STUCK_COUNT: ${frame?.breaker.stuckCount ?? 0}`,
    `NEXT: ${next === undefined ? 'none' : sanitizeLine(next)}`,
    '---END_STATUS---',
  ].join('\n');
}

/** JSON on one line with the seed's spaces after colons and commas. */
function toSpacedJson(fields: Readonly<Record<string, boolean>>): string {
  const entries = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
  return `{${entries.join(', ')}}`;
}
