import { criterionState, isMet } from '../proofs.ts';
import type { Criterion, Evidence, Run } from '../model/run.ts';
import { trustSummary } from '../trust.ts';
import { formatInstant } from '../views/instant.ts';
import { announce } from './announce.ts';
import { endingName } from './endings.ts';
import { sanitizeLine } from './sanitize.ts';
import { trustLines } from './trust-lines.ts';
import { workLists } from './work-lists.ts';
import { cost, costOf, doneSteps, JUDGED, maxOf } from './words.ts';

/** Writes `summary.md`: the status or ending of the run, its proofs and its claims. */
export function summaryMarkdown(run: Run): string {
  const frame = run.frames.at(-1);
  const head = [
    '# Loop summary',
    '',
    `- Run: ${sanitizeLine(run.id)}`,
    `- Status: ${run.status}`,
    ...(run.ending ? [`- Ending: ${announce({ kind: 'ended', run })}`] : []),
    `- Started: ${formatInstant(run.createdAt)}`,
    `- Last event: ${formatInstant(run.updatedAt)}`,
  ];
  if (!frame) return [...head, ''].join('\n');
  return [
    ...head,
    `- Iterations: ${frame.iteration}/${maxOf(frame.limits.iterations)}`,
    `- Cost: ${costOf(frame)}`,
    `- Steps: ${doneSteps(frame)}/${frame.steps.length}`,
    '',
    '## Spec',
    '',
    ...quoted(frame.spec),
    '',
    ...(frame.criteria.length > 0 ? ['## Criteria', '', ...frame.criteria.map(criterionLine), ''] : []),
    ...workSections(run),
    ...trustSection(run),
    ...(run.closed.length > 0
      ? [
          '## Inner loops',
          '',
          ...run.closed.map(({ spec, mode, iteration, spend, ending }) => {
            return `- ${mode} "${sanitizeLine(spec, 80)}": ${endingName(ending)}, ${iteration} iterations, ${cost(spend.usd)}`;
          }),
          '',
        ]
      : []),
  ].join('\n');
}

/** Seed 000: a cancelled loop reports its completed and remaining work; so does every other one. */
function workSections(run: Run): string[] {
  const { completed, remaining } = workLists(run);
  const section = (title: string, mark: string, texts: readonly string[]): string[] =>
    texts.length === 0 ? [] : [`## ${title}`, '', ...texts.map((text) => `- [${mark}] ${text}`), ''];
  return [...section('Completed', 'x', completed), ...section('Remaining', ' ', remaining)];
}

/** Why the proofs can be trusted, and how far. A run that never stopped has no proofs yet. */
function trustSection(run: Run): string[] {
  const lines = trustLines(trustSummary(run));
  return lines.length === 0 ? [] : ['## Trust', '', ...lines.map((line) => `- ${line}`), ''];
}

function criterionLine(criterion: Criterion): string {
  const { name, check, evidence, tick } = criterion;
  const how = check
    ? evidence
      ? `${resultText(criterion, evidence)} at ${formatInstant(evidence.at)}, evidence ${sanitizeLine(evidence.id, 40)}`
      : 'check never ran'
    : tick
      ? `claimed by ${tick.basis}${tick.note === undefined ? '' : `: ${sanitizeLine(tick.note, 120)}`}`
      : 'not claimed';
  return `- [${isMet(criterion) ? 'x' : ' '}] ${sanitizeLine(name)} (${how})`;
}

function resultText(criterion: Criterion, { passed, exitCode, judgement }: Evidence): string {
  const stale = staleText(criterion);
  if (judgement) return `judge ${JUDGED[judgement.answer]}${stale}`;
  return `check ${passed ? 'passed' : 'failed'}${stale} with exit code ${exitCode ?? 'none'}`;
}

function staleText(criterion: Criterion): string {
  return criterionState(criterion) === 'stale' ? ', but the work tree changed since,' : '';
}

function quoted(text: string): string[] {
  return text
    .slice(0, 4000)
    .split('\n')
    .map((line) => `> ${sanitizeLine(line, 400)}`.trimEnd());
}
