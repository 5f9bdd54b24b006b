/** Watches an agent that may be silent for so long at most. */
export interface SilenceWatch {
  /** Aborted once it was silent for too long. */
  readonly signal: AbortSignal;
  heard(): void;
  end(): void;
}

/** How often the time is looked at, as a part of the longest silence. */
const PARTS = 20;

/** Begins to watch. Without a limit it may be silent for ever; while `isAtWork`, silence doesn't count. */
export function watchSilence(maxMs: number | undefined, isAtWork: () => boolean): SilenceWatch {
  const silent = new AbortController();
  let silentParts = 0;
  const heard = (): void => {
    silentParts = 0;
  };
  // Counted in parts: while the machine sleeps, no part passes.
  const timer =
    maxMs !== undefined &&
    setInterval(() => {
      silentParts = isAtWork() ? 0 : silentParts + 1;
      if (silentParts >= PARTS) silent.abort();
    }, maxMs / PARTS).unref();
  return { signal: silent.signal, heard, end: () => timer && clearInterval(timer) };
}
