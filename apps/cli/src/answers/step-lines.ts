import { sanitizeLine, type Step } from '@loopwright/core';
import type { Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';

/** Writes steps with their numbers; the first open one stands out. */
export function stepLines(steps: readonly Step[], page: Page): string[] {
  const next = steps.findIndex(({ isDone }) => !isDone);
  const rows = steps.map(({ name, isDone }, index): Cell[] => [
    isDone ? { text: '✓', ink: 'green' } : { text: index === next ? '→' : ' ', ink: 'cyan' },
    { text: String(index + 1), ink: 'dim' },
    isDone ? { text: sanitizeLine(name), ink: 'dim' } : sanitizeLine(name),
  ]);
  return table(rows, page);
}
