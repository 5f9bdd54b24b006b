import { setTimeout as wait } from 'node:timers/promises';

/** Resolves with the value, or with undefined when the time is up or the signal aborts first. */
export async function within<T>(
  coming: Promise<T>,
  timeMs: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const early = new AbortController();
  const waiting = wait(timeMs, undefined, { signal: AbortSignal.any([signal, early.signal]) });
  try {
    return await Promise.race([coming, waiting.catch(() => undefined)]);
  } finally {
    early.abort();
  }
}
