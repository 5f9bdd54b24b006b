// @module-tag deep
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { renderReport } from '../../src/html/render-report.ts';
import { toReports } from '../../src/model/to-report.ts';
import { openBrowser, type OpenBrowser } from '../support/browser.ts';
import type { HistoryBuilder } from '../support/history-builder.ts';
import { grindRun, hostileRun, stuckRun, verifiedRun, workflowRun } from '../support/histories.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let opened: OpenBrowser | undefined;

// It unpacks 200 MB first, which a machine with other work takes its time for.
beforeAll(async () => {
  opened = await openBrowser();
}, 120_000);

afterAll(async () => {
  await opened?.close();
});

interface Shown {
  readonly page: Page;
  /** Complaints of the browser, and its requests for anything but the page. */
  readonly complaints: readonly string[];
}

/** Opens a tab that records complaints and dialogs. */
async function openTab(context: TestContext, options: BrowserContextOptions = {}): Promise<Shown> {
  if (!opened) {
    return context.skip(
      'No Chromium here: name one with CHROMIUM. On Linux x64 one comes with the packages.',
    );
  }
  const browsing = await opened.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(async () => browsing.close());
  const page = await browsing.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => void complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}

/** Shows a report as a page that comes from a server which has nothing else. */
async function show(
  context: TestContext,
  histories: readonly HistoryBuilder[],
  options: BrowserContextOptions = {},
): Promise<Shown> {
  const shown = await openTab(context, options);
  const html = renderReport({ runs: histories.flatMap((history) => toReports(history.build())), unread: [] });
  const complaints = shown.complaints as string[];
  await shown.page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === 'http://report.test/')
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    complaints.push(`request: ${url}`);
    return route.abort();
  });
  await shown.page.goto('http://report.test/');
  return shown;
}

async function unfoldAll(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
}

/** What axe finds, as lines. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    `axe.run(document).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const reports: readonly (readonly [name: string, histories: () => readonly HistoryBuilder[]])[] = [
  ['a proved run', () => [verifiedRun()]],
  ['a stuck run', () => [stuckRun()]],
  ['nested loops', () => [grindRun()]],
  ['a workflow', () => [workflowRun()]],
  ['hostile texts', () => [hostileRun()]],
  ['several runs', () => [verifiedRun(), workflowRun(), grindRun(2), hostileRun()]],
];

describe.each(reports)('in a browser, the page of %s', (_name, histories) => {
  it.for([
    ['light', 1280],
    ['dark', 400],
  ] as const)(
    'is accessible by the rules of axe with everything unfolded, %s at %i pixels',
    async ([colorScheme, width], context) => {
      const { page, complaints } = await show(context, histories(), {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await unfoldAll(page);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it.for([1280, 400, 320])('never scrolls sideways as a whole, at %i pixels', async (width, context) => {
    const { page } = await show(context, histories(), { viewport: { width, height: 800 } });
    await unfoldAll(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

describe('in a browser, hostile texts', () => {
  it('are shown and do nothing: no element, no dialog, no request comes of them', async (context) => {
    const { page, complaints } = await show(context, [hostileRun()]);
    await unfoldAll(page);
    const made =
      'script, img, iframe, object, embed, form, base, link, [onload], [onerror], [onfocus], [autofocus], a[href^="javascript"]';
    expect(await page.evaluate(`document.querySelectorAll(${JSON.stringify(made)}).length`)).toBe(0);
    expect(await page.evaluate('document.body.innerText')).toContain('<script>alert(1)</script>');
    expect(await page.evaluate('document.styleSheets.length')).toBe(1);
    expect(complaints).toEqual([]);
  });
});

describe('in a browser, the keyboard', () => {
  it('skips to the report first, and unfolds a decision', async (context) => {
    const { page } = await show(context, [verifiedRun()]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the report');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.focus('#r1-d4 > summary');
    await page.keyboard.press('Enter');
    expect(await page.isVisible('#r1-d4 dl')).toBe(true);
  });
});

describe('in a browser, on paper', () => {
  it('unfolds everything, dark readers included, and leaves out what only a screen needs', async (context) => {
    const { page } = await show(context, [verifiedRun()], { colorScheme: 'dark' });
    expect(await page.isVisible('#r1-c1-now pre')).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('#r1-c1-now pre')).toBe(true);
    expect(await page.isVisible('.skip')).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });
});

describe('in a browser, a page that reloads itself', () => {
  it('shows the file as it is now, and keeps what is unfolded', async (context) => {
    const { page, complaints } = await openTab(context);
    const history = stuckRun();
    const later = history.steps.splice(12);
    await page.route('http://report.test/', async (route) => {
      const report = { runs: toReports(history.build()), unread: [] };
      const reloadSeconds = later.length > 0 ? 1 : 3600;
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: renderReport(report, { reloadSeconds }),
      });
      history.steps.push(...later.splice(0));
    });
    await page.goto('http://report.test/');
    expect(await page.title()).toMatch(/^Running: iteration \d of 20/);
    await page.click('#r1-d2 > summary');
    await page.locator('h1', { hasText: 'Stuck:' }).waitFor();
    expect(await page.evaluate(`document.querySelector('#r1-d2').open`)).toBe(true);
    expect(complaints).toEqual([]);
  });
});

it('has a browser on the machines where one comes with the packages', (context) => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    context.skip('none comes with the packages here');
  expect(opened).toBeDefined();
});
