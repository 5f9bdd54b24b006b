import { escapeJson } from '@loopwright/core';
import type { Report } from '../model/to-report.ts';
import { GENERATOR } from '../text/mark.ts';

/** Writes the model of a report as JSON, for programs. Invisible characters are escaped. */
export function renderJson(report: Report): string {
  return `${escapeJson(JSON.stringify({ generator: GENERATOR, ...report }, undefined, 2))}\n`;
}
