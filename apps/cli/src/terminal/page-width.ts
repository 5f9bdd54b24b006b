const DEFAULT_WIDTH = 80;
/** Lines beyond this are hard to read, and nothing of ours gets better by them. */
const MAX_WIDTH = 120;
const MIN_WIDTH = 20;

/** Chooses how wide to write: `COLUMNS` where it is set, else the terminal's width, else 80. Some report 0 columns. */
export function pageWidth(columns: string | undefined, terminal: number | undefined): number {
  const asked = columns !== undefined && /^[1-9]\d{0,4}$/.test(columns) ? Number(columns) : undefined;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, asked ?? (terminal || DEFAULT_WIDTH)));
}
