import { countOf, durationText, momentsIn, money, shortCount, STANDINGS, trustText } from '@loopwright/core';
import { keptOf } from '../model/keep-ends.ts';
import type {
  CriterionRow,
  DecisionReport,
  EvidenceReport,
  Figures,
  FrameReport,
  IterationReport,
  Report,
  RunReport,
} from '../model/report-model.ts';
import { diffText, linesText } from '../text/diff-text.ts';
import { MARK } from '../text/mark.ts';
import { CELLS, iterationName } from '../text/signs.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { fitted, table } from './blocks.ts';

const MAX_RUNS = 50;
const MAX_CRITERIA = 50;
const MAX_ITERATIONS = 30;
/** Changed files that are named for each iteration. */
const MAX_FILES = 8;
/** A line about trust names files. */
const MAX_TRUST = 1000;

/**
 * Writes a report as GitHub Flavored Markdown, short enough for a pull request comment or a job summary: the verdict,
 * the criteria with what proves them, iterations and cost. The newest run comes in full, all others as one line each.
 */
export function renderMarkdown({ runs, unread }: Report): string {
  const [first] = runs;
  const blocks = [
    ...(runs.length === 1 ? [] : [`## ${countOf(runs.length, 'run')}`]),
    ...(first ? runBlocks(first) : []),
    ...(runs.length > 1 ? ['### All runs', runsTable(runs)] : []),
    ...unread.map(({ name, reason }) => `Not read: ${code(name)}, ${escapeMarkdown(reason)}.`),
  ];
  return `${MARK}\n${fitted(blocks).join('\n\n')}\n`;
}

function runBlocks(run: RunReport): readonly string[] {
  const [outer] = run.frames.head;
  const trust = run.trust.map((parts) => trustText(parts, momentsIn().text));
  return [
    `### ${STANDINGS[run.outcome.kind].sign} ${escapeMarkdown(run.headline, 300)}`,
    ...(outer && outer.spec.trim() !== '' ? [`> ${escapeMarkdown(outer.spec, 300)}`] : []),
    figuresTable(run.figures),
    ...(outer ? [criteriaTable(outer, keptOf(run.evidence))] : []),
    trust.map((line) => `- ${escapeMarkdown(line, MAX_TRUST)}`).join('\n'),
    ...(outer ? [iterationsTable(outer, keptOf(run.decisions))] : []),
    ...(run.next === undefined ? [] : [`To go on: ${code(run.next)}`]),
  ].filter((block) => block !== '');
}

function figuresTable(figures: Figures): string {
  const { iterations, iterationLimit, usd, budgetUsd, tokens, elapsedMs } = figures;
  return table(
    ['Iterations', 'Cost', 'Tokens', 'Time', 'Checks run', 'Claims sent back'],
    [
      [
        `${iterations}${iterationLimit === null ? '' : ` of ${iterationLimit}`}`,
        `${money(usd)}${budgetUsd === null ? '' : ` of ${money(budgetUsd)}`}`,
        shortCount(tokens),
        durationText(elapsedMs),
        `${figures.checksRun}${figures.checksFailed === 0 ? '' : `, ${figures.checksFailed} failed`}`,
        String(figures.claimsRefused),
      ],
    ],
  );
}

function criteriaTable(frame: FrameReport, evidence: readonly EvidenceReport[]): string {
  const { rows, left } = frame.criteria;
  const hidden = left + Math.max(0, rows.length - MAX_CRITERIA);
  if (rows.length === 0) return '';
  const lines = rows.slice(0, MAX_CRITERIA).map((row) => {
    const latest = evidence.findLast((one) => one.frame === frame.id && one.criterion === row.name);
    return [escapeMarkdown(row.name), stateText(row), howText(row), latest ? evidenceText(latest) : ''];
  });
  const all = table(['Criterion', 'State', 'Proof', 'Evidence'], lines);
  return hidden === 0 ? all : `${all}\n\n${countOf(hidden, 'more criterion', 'more criteria')} not shown.`;
}

function stateText({ cells }: CriterionRow): string {
  const { sign, word } = CELLS[cells.at(-1)?.state ?? 'absent'];
  return `${sign} ${word}`.trim();
}

function howText({ check, note }: CriterionRow): string {
  if (check !== undefined) return code(check);
  return note === undefined ? 'no check' : escapeMarkdown(note);
}

function evidenceText({ passed, exitCode, durationMs, iteration, reason }: EvidenceReport): string {
  const result = passed ? 'passed' : `failed${exitCode === null ? '' : ` with exit code ${exitCode}`}`;
  const why = reason === undefined ? '' : `: ${escapeMarkdown(reason)}`;
  const when = iteration === 0 ? 'before iteration 1' : `in iteration ${iteration}`;
  return `${result} ${when}, ${durationText(durationMs)}${why}`;
}

function iterationsTable(
  { iterations, iterationCount }: FrameReport,
  decisions: readonly DecisionReport[],
): string {
  const shown = keptOf(iterations).slice(-MAX_ITERATIONS);
  const cut = shown.length < iterationCount ? `, the last ${shown.length}` : '';
  const lines = shown.map((one: IterationReport) => [
    iterationName(one.number),
    saidText(decisions.find(({ number }) => number === one.decision)),
    one.rule === undefined ? 'running' : escapeMarkdown(one.rule),
    money(Math.round(one.spentUsd * 100) / 100),
    durationText(one.ms),
    String(one.tools),
    diffText(one.diff),
  ]);
  const changes = shown.flatMap((one) => changesLine(one) ?? []);
  return [
    `<details><summary>${countOf(iterationCount, 'iteration')}${cut}</summary>`,
    table(['Iteration', 'Claude', 'Stop', 'Cost', 'Time', 'Tools', 'Changes'], lines),
    ...(changes.length > 0 ? [changes.join('\n')] : []),
    '</details>',
  ].join('\n\n');
}

/** The files that an iteration changed, by name. */
function changesLine({ number, diff }: IterationReport): string | undefined {
  if (diff.fileCount === 0) return undefined;
  const shown = diff.files.slice(0, MAX_FILES).map((file) => {
    const lines = file.added === undefined ? '' : ` ${linesText(file)}`;
    return `${code(file.path)}${lines}`;
  });
  const left = diff.fileCount - shown.length;
  const rest = left > 0 ? `, and ${countOf(left, 'more file')}` : '';
  return `- ${iterationName(number)}: ${shown.join(', ')}${rest}`;
}

function saidText(decision: DecisionReport | undefined): string {
  return decision?.said === undefined ? '' : `“${escapeMarkdown(decision.said, 100)}”`;
}

function runsTable(runs: readonly RunReport[]): string {
  const lines = runs
    .slice(0, MAX_RUNS)
    .map(({ outcome, frames, figures }) => [
      `${STANDINGS[outcome.kind].sign} ${outcome.kind}`,
      escapeMarkdown(frames.head[0]?.spec ?? ''),
      `${figures.criteriaMet} of ${figures.criteria}`,
      String(figures.iterations),
      money(figures.usd),
      durationText(figures.elapsedMs),
    ]);
  return table(['Ending', 'Spec', 'Criteria', 'Iterations', 'Cost', 'Time'], lines);
}

function code(text: string): string {
  return `<code>${escapeMarkdown(text, 160)}</code>`;
}
