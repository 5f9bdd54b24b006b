import { sanitizeLine } from '@loopwright/core';
import { ownPrices } from '@loopwright/hooks/facts';
import { type OpenRun, readUsageMemory } from '@loopwright/store';
import { NO_USAGE, priceUsage, type UsageState } from '@loopwright/transcript/quick';
import type { Env } from '../program/context.ts';

/** A line for each model of the run's session that has no price of its own; it counts at the price of another. */
export function unpricedLines({ root, sessionId, run }: OpenRun, env: Env): readonly string[] {
  const { byModel, unknownModels } = priceUsage(
    usageIn(readUsageMemory({ root, sessionId }, run.usageMark)),
    ownPrices(root, env),
  );
  return unknownModels.map((model) => {
    const pricedAs = byModel.find((one) => one.model === model)?.pricedAs ?? '';
    return `No price of its own: ${sanitizeLine(model, 80)}, counted as ${pricedAs}. Set one in prices.json: loop doctor`;
  });
}

/** The usage of a memory; anybody can write that file, so anything else counts as none. */
function usageIn(memory: unknown): UsageState {
  const usage = (memory as { readonly usage?: UsageState } | undefined)?.usage;
  const isWhole =
    Array.isArray(usage?.buckets) && usage.buckets.every((one) => typeof one?.model === 'string');
  return usage && isWhole ? usage : NO_USAGE;
}
