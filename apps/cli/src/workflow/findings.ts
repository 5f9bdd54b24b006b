import { sanitizeLine, type Finding, type Frame } from '@loopwright/core';

/** A finding on record; `wave` is the wave whose light review found it. */
export type KeptFinding = Finding & { readonly wave?: number | undefined };

/** The findings of the latest thorough review. */
export function thoroughFindings(frame: Frame | undefined): readonly KeptFinding[] {
  return (frame?.workflow?.findings ?? []).filter(({ wave }) => wave === undefined);
}

/** The findings of the thorough review without a resolution. Blockers are tasks, so they are left out. */
export function openFindings(frame: Frame | undefined): readonly KeptFinding[] {
  return thoroughFindings(frame).filter(({ severity, resolution }) => severity !== 'BLOCKER' && !resolution);
}

/** Writes a finding in one line, with what became of it. */
export function findingLine({ severity, text, mustNot, wave, resolution }: KeptFinding): string {
  const where = wave === undefined ? '' : ` (wave ${wave})`;
  const why = resolution?.reason === undefined ? '' : `: ${sanitizeLine(resolution.reason, 120)}`;
  const chosen = resolution ? ` → ${resolution.choice}${why}` : '';
  return `- ${severity}: ${sanitizeLine(text)}${mustNot === undefined ? '' : ' ✗ breaks mustNot'}${where}${chosen}`;
}
