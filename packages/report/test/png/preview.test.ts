import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toReports } from '../../src/model/to-report.ts';
import type { Report } from '../../src/model/report-model.ts';
import { renderReport } from '../../src/html/render-report.ts';
import { renderPreview } from '../../src/node/render-preview.ts';
import { openBrowser } from '../support/browser.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, hostileRun, longRun, stuckRun, verifiedRun } from '../support/histories.ts';

function reportOf(...histories: readonly HistoryBuilder[]): Report {
  return { runs: histories.flatMap((history) => toReports(history.build())), unread: [] };
}

const GOOD = [18, 121, 90];
const BAD = [168, 50, 26];
const PAPER = [251, 251, 249];

/** The colour of a pixel, read from the file. */
function pixelOf(png: Uint8Array, x: number, y: number): readonly number[] {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const start = y * (1200 * 3 + 1) + 1 + x * 3;
  return [...rows.subarray(start, start + 3)];
}

describe('the picture for previews', () => {
  it('shows the sign of the ending beside the criteria, newest iteration last', () => {
    const png = renderPreview(reportOf(verifiedRun()));
    expect(pixelOf(png, 5, 5)).toEqual(PAPER);
    // The disc of the sign, off its tick.
    expect(pixelOf(png, 210, 180)).toEqual(GOOD);
    // The first criterion is proved anew in the last of seven iterations.
    expect(pixelOf(png, 1030, 190)).toEqual(GOOD);
    expect(pixelOf(renderPreview(reportOf(stuckRun())), 210, 180)).toEqual(BAD);
  });

  it('stands in the middle where there are no criteria, and is neutral for runs that ended differently', () => {
    const alone = renderPreview(reportOf(new HistoryBuilder().start()));
    expect(pixelOf(alone, 210, 180)).toEqual(PAPER);
    const several = renderPreview(reportOf(verifiedRun(), stuckRun()));
    expect([GOOD, BAD]).not.toContainEqual(pixelOf(several, 210, 180));
  });

  it.each([
    ['a long run', reportOf(longRun(2000))],
    ['inner loops', reportOf(grindRun(3))],
    ['hostile texts', reportOf(hostileRun())],
    ['no run', { runs: [], unread: [] }],
  ])('is small and the same for the same report, of %s', (_name, report) => {
    const png = renderPreview(report);
    expect(png.length).toBeLessThan(60_000);
    expect(Buffer.from(png).equals(renderPreview(structuredClone(report)))).toBe(true);
  });

  it('is a picture of the promised size to a browser', async ({ skip }) => {
    const opened = await openBrowser();
    if (!opened) return skip('no Chromium here');
    const page = await opened.browser.newPage();
    const source = `data:image/png;base64,${Buffer.from(renderPreview(reportOf(verifiedRun()))).toString('base64')}`;
    await page.setContent(`<img src="${source}">`);
    const size = await page.evaluate(
      '(i => [i.complete, i.naturalWidth, i.naturalHeight])(document.images[0])',
    );
    await opened.close();
    expect(size).toEqual([true, 1200, 630]);
  });

  it('is named by the page only where its address is known', () => {
    const report = reportOf(verifiedRun());
    expect(renderReport(report)).not.toContain('og:image');
    const place = { page: 'https://e.example/a?b=1&c="', picture: 'https://e.example/report.png' };
    const page = renderReport(report, 'still', undefined, place);
    expect(page).toContain('<meta property="og:image" content="https://e.example/report.png"');
    expect(page).toContain('<meta property="og:url" content="https://e.example/a?b=1&amp;c=&quot;"');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image"');
  });
});
