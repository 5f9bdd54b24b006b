import type { Report } from '../model/report-model.ts';
import { GENERATOR } from '../text/mark.ts';

/** C1 controls, bidi controls and other invisible characters, which a terminal or an editor could act on. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Writes the model of a report as JSON, for programs. Invisible characters are escaped. */
export function renderJson(report: Report): string {
  const text = JSON.stringify({ generator: GENERATOR, ...report }, undefined, 2);
  const shown = text.replaceAll(
    INVISIBLE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${shown}\n`;
}
