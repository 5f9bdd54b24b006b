import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitizeLine } from '@loopwright/core';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/html/render-report.ts';
import { escapeMarkdown } from '../../src/markdown/escape-markdown.ts';
import { renderMarkdown } from '../../src/markdown/render-markdown.ts';
import { toReports } from '../../src/model/to-report.ts';
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

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** Every node of a text as GitHub reads it. */
function nodesOf(markdown: string): readonly Node[] {
  const flat = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(flat)];
  return flat(remark().use(remarkGfm).parse(markdown) as Node);
}

function markdownOf(...histories: readonly HistoryBuilder[]): string {
  return renderMarkdown({ runs: histories.flatMap((history) => toReports(history.build())), unread: [] });
}

const OWN_HTML =
  /^(?:<!-- loopwright-report -->|<!-- -->|<\/?code>|<details><summary>[\w, ]*<\/summary>|<\/details>)$/;
const OWN_NODES = [
  'root',
  'html',
  'heading',
  'paragraph',
  'text',
  'blockquote',
  'table',
  'tableRow',
  'tableCell',
  'list',
  'listItem',
  'code',
];

const markdowns: readonly (readonly [name: string, markdown: string])[] = [
  ['a proved run', markdownOf(verifiedRun())],
  ['a stuck run', markdownOf(stuckRun())],
  ['nested loops', markdownOf(grindRun(40))],
  ['a workflow', markdownOf(workflowRun())],
  ['hostile texts', markdownOf(hostileRun())],
  ['a run without criteria', markdownOf(new HistoryBuilder().start())],
  ['10,000 events', markdownOf(longRun())],
  ['many runs', markdownOf(...Array.from({ length: 80 }, () => hostileRun()))],
  [
    'hostile names of journals',
    renderMarkdown({ runs: [], unread: HOSTILE.map((name) => ({ name, reason: name })) }),
  ],
];

describe.each(markdowns)('the Markdown of %s', (_name, markdown) => {
  it('has no link, image or HTML that is not its own', () => {
    const nodes = nodesOf(markdown);
    expect([...new Set(nodes.map(({ type }) => type))].filter((type) => !OWN_NODES.includes(type))).toEqual(
      [],
    );
    const html = nodes.filter(({ type }) => type === 'html').map(({ value }) => value ?? '');
    expect(html.filter((value) => !OWN_HTML.test(value))).toEqual([]);
  });

  it('has as many cells in every row of a table as in its head', () => {
    for (const table of nodesOf(markdown).filter(({ type }) => type === 'table')) {
      const widths = new Set(table.children?.map((row) => row.children?.length));
      expect(widths.size).toBe(1);
    }
  });

  it('fits into a comment and is recognised by its first line', () => {
    expect(markdown.length).toBeLessThan(65_536);
    expect(markdown).toMatch(/^<!-- loopwright-report -->\n/);
  });
});

it('shows the ending, the proof of each criterion, and the cost', () => {
  const path = join(import.meta.dirname, '../fixtures/verified.md');
  const markdown = markdownOf(verifiedRun());
  if (process.env['UPDATE'] === '1') writeFileSync(path, markdown);
  expect(markdown).toBe(readFileSync(path, 'utf8'));
});

it('says that it is cut where a comment has no room for all', () => {
  const criteria = Array.from({ length: 50 }, (_, index) => ({
    name: `${'@a'.repeat(45)}${index}`,
    check: { command: '#1'.repeat(80) },
  }));
  const unread = Array.from({ length: 500 }, (_, index) => ({
    name: `${index}.jsonl`.padStart(90, 'x'),
    reason: 'torn',
  }));
  const [run] = toReports(new HistoryBuilder().start({ criteria }).build());
  const markdown = renderMarkdown({ runs: run ? [run] : [], unread });
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toMatch(/The rest is left out: it is too long\.\n$/);
});

it('keeps a failing output inside of its block, whatever fences it prints', () => {
  const output = '```\n# not a heading @octocat\n````\n<b>no element</b>';
  const check = { command: 'npm test' };
  const history = new HistoryBuilder().start({ criteria: [{ name: 'tests', check }] });
  const nodes = nodesOf(markdownOf(history.verify('tests', 'failed', output)));
  expect(nodes.filter(({ type }) => type === 'code').map(({ value }) => value)).toEqual([output]);
});

describe('escapeMarkdown', () => {
  const more = [
    '@octocat',
    'see #12 and acme/shop#7',
    'https://evil.example/?a=b',
    'www.evil.example',
    'a@b.example',
    '| a | b |',
    '`code` ``more``',
    '[text](javascript:alert(1)) ![i](x)',
    '<b>&amp;</b>',
    '# heading',
    '- item',
    '\\| \\`',
    '~~gone~~ **bold** _it_',
    '[^1]: note',
  ];

  it.each([...HOSTILE, ...more])('leaves %j as plain text in the cell of a table', (text) => {
    const nodes = nodesOf(`| head |\n| --- |\n| x${escapeMarkdown(text)} |\n`);
    const cell = nodes.filter(({ type }) => type === 'tableCell')[1];
    const inside = cell?.children ?? [];
    expect(inside.filter(({ type, value }) => type !== 'text' && value !== '<!-- -->')).toEqual([]);
    const shown = inside.map(({ type, value }) => (type === 'text' ? value : '')).join('');
    expect(shown).toBe(`x${sanitizeLine(text, 100)}`);
  });

  it.each(['@octocat', '#12', 'https://a.example', 'www.a.example'])(
    'splits %s, which GitHub links after the Markdown is read',
    (text) => expect(escapeMarkdown(text)).toContain('<!-- -->'),
  );
});

it('names the agent of the run, and says that its cost is unknown', () => {
  const spent = { usd: 0, tokens: 2100, isUnpriced: true, from: '', to: '1' };
  const text = markdownOf(new HistoryBuilder().start({ agent: 'Codex' }).work(1).stop(0, { spent }));
  expect(text).toContain('unknown of $25');
  expect(
    renderReport({ runs: toReports(new HistoryBuilder().start({ agent: 'Codex' }).build()), unread: [] }),
  ).toContain('Codex’s');
});
