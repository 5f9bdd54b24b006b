import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderReport } from '../../src/html/render-report.ts';
import { toReports } from '../../src/model/to-report.ts';
import { openBrowser } from './browser.ts';
import { verifiedRun } from './histories.ts';

/** Takes the pictures of the report that the documentation shows: `pnpm --filter @loopwright/report pictures`. */
async function takePictures(folder: string): Promise<void> {
  const opened = await openBrowser();
  if (!opened) throw new Error('No Chromium here: name one with CHROMIUM.');
  const html = renderReport({ runs: toReports(verifiedRun().build()), unread: [] });
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await opened.browser.newPage({
      colorScheme,
      viewport: { width: 1180, height: 1185 },
      deviceScaleFactor: 1.5,
    });
    await page.setContent(html);
    writeFileSync(join(folder, `report-${colorScheme}.png`), await page.screenshot());
  }
  await opened.close();
}

await takePictures(join(import.meta.dirname, '../../../../docs/pictures'));
