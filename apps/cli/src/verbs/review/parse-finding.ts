import { SEVERITIES, type Finding } from '@loopwright/core';

/**
 * Parses a finding such as `WARNING: exports a private type (mustNot 2)`, or returns why it can't. A finding that
 * breaks an entry of mustNot is always a blocker.
 */
export function parseFinding(text: string, mustNot: readonly string[]): Finding | string {
  const [, said = '', words = ''] = /^\s*([a-z]+)\s*:\s*(.*\S)\s*$/is.exec(text) ?? [];
  const severity = SEVERITIES.find((one) => one === said.toUpperCase());
  if (!severity) return `it begins with ${SEVERITIES.join(', ')} and a colon`;
  const broken = /\(mustNot\s+(\d{1,3})\)/i.exec(words)?.[1];
  if (broken === undefined) return { severity, text: words };
  const place = Number(broken);
  if (place >= 1 && place <= mustNot.length) return { severity: 'BLOCKER', text: words, mustNot: place };
  return `mustNot has ${mustNot.length} entries, so there is no ${place}`;
}
