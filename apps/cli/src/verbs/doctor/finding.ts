/** What an examination found: `broken` keeps loops from working, `doubtful` keeps something smaller from it. */
export interface Finding {
  readonly subject: string;
  readonly level: 'sound' | 'doubtful' | 'broken';
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string;
}
