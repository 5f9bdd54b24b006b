/** A finding: `broken` stops loops from working, `doubtful` limits them. */
export interface Finding {
  readonly subject: string;
  readonly level: 'sound' | 'doubtful' | 'broken';
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Nothing to do. */
export function sound(subject: string, found: string): Finding {
  return { subject, level: 'sound', found };
}

/** Something limits loops. */
export function doubtful(subject: string, found: string, remedy: string): Finding {
  return { subject, level: 'doubtful', found, remedy };
}

/** Something stops loops from working. */
export function broken(subject: string, found: string, remedy: string): Finding {
  return { subject, level: 'broken', found, remedy };
}
