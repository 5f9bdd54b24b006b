const BEGUN = 'begun:';

/** Marks a run whose client works and whose cost isn't recorded yet. The mark survives a killed driver. */
export function begunMark(sessionId: string): string {
  return `${BEGUN}${sessionId}`;
}

/** The session whose cost isn't recorded yet, from the run's mark; undefined if every cost is recorded. */
export function unbilledSession(mark: string): string | undefined {
  return mark.startsWith(BEGUN) ? mark.slice(BEGUN.length) : undefined;
}
