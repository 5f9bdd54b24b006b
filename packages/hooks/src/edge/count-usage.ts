import { randomUUID } from 'node:crypto';
import { readUsageMemory, removeUsageMemory, type RunAddress, writeUsageMemory } from '@loopwright/store';
import { type PriceTable, priceUsage } from '@loopwright/transcript/quick';
import { followUsage, type UsageMemory, usageFromNow } from '@loopwright/transcript/node';
import type { CountedUsage } from '../ports.ts';

/**
 * Counts usage in the transcripts since the mark of the last count that the run has on record. Without a memory for that
 * mark, as at the first count or after a take-over, counting starts from now.
 *
 * The new memory is written before the count is on record. Otherwise a hook that runs between record and memory
 * finds no memory for the run's mark, starts from now, and loses everything since the last count.
 */
export function countUsage(
  address: RunAddress,
  transcriptPath: string,
  from: string,
  prices?: PriceTable,
): CountedUsage | undefined {
  const memory = asMemory(readUsageMemory(address, from));
  const before = memory ?? usageFromNow(transcriptPath);
  const after = memory ? followUsage(transcriptPath, memory) : before;
  const [old, now] = [priceUsage(before.usage, prices), priceUsage(after.usage, prices)];
  const usd = Math.max(0, now.costUsd - old.costUsd);
  const tokens = Math.max(0, now.totalTokens - old.totalTokens);
  const to = randomUUID();
  if (!writeUsageMemory(address, after, to)) return undefined;
  return {
    spent: { usd, tokens, from, to },
    tidy: (run) => {
      if (run) for (const mark of [from, to]) if (mark !== run.usageMark) removeUsageMemory(address, mark);
    },
  };
}

function asMemory(value: unknown): UsageMemory | undefined {
  const { usage, cursors } = (value ?? {}) as Partial<UsageMemory>;
  return typeof usage === 'object' && typeof cursors === 'object' ? (value as UsageMemory) : undefined;
}
