import type { Paint } from './paint.ts';

/** The medium of a text: its columns, and whether it has colour. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}
