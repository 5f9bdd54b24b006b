import type { Run } from '@loopwright/core';
import type { CountedUsage } from './ports.ts';

/** Remembers a count if it is the one that the run took: of several hooks that count the same, one is believed. */
export function keepUsage(usage: CountedUsage | undefined, run: Run | undefined): void {
  if (usage && run?.usageMark === usage.spent.to) usage.keep();
}
