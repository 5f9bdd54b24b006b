import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/html/render-report.ts';
import { type Report, toReports } from '../../src/model/to-report.ts';
import { HistoryBuilder } from '../support/history-builder.ts';
import {
  grindRun,
  HOSTILE,
  hostileRun,
  longRun,
  stuckRun,
  verifiedRun,
  workflowRun,
} from '../support/histories.ts';
import { problemsOf } from '../support/valid-html.ts';

function reportOf(...histories: readonly HistoryBuilder[]): Report {
  return { runs: histories.flatMap((history) => toReports(history.build())), unread: [] };
}

const pages: readonly (readonly [name: string, report: Report])[] = [
  ['a proved run', reportOf(verifiedRun())],
  ['a stuck run', reportOf(stuckRun())],
  ['nested loops', reportOf(grindRun())],
  ['more nested loops than a page shows', reportOf(grindRun(40))],
  ['a workflow with waves and reviews', reportOf(workflowRun())],
  ['hostile texts', reportOf(hostileRun())],
  ['a run without criteria, cost or stops', reportOf(new HistoryBuilder().start())],
  ['10,000 events', reportOf(longRun())],
  ['several runs', reportOf(verifiedRun(), stuckRun(), grindRun(2), hostileRun())],
  ['more runs than a page tells in full', reportOf(...Array.from({ length: 15 }, () => stuckRun()))],
  ['no run', { runs: [], unread: [{ name: 'a.jsonl', reason: 'it is larger than 8 MiB' }] }],
];

