/** A finding: `broken` stops loops from working, `doubtful` limits them. */
export interface Finding {
  readonly subject: string;
  readonly level: 'sound' | 'doubtful' | 'broken';
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string;
}
