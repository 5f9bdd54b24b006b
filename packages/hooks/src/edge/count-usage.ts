import { priceUsage } from '@loopwright/transcript';
import { followUsage, type UsageMemory, usageFromNow } from '@loopwright/transcript/node';
import type { CountedUsage } from '../ports.ts';

/** What is kept between two counts: the memory, and the mark that the run got with it. */
interface Kept {
  readonly mark: string;
  readonly memory: UsageMemory;
}

/** Where a count is kept. */
export interface UsagePlace {
  readonly transcriptPath: string;
  /** The mark of the last count that the run has on record. */
  readonly mark: string;
  /** Gives a mark that no count had before. */
  newMark(): string;
  read(): unknown;
  write(kept: unknown): void;
}

/**
 * Counts what the transcripts say was used since the run's last mark. Without a memory that belongs to that
 * mark, as at the first count or after another session took the loop over, counting begins anew from here.
 */
export function countUsage({ transcriptPath, mark, newMark, read, write }: UsagePlace): CountedUsage {
  const kept = asKept(read(), mark);
  const before = kept?.memory ?? usageFromNow(transcriptPath);
  const after = kept ? followUsage(transcriptPath, before) : before;
  const [old, now] = [priceUsage(before.usage), priceUsage(after.usage)];
  const to = newMark();
  return {
    spent: {
      usd: Math.max(0, now.costUsd - old.costUsd),
      tokens: Math.max(0, now.totalTokens - old.totalTokens),
      from: mark,
      to,
    },
    keep: () => write({ mark: to, memory: after } satisfies Kept),
  };
}

/** Begins to count behind what the transcripts hold now, for a run that has no count yet. */
export function beginUsage({ transcriptPath, mark, write }: Omit<UsagePlace, 'newMark' | 'read'>): void {
  write({ mark, memory: usageFromNow(transcriptPath) } satisfies Kept);
}

function asKept(value: unknown, mark: string): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Partial<Kept>;
  return kept.mark === mark && typeof kept.memory === 'object' ? (kept as Kept) : undefined;
}
