import { SEVERITIES, type Finding } from '@loopwright/core';

/** A parsed finding, or a problem. */
export type ParsedFinding =
  | { readonly ok: true; readonly finding: Finding }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a finding such as `WARNING: exports a private type (mustNot 2)`. A finding that breaks an entry of
 * mustNot is always a blocker.
 */
export function parseFinding(text: string, mustNot: readonly string[]): ParsedFinding {
  const [, said = '', words = ''] = /^\s*([a-z]+)\s*:\s*(.*\S)\s*$/is.exec(text) ?? [];
  const severity = SEVERITIES.find((one) => one === said.toUpperCase());
  if (!severity) return { ok: false, reason: `it begins with ${SEVERITIES.join(', ')} and a colon` };
  const broken = /\(mustNot\s+(\d{1,3})\)/i.exec(words)?.[1];
  if (broken === undefined) return { ok: true, finding: { severity, text: words } };
  const place = Number(broken);
  if (place < 1 || place > mustNot.length) {
    return { ok: false, reason: `mustNot has ${mustNot.length} entries, so there is no ${place}` };
  }
  return { ok: true, finding: { severity: 'BLOCKER', text: words, mustNot: place } };
}
