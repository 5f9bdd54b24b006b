import type { Paint } from './paint.ts';

/** What a text is written for: so many columns, and with or without colour. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}
