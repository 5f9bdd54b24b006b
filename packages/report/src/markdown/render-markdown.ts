import { countOf, durationText, momentsIn, money, shortCount, STANDINGS, trustText } from '@loopwright/core';
import type { EvidenceReport } from '../model/evidence.ts';
import type { CriterionRow, FrameReport, IterationReport } from '../model/frames.ts';
import { keptOf } from '../model/keep-ends.ts';
import type { Report, RunReport } from '../model/to-report.ts';
import { MARK } from '../text/mark.ts';
import { CELLS, changesText, iterationName, linesText, spentText } from '../text/signs.ts';
import { fence, fitted, table } from './blocks.ts';
import { escapeMarkdown } from './escape-markdown.ts';

const MAX_RUNS = 50;
const MAX_CRITERIA = 50;
const MAX_ITERATIONS = 30;
/** Changed files that are named for each iteration. */
const MAX_FILES = 8;
/** The last lines of a failing output. */
const MAX_OUTPUT_LINES = 30;
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
  const evidence = keptOf(run.evidence);
  const said = keptOf(run.decisions).findLast((one) => one.said !== undefined)?.said;
  const open = (outer?.steps ?? []).filter(({ isDone }) => !isDone);
  return [
    `### ${escapeMarkdown(run.headline, 300)}`,
    ...(outer && outer.spec.trim() !== '' ? [`> ${escapeMarkdown(outer.spec, 300)}`] : []),
    ...(outer ? [criteriaTable(outer, evidence), ...failures(outer, evidence)] : []),
    open.map(({ name }) => `- Open step: ${escapeMarkdown(name, 200)}`).join('\n'),
    run.trust.map((line) => `- ${trustLine(line)}`).join('\n'),
    ...(said === undefined ? [] : [`${escapeMarkdown(run.agent)} said last: ${escapeMarkdown(said, 600)}`]),
    figuresTable(run),
    ...(outer ? [iterationsTable(outer)] : []),
    ...(run.next === undefined ? [] : [`To go on: ${code(run.next)}`]),
  ].filter((block) => block !== '');
}

function trustLine(parts: CriterionRow['vouch']): string {
  return escapeMarkdown(trustText(parts, momentsIn().text), MAX_TRUST);
}

function figuresTable({ figures }: RunReport): string {
  const { iterations, iterationLimit, budgetUsd, tokens, elapsedMs, checksRun, checksFailed } = figures;
  const of = (limit: string | number | null): string => (limit === null ? '' : ` of ${limit}`);
  return table(
    ['Iterations', 'Cost', 'Tokens', 'Time', 'Checks run', 'Claims sent back'],
    [
      [
        `${iterations}${of(iterationLimit)}`,
        `${spentText(figures)}${of(budgetUsd === null ? null : money(budgetUsd))}`,
        shortCount(tokens),
        durationText(elapsedMs),
        `${checksRun}${checksFailed === 0 ? '' : `, ${checksFailed} failed`}`,
        String(figures.claimsRefused),
      ],
    ],
  );
}

function criteriaTable(
  { criteria: { rows, left }, id }: FrameReport,
  evidence: readonly EvidenceReport[],
): string {
  if (rows.length === 0) return '';
  const hidden = left + Math.max(0, rows.length - MAX_CRITERIA);
  const lines = rows.slice(0, MAX_CRITERIA).map((row) => {
    const { sign, word } = CELLS[row.state];
    const newest = newestOf(evidence, id, row);
    return [
      escapeMarkdown(row.name),
      `${sign} ${word}`.trim(),
      row.check === undefined ? escapeMarkdown(row.note ?? 'no check') : code(row.check),
      newest ? evidenceText(newest) : '',
      [row.asked, trustLine(row.vouch)].filter(Boolean).join(', '),
    ];
  });
  const all = table(['Criterion', 'State', 'Proof', 'Evidence', 'Who asked and saw'], lines);
  return hidden === 0 ? all : `${all}\n\n${countOf(hidden, 'more criterion', 'more criteria')} not shown.`;
}

function newestOf(
  evidence: readonly EvidenceReport[],
  frame: string,
  { name }: CriterionRow,
): EvidenceReport | undefined {
  return evidence.findLast((one) => one.frame === frame && one.criterion === name);
}

/** The output of each check that fails, unfolded. */
function failures({ criteria, id }: FrameReport, evidence: readonly EvidenceReport[]): readonly string[] {
  return criteria.rows.flatMap((row) => {
    const { tail = '' } = (row.state === 'failed' && newestOf(evidence, id, row)) || {};
    const output = tail.split('\n').slice(-MAX_OUTPUT_LINES).join('\n');
    return output === '' ? [] : [`The output of ${code(row.check ?? row.name)}:\n\n${fence(output)}`];
  });
}

function evidenceText({ passed, exitCode, durationMs, iteration, reason }: EvidenceReport): string {
  const result = passed ? 'passed' : `failed${exitCode === null ? '' : ` with exit code ${exitCode}`}`;
  const why = reason === undefined ? '' : `: ${escapeMarkdown(reason)}`;
  const when = iteration === 0 ? 'before iteration 1' : `in iteration ${iteration}`;
  return `${result} ${when}, ${durationText(durationMs)}${why}`;
}

function iterationsTable({ iterations, iterationCount }: FrameReport): string {
  const shown = keptOf(iterations).slice(-MAX_ITERATIONS);
  const cut = shown.length < iterationCount ? `, the last ${shown.length}` : '';
  const lines = shown.map((one) => [
    iterationName(one.number),
    one.rule === undefined ? 'running' : escapeMarkdown(one.rule),
    spentText({ usd: one.spentUsd, isUnpriced: one.isUnpriced }),
    durationText(one.ms),
    String(one.tools),
    changesText(one.changes),
  ]);
  return [
    `<details><summary>${countOf(iterationCount, 'iteration')}${cut}</summary>`,
    table(['Iteration', 'Stop', 'Cost', 'Time', 'Tools', 'Changes'], lines),
    shown.flatMap((one) => changesLine(one) ?? []).join('\n'),
    '</details>',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** The files that an iteration changed, by name. */
function changesLine({ number, changes: { files, fileCount } }: IterationReport): string | undefined {
  if (fileCount === 0) return undefined;
  const shown = files.slice(0, MAX_FILES).map((file) => `${code(file.path)}${linesText(file)}`);
  const left = fileCount - shown.length;
  const rest = left > 0 ? `, and ${countOf(left, 'more file')}` : '';
  return `- ${iterationName(number)}: ${shown.join(', ')}${rest}`;
}

function runsTable(runs: readonly RunReport[]): string {
  const lines = runs
    .slice(0, MAX_RUNS)
    .map(({ outcome, frames, figures }) => [
      `${STANDINGS[outcome.kind].sign} ${outcome.kind}`,
      escapeMarkdown(frames.head[0]?.spec ?? ''),
      `${figures.criteriaMet} of ${figures.criteria}`,
      String(figures.iterations),
      spentText(figures),
      durationText(figures.elapsedMs),
    ]);
  return table(['Ending', 'Spec', 'Criteria', 'Iterations', 'Cost', 'Time'], lines);
}

function code(text: string): string {
  return `<code>${escapeMarkdown(text, 160)}</code>`;
}
