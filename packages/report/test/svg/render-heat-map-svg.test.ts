import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toReports } from '../../src/model/to-report.ts';
import { renderHeatMapSvg } from '../../src/svg/render-heat-map-svg.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { hostileRun, longRun, stuckRun, verifiedRun } from '../support/histories.ts';

function svgOf(...histories: readonly HistoryBuilder[]): string {
  return renderHeatMapSvg({ runs: histories.flatMap((history) => toReports(history.build())), unread: [] });
}

it('draws each criterion over the iterations', () => {
  const path = join(import.meta.dirname, '../fixtures/verified.svg');
  const drawing = svgOf(verifiedRun());
  if (process.env['UPDATE'] === '1') writeFileSync(path, drawing);
  expect(drawing).toBe(readFileSync(path, 'utf8'));
});

it('draws several runs below each other, and says where a run has no criteria', () => {
  const drawing = svgOf(verifiedRun(), stuckRun(), new HistoryBuilder().start());
  expect(drawing.match(/<g transform=/g)).toHaveLength(3);
  expect(drawing).toContain('This loop has no criteria.');
  expect(drawing).toContain('<title id="title">Criteria of 3 runs</title>');
});

it('needs nothing from anywhere and runs nothing, also with hostile texts', () => {
  const drawing = svgOf(hostileRun(), longRun(3000));
  expect(drawing).not.toMatch(/<(?:script|image|foreignObject|use|a|iframe|img|animate|set)\b/i);
  expect(drawing).not.toMatch(/<[^>]*\s(?:href|src|on[a-z]+)\s*=/i);
  expect(drawing).not.toMatch(/@import|url\(/);
});
