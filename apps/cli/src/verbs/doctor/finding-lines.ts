import { sanitizeLine } from '@loopwright/core';
import type { Page } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';
import type { Finding } from './finding.ts';

const MARKS = {
  sound: ['✓', 'green'],
  doubtful: ['!', 'yellow'],
  broken: ['✗', 'red'],
} as const;

/** Writes findings, each with its remedy below it. */
export function findingLines(findings: readonly Finding[], page: Page): string[] {
  const rows = findings.flatMap(({ subject, level, found, remedy }): Cell[][] => {
    const [mark, ink] = MARKS[level];
    return [
      [{ text: mark, ink }, { text: subject, ink: 'bold' }, sanitizeLine(found, 300)],
      ...(remedy === undefined ? [] : [['', '', { text: `→ ${remedy}`, ink: 'cyan' as const }]]),
    ];
  });
  return table(rows, page);
}
