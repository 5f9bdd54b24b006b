/** The result of an examination. `broken` stops loops from working, `doubtful` limits them. */
export interface Finding {
  /** What it is about, where the table of examinations doesn't say so. */
  readonly subject?: string;
  readonly level: 'sound' | 'doubtful' | 'broken';
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Nothing to do. */
export const sound = (found: string): Finding => ({ level: 'sound', found });
/** Something limits loops. */
export const doubtful = (found: string, remedy: string): Finding => ({ level: 'doubtful', found, remedy });
/** Something stops loops from working. */
export const broken = (found: string, remedy: string): Finding => ({ level: 'broken', found, remedy });