describe('the page', () => {
  it.each(pages)('is valid HTML, by the rules of accessibility too, of %s', async (_name, report) => {
    for (const reloadSeconds of [undefined, 5])
      expect(await problemsOf(renderReport(report, { reloadSeconds }))).toEqual([]);
  });

  it.each(pages)('needs nothing from anywhere, of %s', (_name, report) => {
    const page = renderReport(report);
    expect(page).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form|video|audio)\b/i);
    expect(page).not.toMatch(/<[^>]*\s(?:src|srcset|action|on[a-z]+)\s*=/i);
    const links = [...page.matchAll(/<[^>]*\shref\s*=\s*("[^"]*"|[^\s>]*)/gi)].map(([, link]) => link);
    expect(links.filter((link) => !link?.startsWith('"#'))).toEqual([]);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it.each(pages)('is the same for the same report, of %s', (_name, report) => {
    expect(renderReport(structuredClone(report))).toBe(renderReport(report));
  });

  it.each(pages)('has every moment in the reader’s zone, of %s', (_name, report) => {
    const page = renderReport(report, { timeZone: 'Asia/Tokyo' });
    const moments = [...page.matchAll(/<time\s+datetime="([^"]+)"\s*>([^<]*)</g)];
    expect(moments.filter(([, iso = '', text = '']) => text.includes(iso.slice(11, 19)))).toEqual([]);
    expect(page).not.toContain(' UTC');
  });

  it('says first how the run ended and why', () => {
    const page = renderReport(reportOf(verifiedRun()));
    const sentence =
      '✓ Done: tests pass, types hold, no lint findings, ledger stays balanced, run in Claude&#39;s own shell · 6 iterations · $3.79';
    expect(page).toContain(`<title>${sentence}</title>`);
    expect(page).toContain(`<h1 id="r1-title" class="title">${sentence}</h1>`);
  });

  it('links only to ids of the page', () => {
    for (const [, report] of pages) {
      const page = renderReport(report);
      const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
      const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
      const lost = links.filter((id) => !ids.has(id));
      expect(lost).toEqual([]);
    }
  });
});

describe('hostile texts', () => {
  const page = renderReport(reportOf(hostileRun(), verifiedRun()));

  it('stand there escaped, each of them', () => {
    for (const text of [
      '<script>alert(1)',
      '<img src=x onerror',
      '<svg onload',
      '<iframe src',
      '</style><',
    ]) {
      expect(page).not.toContain(text);
    }
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('&lt;/style&gt;&lt;img src=x onerror=alert(2)&gt;');
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });

  it('lose control characters, bidi controls and other invisible characters', () => {
    expect(HOSTILE.join('')).toMatch(/\u202e/);
    expect(page).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/u,
    );
  });

  it('take no more room than others', () => {
    expect(renderReport(reportOf(hostileRun())).length).toBeLessThan(200_000);
  });
});

describe('the size of the page', () => {
  it('stays under a megabyte for 10,000 events with long outputs, and says how much is left out', () => {
    const page = renderReport(reportOf(longRun()));
    expect(page.length).toBeLessThan(1_000_000);
    expect(page).toMatch(/\d+ iterations in between are left out of this page; the journal has them\./);
    expect(page).toMatch(/\d+ decisions in between are left out/);
    expect(page).toMatch(/\d+ entries in between are left out/);
  });

  it('stays under 12 megabytes for any number of runs', () => {
    const [run] = reportOf(longRun(3000)).runs;
    if (!run) throw new Error('expected a run');
    const runs = Array.from({ length: 400 }, () => run);
    const page = renderReport({ runs, unread: [] });
    expect(page.length).toBeLessThan(12_000_000);
    expect(page).toContain('100 older runs not shown.');
    expect(page).toContain('The newest 12 runs follow in full.');
  });
});

describe('several runs', () => {
  const page = renderReport({
    ...reportOf(verifiedRun(), stuckRun()),
    unread: [{ name: '<b>.jsonl', reason: 'it could not be read' }],
  });

  it('stand in one table with their endings, and follow in full', () => {
    expect(page).toContain('<h1 class="title">2 runs, 1 ended proved, $9.19 in all.</h1>');
    expect(page.match(/<article /g)).toHaveLength(2);
    expect(page).toContain('href="#r2-title"');
  });

  it('do not hide journals that could not be read', () => {
    expect(page).toContain('<code>&lt;b&gt;.jsonl</code>: it could not be read');
  });
});

describe('what a reader wants first', () => {
  it('a failing output stands unfolded next to its criterion, with its command and who saw it', () => {
    const page = renderReport(reportOf(stuckRun()));
    const card = /<li class="criterion">[^]*?<\/li>/.exec(page)?.[0] ?? '';
    expect(card).toContain('<code>./e2e.sh --repeat 10</code>');
    expect(card).toContain('in Claude&#39;s own shell at <time');
    const unfolded = card.replaceAll(/<details[^]*?<\/details>/g, '');
    expect(unfolded).toContain('<pre class="bad" tabindex="0">round 5: 9 of 10 green</pre>');
    expect(unfolded).not.toContain('round 4');
  });

  it('a passing output and earlier ones are folded', () => {
    const page = renderReport(reportOf(verifiedRun()));
    const unfolded = page.replaceAll(/<details[^]*?<\/details>/g, '');
    expect(page).toContain('20000 runs, no counterexample');
    expect(page).toContain('sum of entries is -1');
    expect(unfolded).not.toMatch(/no counterexample|sum of entries/);
  });

  it('Claude’s last words stand there as prose, without signals', () => {
    const history = stuckRun().build();
    const said = new Map([
      ['message 5', 'I tried *everything*.\n\nThe suite stays red.\n\n<loop-done>STUCK</loop-done>'],
    ]);
    const page = renderReport({ runs: toReports({ ...history, said }), unread: [] });
    expect(page).toContain(
      '<blockquote class="quote" dir="auto">I tried *everything*.\n\nThe suite stays red.</blockquote>',
    );
    expect(page).toContain('<q><bdi>The suite stays red.</bdi></q>');
    expect(page).not.toContain('loop-done');
  });

  it('the diff of an iteration comes from its commit, folded', () => {
    const page = renderReport(reportOf(verifiedRun()));
    expect(page).toContain('<code>test/refund.test.ts</code> +102 −0');
    expect(page).toMatch(
      /<summary>Diff<\/summary>\s*<pre tabindex="0"><b>diff --git [^]*<ins>\+ {2}return Math/,
    );
  });
});

describe('a page that reloads itself', () => {
  it('has one script, whose hash its policy allows', () => {
    const page = renderReport(reportOf(verifiedRun()), { reloadSeconds: 5 });
    const [script, ...others] = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => text);
    expect(others).toEqual([]);
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
  });
});
