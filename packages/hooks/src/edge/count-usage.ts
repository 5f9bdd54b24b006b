import { type PriceTable, priceUsage } from '@loopwright/transcript';
import { followUsage, type UsageMemory, usageFromNow } from '@loopwright/transcript/node';
import type { CountedUsage } from '../ports.ts';

/** Where counts are remembered: one memory for each mark. */
export interface UsagePlace {
  readonly transcriptPath: string;
  /** The mark of the last count that the run has on record. */
  readonly mark: string;
  /** Omitted: the list prices. */
  readonly prices?: PriceTable | undefined;
  /** Gives a mark that no count had before. */
  newMark(): string;
  read(mark: string): unknown;
  /** False if the disk refuses. */
  write(mark: string, memory: UsageMemory): boolean;
  remove(mark: string): void;
}

/**
 * Counts usage in the transcripts since the run's last mark. Without a memory for that mark, as at the first count
 * or after a take-over, counting starts from now.
 *
 * The new memory is written before the count is on record. Otherwise a hook that runs between record and memory
 * finds no memory for the run's mark, starts from now, and loses everything since the last count.
 */
export function countUsage(place: UsagePlace): CountedUsage | undefined {
  const { transcriptPath, mark: from, prices } = place;
  const memory = asMemory(place.read(from));
  const before = memory ?? usageFromNow(transcriptPath);
  const after = memory ? followUsage(transcriptPath, memory) : before;
  const [old, now] = [priceUsage(before.usage, prices), priceUsage(after.usage, prices)];
  const to = place.newMark();
  if (!place.write(to, after)) return undefined;
  return {
    spent: {
      usd: Math.max(0, now.costUsd - old.costUsd),
      tokens: Math.max(0, now.totalTokens - old.totalTokens),
      from,
      to,
    },
    tidy: (run) => {
      if (run) for (const mark of [from, to]) if (mark !== run.usageMark) place.remove(mark);
    },
  };
}

function asMemory(value: unknown): UsageMemory | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { usage, cursors } = value as Partial<UsageMemory>;
  return typeof usage === 'object' && typeof cursors === 'object' ? (value as UsageMemory) : undefined;
}
