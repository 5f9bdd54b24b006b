/** A summary of measurements. */
export interface Summary {
  readonly median: number;
  /** `low` and `high` bound the middle half of the measurements. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Summarises measurements, robust against a few outliers; throws on an empty list. */
export function summarize(samples: readonly number[]): Summary {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, 0.25),
    high: quantile(samples, 0.75),
    count: samples.length,
  };
}

/** The value below which the given share of the measurements lies, interpolated between neighbours. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('Nothing was measured.');
  const sorted = samples.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, share));
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
